import { parser } from '../../parsing/parser';
import type { RenderedPage } from '../../source-browser';
import { readPage } from './page-state';
import { readBusiness, readReviews } from './parse';

/** Parses a rendered page: its reviews, and its data about the business and the list. */
export const businessPage = parser('trustpilot/page', (html, page: Omit<RenderedPage, 'html'>) => {
  const { businessUnit, filters, reviews } = readPage({ ...page, html });
  return {
    reviews: readReviews({ businessUnit, filters, reviews }),
    business: readBusiness({ businessUnit, filters, reviews }),
    businessUnit,
    filters,
    isEmpty: reviews.length === 0,
  };
});
