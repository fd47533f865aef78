import { jsonAnswer } from '../../json-answer';
import { parser } from '../../parsing/parser';
import { readDetails, readReviewsPage } from './parse';

export const reviewsPage = parser('steam/reviews', (text, { appId }: { readonly appId: string }) =>
  readReviewsPage(jsonAnswer(text, 'Steam'), appId),
);

export const details = parser('steam/details', (text, { appId }: { readonly appId: string }) =>
  readDetails(jsonAnswer(text, 'Steam'), appId),
);
