/** Connections to Yelp: a key for the Places API, which opens every business that Yelp shows through it. */
import type { SourceConnecting } from '../../connecting';
import { linkedPage } from '../../linked-page';
import {
  AccessInsufficient,
  AccessRevoked,
  CardNotYours,
  isSuccess,
  PlatformRefused,
  publishFailure,
  type PublishError,
} from '../../publish-errors';
import type { PublishResponse } from '../../source-http';
import { businessOf, HOSTS, match, SHORT_HOST } from './match';
import { readBusiness } from './parse';
import {
  businessUrl,
  CREDENTIAL_FIELDS,
  errorCodeIn,
  isBusinessId,
  keyHeaders,
  MALFORMED_KEY,
  PLAN_WITHOUT_REVIEWS,
  PLATFORM,
  reviewsUrl,
  UNAVAILABLE,
} from './places-api';

export const connecting: SourceConnecting = {
  hosts: [...HOSTS, SHORT_HOST],
  credentialFields: CREDENTIAL_FIELDS,

  async check(objectUrl, tools) {
    const page = await linkedPage(objectUrl, { match, what: 'a business on Yelp' }, tools);
    const name = businessOf(new URL(page));
    if (name === null) throw new CardNotYours('The address does not name a business');
    const headers = keyHeaders(tools.credentials['api_key'] ?? '');
    const response = await tools.http.request(businessUrl(name), { headers });
    if (!isSuccess(response)) throw failureOf(response);
    const { id, object } = readBusiness(response.json());
    if (!isBusinessId(id)) throw new PlatformRefused('Yelp returned the business in an unexpected format');
    const reviews = await tools.http.request(reviewsUrl(id, null), { headers });
    if (reviews.status === 404) throw new AccessInsufficient(PLAN_WITHOUT_REVIEWS);
    if (!isSuccess(reviews)) throw failureOf(reviews);
    return { card: id, name: object.name };
  },
};

function failureOf(response: PublishResponse): PublishError {
  const { status } = response;
  const code = errorCodeIn(response.body);
  if (status === 404) return new CardNotYours('Yelp has no such business');
  if (status === 403 && code === UNAVAILABLE)
    return new CardNotYours('Yelp does not show this business through its API');
  if (status === 401 || status === 403 || (status === 400 && code === MALFORMED_KEY))
    return new AccessRevoked(`Yelp does not accept the key (${code ?? status})`);
  return publishFailure(response, { platform: PLATFORM, requestKind: 'read', detail: code });
}
