/** Connections to Google: the credentials of an owner or manager, which open one location. */
import type { SourceConnecting } from '../../connecting';
import type { PublishTools } from '../../publisher';
import { CREDENTIAL_FIELDS } from './business-profile';
import { consent } from './consent';
import { findLocation } from './locations';
import { HOSTS } from './match';

export const connecting: SourceConnecting = {
  hosts: HOSTS,
  credentialFields: CREDENTIAL_FIELDS,
  consent,

  async check(objectUrl: string, tools: PublishTools): Promise<{ card: string; name: string | null }> {
    const { locationName, title } = await findLocation(objectUrl, tools);
    return { card: locationName, name: title };
  },
};
