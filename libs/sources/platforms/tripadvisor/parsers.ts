import { connectionJson } from '../../access/owner-key';
import { parser } from '../../parsing/parser';
import { readLocation, readReviewPage } from './parse';
import { PLATFORM } from './terra-api';

/** What a parser receives beside the text of its response. */
export interface ResponseFacts {
  readonly status: number;
}

export const reviewPage = parser('tripadvisor/reviews', (text, { status }: ResponseFacts) =>
  readReviewPage(apiJson(text, status)),
);

export const location = parser('tripadvisor/location', (text, { status }: ResponseFacts) =>
  readLocation(apiJson(text, status)),
);

const apiJson = (text: string, status: number): unknown =>
  connectionJson(text, status, PLATFORM, 'Tripadvisor has no such location, or the key does not open it');
