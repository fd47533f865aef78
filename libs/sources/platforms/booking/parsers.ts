import { connectionJson } from '../../access/owner-key';
import { parser } from '../../parsing/parser';
import { readItems } from '../../reading';
import type { PageResponse } from '../../source-browser';
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
export const apiPage = parser('booking/api-reviews', (text, { status }: { readonly status: number }) =>
  readApiPage(connectionJson(text, status, PLATFORM, 'Booking.com no longer has the connected property')),
);
