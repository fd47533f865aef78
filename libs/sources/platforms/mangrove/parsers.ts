/** The parsers of each response, for parsing threads. */
import { readJsonResponse } from '../../read-shape';
import { parser } from '../../parsing/parser';
import { readReply, readReviews, readSubject } from './parse';

export const reviewsList = parser('mangrove/reviews', (text, { subject }: { readonly subject: string }) =>
  readReviews(readJsonResponse(text, 'Mangrove'), subject),
);

export const reviewsOfReview = parser('mangrove/reply', (text) => readReply(readJsonResponse(text, 'Mangrove')));

export const subjectData = parser('mangrove/subject', (text) => readSubject(readJsonResponse(text, 'Mangrove')));
