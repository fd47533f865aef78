/** Connections to Tripadvisor: a key for the Terra API, which opens the locations on its allowlist, or all if it has none. */
import { z } from 'zod';
import type { SourceConnecting } from '../../connecting';
import { AccessRevoked, CardNotYours, isSuccess, PlatformRefused, publishFailure } from '../../publish-errors';
import { HOSTS, locationIdOf } from './match';
import { readLocation } from './parse';
import { CREDENTIAL_FIELDS, keyHeaders, locationUrl, PLATFORM } from './terra-api';

const identityShape = z.looseObject({ id: z.union([z.string(), z.number()]) });

export const connecting: SourceConnecting = {
  hosts: HOSTS,
  credentialFields: CREDENTIAL_FIELDS,

  async check(objectUrl, tools) {
    const id = locationIdOf(new URL(objectUrl));
    if (id === null) throw new CardNotYours('The address does not name a location');
    const headers = keyHeaders(tools.credentials['api_key'] ?? '');
    const response = await tools.http.request(locationUrl(id), { headers });
    if (response.status === 401 || response.status === 403)
      throw new AccessRevoked('Tripadvisor does not accept the key for the Terra API');
    if (response.status === 404)
      throw new CardNotYours('Tripadvisor has no such location, or it is not on the allowlist of the key');
    if (!isSuccess(response)) throw publishFailure(response, { platform: PLATFORM, requestKind: 'read' });
    const content = response.json();
    const identity = identityShape.safeParse(content);
    if (!identity.success || String(identity.data.id) !== id)
      throw new PlatformRefused('Tripadvisor returned the location in an unexpected format');
    return { card: id, name: readLocation(content).name };
  },
};
