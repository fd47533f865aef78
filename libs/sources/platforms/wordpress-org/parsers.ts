import { readJsonResponse } from '../../json-response';
import { parser } from '../../parsing/parser';
import { readDetails, readList, readReview, type Topic } from './parse';

export const topicList = parser('wordpress-org/list', (html, _facts: null) => readList(html));

export const review = parser('wordpress-org/topic', (html, topic: Topic) => ({ reviews: [readReview(html, topic)] }));

export const details = parser('wordpress-org/details', (text, _facts: null) =>
  readDetails(readJsonResponse(text, 'WordPress.org')),
);
