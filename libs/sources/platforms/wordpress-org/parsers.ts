import { readJsonResponse } from '../../read-shape';
import { parser } from '../../parsing/parser';
import { readItems } from '../../reading';
import { readDetails, readList, readReview, RECORD, type Topic } from './parse';

export const topicList = parser('wordpress-org/list', (html, _facts: null) => readList(html));

export const review = parser('wordpress-org/topic', (html, topic: Topic) =>
  readItems([html], RECORD, (page, reading) => readReview(page, topic, reading)),
);

export const details = parser('wordpress-org/details', (text, _facts: null) =>
  readDetails(readJsonResponse(text, 'WordPress.org')),
);
