import { readJsonResponse } from '../../json-response';
import { parser } from '../../parsing/parser';
import { readCard, readFeedbacks } from './parse';

interface Facts {
  readonly article: string;
}

export const card = parser('wildberries/card', (text, { article }: Facts) => ({
  found: readCard(readJsonResponse(text, 'Wildberries'), article),
}));

export const feedbacks = parser('wildberries/feedbacks', (text, { article }: Facts) =>
  readFeedbacks(readJsonResponse(text, 'Wildberries'), article),
);
