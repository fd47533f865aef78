/** Connections to Google Play: a service account of the developer, which opens one app. The card is the package name. */
import { isKeyFile } from '../../access/service-account';
import { publisherCall } from '../../access/authorized';
import type { SourceConnecting } from '../../connecting';
import { AccessRevoked, CardNotYours, isSuccess, PlatformRefused } from '../../publish-errors';
import { API_HOSTS, CREDENTIAL_FIELDS, failureOf, listShape, PLATFORM, playTokens, reviewsUrl } from './developer-api';
import { appIdOf } from './match';

export const connecting: SourceConnecting = {
  hosts: API_HOSTS,
  credentialFields: CREDENTIAL_FIELDS,

  async check(objectUrl, tools) {
    const appId = appIdOf(new URL(objectUrl));
    if (appId === null) throw new PlatformRefused('This is not the address of an app');
    if (!isKeyFile(tools.credentials['service_account'] ?? ''))
      throw new AccessRevoked('`service_account` must be the JSON key file of a service account of Google Cloud');
    const response = await publisherCall(PLATFORM, playTokens, tools, { url: reviewsUrl(appId, 1, null) });
    if (response.status === 404) throw new CardNotYours('The connected service account does not manage this app');
    if (!isSuccess(response)) throw failureOf(response, { requestKind: 'read' });
    if (!listShape.safeParse(response.json()).success)
      throw new PlatformRefused('Google Play returned the reviews in an unexpected format');
    // The API returns no name of the app.
    return { card: appId, name: appId };
  },
};
