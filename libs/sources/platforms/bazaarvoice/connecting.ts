/** Connections to Bazaarvoice: the passkey of a shop, which opens the shop's products. */
import type { SourceConnecting } from '../../connecting';
import { AccessRevoked, CardNotYours, isSuccess, NotSent, PlatformRefused, publishFailure } from '../../publish-errors';
import type { PublishResponse } from '../../source-http';
import { CREDENTIAL_FIELDS, errorIn, errorsShape, isOverLimit, PLATFORM, productUrl } from './conversations-api';
import { HOSTS, productIdOf } from './match';
import { readProduct } from './parse';

export const connecting: SourceConnecting = {
  hosts: HOSTS,
  credentialFields: CREDENTIAL_FIELDS,

  async check(objectUrl, tools) {
    const productId = productIdOf(new URL(objectUrl));
    if (productId === null) throw new CardNotYours('The address does not name a product');
    const passkey = tools.credentials['passkey'] ?? '';
    if (passkey === '') throw new AccessRevoked('Bazaarvoice needs the passkey of the shop');
    const found = readProduct(contentOf(await tools.http.request(productUrl(productId, passkey))), productId);
    if (found === null) throw new CardNotYours('The shop of this passkey has no such product');
    return { card: productId, name: found.name };
  },
};

/** Returns the content of a response without errors; otherwise throws its error. */
function contentOf(response: PublishResponse): unknown {
  if (response.status === 403) {
    if (isOverLimit(response.body)) throw new NotSent('Bazaarvoice answered 403: too many requests');
    throw new AccessRevoked('Bazaarvoice does not accept the passkey');
  }
  if (!isSuccess(response)) throw publishFailure(response, { platform: PLATFORM, requestKind: 'read' });
  const content = response.json();
  const shape = errorsShape.safeParse(content);
  if (!shape.success) throw new PlatformRefused('Bazaarvoice returned the product in an unexpected format');
  const error = errorIn(shape.data);
  if (error === null) return content;
  const message = `Bazaarvoice answered ${error.code}`;
  if (error.kind === 'key_refused') throw new AccessRevoked(message);
  throw error.kind === 'other' ? new PlatformRefused(message) : new NotSent(message);
}
