import { Resources } from './generated/resources.gen';
import { Reviews } from './reviews';
import { sender, settingsOf, type HrevOptions } from './transport';

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
