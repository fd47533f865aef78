import { connectionRejected } from '../../access/owner-key';
import { readJsonResponse, refuseChallenge } from '../../read-shape';
import { parser } from '../../parsing/parser';
import { readDetails } from './details-page';
import { PLATFORM } from './developer-api';
import { readPayload } from './envelope';
import { readReviewsPage, type ReviewsPage } from './parse';
import { readDeveloperPage } from './parse-developer';

export const reviewsPage = parser('google-play/reviews', (text, { appId }: { readonly appId: string }) =>
  readReviewsPage(readPayload(text), appId),
);

export const details = parser('google-play/details', (text) => readDetails(text));

export interface DeveloperPageFacts {
  readonly appId: string;
  readonly status: number;
}

/** Parses a page of the list for developers. If the API does not have the app (404), the page has no reviews. */
export const developerPage = parser(
  'google-play/developer-reviews',
  (text, { appId, status }: DeveloperPageFacts): ReviewsPage => {
    refuseChallenge(text, PLATFORM);
    if (status === 401 || status === 403) throw connectionRejected(PLATFORM, `status ${status}`);
    if (status === 404) return { reviews: [], nextToken: null };
    return readDeveloperPage(readJsonResponse(text, PLATFORM), appId);
  },
);
