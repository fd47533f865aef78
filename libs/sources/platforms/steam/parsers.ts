import { readJsonResponse } from '../../read-shape';
import { parser } from '../../parsing/parser';
import { readDetails, readReviewsPage } from './parse';

export const reviewsPage = parser('steam/reviews', (text, { appId }: { readonly appId: string }) =>
  readReviewsPage(readJsonResponse(text, 'Steam'), appId),
);

export const details = parser('steam/details', (text, { appId }: { readonly appId: string }) =>
  readDetails(readJsonResponse(text, 'Steam'), appId),
);
