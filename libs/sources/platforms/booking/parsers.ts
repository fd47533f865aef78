import { readJsonResponse, refuseChallenge } from '../../read-shape';
import { parser } from '../../parsing/parser';
import { readItems } from '../../reading';
import type { PageResponse } from '../../source-browser';
import { Gone, Unavailable } from '../../source-errors';
import { readApiPage } from './api-reviews';
import { PLATFORM } from './guest-review-api';
import { readHotelPage } from './hotel-page';
import { CARD, readCard } from './parse';
import { readCardPage } from './review-list';

export const hotelPage = parser('booking/hotel', (html) => readHotelPage(html));

/** Parses a page of the list; each card is one review. */
export const cardPage = parser('booking/cards', (body, response: Omit<PageResponse, 'body'>) => {
  const { cards, ...list } = readCardPage({ ...response, body });
  return { ...list, ...readItems(cards, CARD, readCard) };
});

/** Parses a page of the Guest Review API; throws the error of the response's status. */
export const apiPage = parser('booking/api-reviews', (text, { status }: { readonly status: number }) => {
  refuseChallenge(text, PLATFORM);
  if (status === 404) throw new Gone('Booking.com no longer has the connected property');
  if (status === 401 || status === 403)
    throw new Unavailable('credentials_rejected', `Booking.com no longer lets the connection read reviews (${status})`);
  return readApiPage(readJsonResponse(text, PLATFORM));
});
