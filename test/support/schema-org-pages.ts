/** Pages with schema.org markup, and their parsed form. */
import type { CollectedReview } from '@libs/sources';
import { parsePage, type ParsedPage } from '@libs/sources/platforms/schema-org/parse';

export const PAGE = 'https://inns.example/harbour';
const NOW = new Date('2026-11-21T12:00:00Z');
/** Parses a page with this body. */
export const parse = (body: string, ratingScale = 5): ParsedPage =>
  parsePage(`<!DOCTYPE html><html lang="en"><body>${body}</body></html>`, { pageUrl: PAGE, ratingScale, now: NOW });
/** A script of JSON-LD with this text, which may be invalid JSON. */
export const script = (text: string): string => `<script type="application/ld+json">${text}</script>`;
/** A script of JSON-LD. */
export const ld = (value: unknown): string => script(JSON.stringify(value).replaceAll('<', '\\u003c'));
/** A hotel in JSON-LD with one review, or with a list of reviews. */
export const inn = (review: unknown, more: object = {}): string =>
  ld({ '@type': 'Hotel', name: 'Harbour Inn', review, ...more });
export const REVIEW = {
  '@type': 'Review',
  author: 'Orla Quinn',
  reviewBody: 'Calm rooms.',
  datePublished: '2026-05-02',
};
/** The only review of a page. */
export const only = (page: ParsedPage): CollectedReview => {
  expect(page.reviews).toHaveLength(1);
  return page.reviews[0] as CollectedReview;
};
/** The texts of the reviews of a page, in order. */
export const texts = (page: ParsedPage): (string | null)[] => page.reviews.map(({ text }) => text);
