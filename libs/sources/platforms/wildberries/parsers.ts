import { connectionRejected } from '../../access/owner-key';
import { readJsonResponse, refuseChallenge } from '../../read-shape';
import { parser } from '../../parsing/parser';
import { readBasket } from './basket';
import { readBasketCard, readCard, readFeedbacks } from './parse';
import { readSellerPage } from './parse-seller';
import { PLATFORM } from './seller-api';

interface Facts {
  readonly article: string;
}

export const card = parser('wildberries/card', (text, { article }: Facts) => ({
  found: readCard(readJsonResponse(text, 'Wildberries'), article),
}));

export const basketCard = parser('wildberries/basket-card', (text, { article }: Facts) => ({
  card: readBasketCard(readJsonResponse(text, 'Wildberries'), article),
}));

export const basketRoute = parser('wildberries/basket-route', (text, { article }: Facts) => ({
  host: readBasket(readJsonResponse(text, 'Wildberries'), article),
}));

export const feedbacks = parser('wildberries/feedbacks', (text, { article }: Facts) =>
  readFeedbacks(readJsonResponse(text, 'Wildberries'), article),
);

export interface SellerFacts extends Facts {
  readonly status: number;
}

export const sellerReviews = parser('wildberries/seller-reviews', (text, { article, status }: SellerFacts) => {
  refuseChallenge(text, PLATFORM);
  if (status === 401 || status === 403) throw connectionRejected(PLATFORM, `status ${status}`);
  return readSellerPage(readJsonResponse(text, PLATFORM), article);
});
