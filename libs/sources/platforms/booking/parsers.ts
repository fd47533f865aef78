import { parser } from '../../parsing/parser';
import type { PageAnswer } from '../../source-browser';
import { readHotelPage } from './hotel-page';
import { readCard } from './parse';
import { readCardPage } from './review-list';

export const hotelPage = parser('booking/hotel', (html) => readHotelPage(html));

/** One page of the list of cards; how many cards it had is told by how many reviews it gives. */
export const cardPage = parser('booking/cards', (body, answer: Omit<PageAnswer, 'body'>) => {
  const { cards, ...list } = readCardPage({ ...answer, body });
  return { ...list, reviews: cards.map(readCard) };
});
