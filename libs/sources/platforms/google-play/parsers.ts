import { parser } from '../../parsing/parser';
import { readDetails } from './details-page';
import { readPayload } from './envelope';
import { readReviewsPage } from './parse';

export const reviewsPage = parser('google-play/reviews', (text, { appId }: { readonly appId: string }) =>
  readReviewsPage(readPayload(text), appId),
);

export const details = parser('google-play/details', (text) => readDetails(text));
