import { parser } from '../../parsing/parser';
import type { PageResponse } from '../../source-browser';
import { readHotelPage } from './hotel-page';
import { readCard } from './parse';
import { readCardPage } from './review-list';

export const hotelPage = parser('booking/hotel', (html) => readHotelPage(html));

/** Parses a page of the list; each card is one review. */
export const cardPage = parser('booking/cards', (body, response: Omit<PageResponse, 'body'>) => {
  const { cards, ...list } = readCardPage({ ...response, body });
  return { ...list, reviews: cards.map(readCard) };
});
