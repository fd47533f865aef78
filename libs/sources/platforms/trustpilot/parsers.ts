import { connectionJson } from '../../access/owner-key';
import { parser } from '../../parsing/parser';
import type { RenderedPage } from '../../source-browser';
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
  readApiPage(apiJson(text, response)),
);

export const businessUnit = parser('trustpilot/api-unit', (text, response: ApiStatus) => ({
  object: readUnit(apiJson(text, response)),
}));

const apiJson = (text: string, { status }: ApiStatus): unknown =>
  connectionJson(text, status, PLATFORM, 'Trustpilot no longer has the connected business');
