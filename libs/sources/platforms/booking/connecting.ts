/** Connections to Booking.com: a machine account, which opens the property with a number. */
import type { SourceConnecting } from '../../connecting';
import { CardNotYours, isSuccess, NotSent } from '../../publish-errors';
import type { PublishTools } from '../../publisher';
import { call, CREDENTIAL_FIELDS, failureOf, isPropertyId, listUrl } from './guest-review-api';
import { hotelIdOn } from './hotel-page';
import { HOSTS } from './match';

export const connecting: SourceConnecting = {
  hosts: HOSTS,
  credentialFields: CREDENTIAL_FIELDS,
  alternatives: [
    { title: 'Machine account with tokens', required: ['client_id', 'client_secret'] },
    { title: 'Machine account with a password', required: ['username', 'password'] },
  ],

  async check(objectUrl, tools) {
    const card = tools.credentials['property_id'] ?? '';
    if (!isPropertyId(card)) throw new CardNotYours('`property_id` must be the number of the property');
    const response = await call(tools, { url: listUrl(card, '2000-01-01', 1) });
    if (response.status === 404)
      throw new CardNotYours('The connected account has no access to this property at Booking.com');
    if (!isSuccess(response)) throw failureOf(response, { requestKind: 'read' });
    await requireSamePage(objectUrl, card, tools);
    return { card, name: `Property ${card}` };
  },
};

/** Throws `CardNotYours` if the page can be read and belongs to another property. */
async function requireSamePage(objectUrl: string, card: string, tools: PublishTools): Promise<void> {
  const page = await tools.http.request(objectUrl, { headers: { accept: 'text/html' } }).catch((error: unknown) => {
    if (error instanceof NotSent && !tools.signal.aborted) return null;
    throw error;
  });
  if (page?.status === 404) throw new CardNotYours('Booking.com has no such page');
  // A bot check does not identify the property. The check of the number and the secrets is then sufficient.
  const idOnPage = page !== null && isSuccess(page) ? hotelIdOn(page.body) : null;
  if (idOnPage !== null && idOnPage !== card) throw new CardNotYours('The page belongs to another property');
}
