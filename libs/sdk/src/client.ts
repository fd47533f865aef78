import { Resources } from './generated/resources.gen';
import type { Send } from './request';
import { Reviews } from './reviews';
import { sender, settingsOf, settingsWithoutKey, type HrevOptions, type RequestSettings } from './transport';

/**
 * The API of an hrev service, with a key of one account. Its properties are the resources of v3, and their methods the requests. A
 * method returns the body of the response, and throws `HrevError` for an error response, `HrevConnectionError` or `HrevTimeoutError`
 * where there is none, and the reason of the signal if it was aborted.
 */
export class Hrev extends Resources {
  override readonly reviews: Reviews;

  /** Throws a TypeError for an address or a key that cannot be used. Sends nothing. */
  constructor(options: HrevOptions) {
    const send = sender(settingsOf(options));
    super(send);
    this.reviews = new Reviews(send);
  }
}

/** Settings of `createRequest`. */
export type CreateRequestOptions = RequestSettings & Partial<Pick<HrevOptions, 'apiKey'>>;

/**
 * Requests by method and path, for endpoints that `Hrev` has no method for, such as those of v2 or of a newer service. Their time-outs,
 * retries and errors are those of `Hrev`. Without `apiKey` they carry no key: for a page whose session is a cookie.
 *
 * Throws a TypeError for an address or a key that cannot be used. Sends nothing.
 */
export function createRequest({ apiKey, ...options }: CreateRequestOptions): Send {
  return sender(apiKey === undefined ? settingsWithoutKey(options) : settingsOf({ ...options, apiKey }));
}
