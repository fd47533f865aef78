/**
 * The list of review cards as the property's page asks for it: `ReviewList` of `POST /dml/graphql`, newest first. The cards
 * were recorded; question and envelope are known from the page's scripts only.
 */
import { z } from 'zod';
import { challengeOn } from '../../challenge-page';
import { pageFault } from '../../page-status';
import { readJson, readShape } from '../../read-shape';
import { Blocked } from '../../source-errors';
import type { PageAnswer, PageFetch } from '../../source-browser';
import type { HotelPage } from './hotel-page';

const PAGE_SIZE = 25;

const QUERY =
  'query ReviewList($input: ReviewListFrontendInput!) { reviewListFrontend(input: $input) { ' +
  '... on ReviewListFrontendResult { reviewsCount reviewCard { reviewUrl reviewScore reviewedDate isApproved helpfulVotesCount ' +
  'guestDetails { username anonymous countryCode guestTypeTranslation } ' +
  'bookingDetails { customerType roomId checkinDate checkoutDate numNights stayStatus roomType { id name } } ' +
  'textDetails { title positiveText negativeText lang } partnerReply { reply } ' +
  'photos { id urls { size url } } } } } }';

const answerShape = z.object({
  data: z.object({
    reviewListFrontend: z.object({
      reviewsCount: z.number().int().min(0),
      reviewCard: z.array(z.record(z.string(), z.unknown())),
    }),
  }),
});

export interface CardPage {
  readonly cards: readonly Readonly<Record<string, unknown>>[];
  readonly total: number;
}

/** The request for the cards from number `skip` on. */
export function listRequest({ hotelId, csrfToken }: HotelPage, country: string, skip: number): PageFetch {
  const input = {
    hotelId: Number(hotelId),
    hotelCountryCode: country,
    sorter: 'NEWEST_FIRST',
    filters: { text: '' },
    skip,
    limit: PAGE_SIZE,
    upsortReviewUrl: '',
  };
  return {
    url: 'https://www.booking.com/dml/graphql',
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(csrfToken === null ? {} : { 'x-booking-csrf-token': csrfToken }),
    },
    body: JSON.stringify({ operationName: 'ReviewList', variables: { input }, extensions: {}, query: QUERY }),
  };
}

/** Throws what the status means, `Blocked` at a bot check, `Changed` at another shape. */
export function readCardPage(answer: PageAnswer): CardPage {
  const fault = pageFault('Booking.com', answer);
  if (fault !== null) throw fault;
  const challenge = /^\s*</.test(answer.body) ? challengeOn(answer.body) : null;
  if (challenge !== null) throw new Blocked(`Booking.com shows ${challenge} instead of the reviews`);
  const { data } = readShape(answerShape, readJson(answer.body, 'The list of reviews'), 'The list of reviews');
  return { cards: data.reviewListFrontend.reviewCard, total: data.reviewListFrontend.reviewsCount };
}
