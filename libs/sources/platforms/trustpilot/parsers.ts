import { readJsonResponse, refuseChallenge } from '../../read-shape';
import { parser } from '../../parsing/parser';
import type { RenderedPage } from '../../source-browser';
import { Gone, Unavailable } from '../../source-errors';
import { PLATFORM } from './business-api';
import { readApiPage, readUnit } from './business-api-reviews';
import { readPage } from './page-state';
import { readBusiness, readReviews } from './parse';

/** Parses a rendered page: its reviews, and its data about the business and the list. */
export const businessPage = parser('trustpilot/page', (html, page: Omit<RenderedPage, 'html'>) => {
  const { businessUnit, filters, reviews } = readPage({ ...page, html });
  return {
    ...readReviews({ businessUnit, filters, reviews }),
    business: readBusiness({ businessUnit, filters, reviews }),
    businessUnit,
    filters,
    isEmpty: reviews.length === 0,
  };
});

interface ApiStatus {
  readonly status: number;
}

/** Parses a page of the Business API's list; throws the error of the response's status. */
export const apiPage = parser('trustpilot/api-reviews', (text, response: ApiStatus) =>
  readApiPage(dataOf(text, response)),
);

export const businessUnit = parser('trustpilot/api-unit', (text, response: ApiStatus) => ({
  object: readUnit(dataOf(text, response)),
}));

function dataOf(text: string, { status }: ApiStatus): unknown {
  refuseChallenge(text, PLATFORM);
  if (status === 404) throw new Gone('Trustpilot no longer has the connected business');
  if (status === 401 || status === 403)
    throw new Unavailable('credentials_rejected', `Trustpilot no longer accepts the API key (${status})`);
  return readJsonResponse(text, PLATFORM);
}
