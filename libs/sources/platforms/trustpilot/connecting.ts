/** Connections to Trustpilot: an application of the business, which opens its business unit. */
import { cleanTextOrNull } from '@libs/kernel';
import { publisherCall } from '../../access/authorized';
import type { SourceConnecting } from '../../connecting';
import { AccessRevoked, CardNotYours, isSuccess, PlatformRefused } from '../../publish-errors';
import type { PublishTools } from '../../publisher';
import {
  CREDENTIAL_FIELDS,
  failureOf,
  findUrl,
  PLATFORM,
  privateListUrl,
  trustpilotTokens,
  unitShape,
} from './business-api';
import { businessOf, HOSTS } from './match';

export const connecting: SourceConnecting = {
  hosts: HOSTS,
  credentialFields: CREDENTIAL_FIELDS,

  async check(objectUrl, tools) {
    const unit = await findUnit(businessOf(objectUrl), tools);
    const response = await publisherCall(PLATFORM, trustpilotTokens, tools, { url: privateListUrl(unit.card) });
    if (response.status === 404) throw new CardNotYours('The connected Trustpilot account does not run this business');
    if (!isSuccess(response)) throw failureOf(response, { requestKind: 'read' });
    return unit;
  },
};

/** Finds the business of a page by its name. Does not verify that the account belongs to the business. */
async function findUnit(business: string, tools: PublishTools): Promise<{ card: string; name: string | null }> {
  const headers = { apikey: tools.credentials['api_key'] ?? '' };
  const response = await tools.http.request(findUrl(business), { headers });
  if (response.status === 404) throw new CardNotYours('Trustpilot has no business of this name');
  if (response.status === 403) throw new AccessRevoked('Trustpilot does not accept the API key');
  if (!isSuccess(response)) throw failureOf(response, { requestKind: 'read' });
  const result = unitShape.safeParse(response.json());
  if (!result.success) throw new PlatformRefused('Trustpilot returned the business in an unexpected format');
  return { card: result.data.id, name: cleanTextOrNull(result.data.displayName) };
}
