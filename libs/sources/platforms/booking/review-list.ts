/**
 * The list of review cards as the property's page asks for it: `ReviewList` of `POST /dml/graphql`. The cards were recorded;
 * question and envelope are those of public clients of 2026. The list says no with an object of its own in the place of the
 * cards (`ReviewsFrontendError`), under status 200.
 */
import { z } from 'zod';
import { challengeOn } from '../../challenge-page';
import { pageFault } from '../../page-status';
import { readJson, readShape } from '../../read-shape';
import { Blocked } from '../../source-errors';
import type { PageAnswer, PageFetch } from '../../source-browser';
import type { HotelPage } from './hotel-page';

/** As the page asks. */
const PAGE_SIZE = 10;

/** The order that is asked for first; the answer tells which orders there are. */
export const NEWEST_FIRST = 'NEWEST_FIRST';

const QUERY =
  'query ReviewList($input: ReviewListFrontendInput!) { reviewListFrontend(input: $input) { __typename ' +
  '... on ReviewListFrontendResult { reviewsCount sorters { name value } ' +
  'reviewCard { reviewUrl reviewScore reviewedDate isApproved helpfulVotesCount ' +
  'guestDetails { username anonymous countryCode guestTypeTranslation } ' +
  'bookingDetails { customerType roomId checkinDate checkoutDate numNights stayStatus roomType { id name } } ' +
  'textDetails { title positiveText negativeText lang } partnerReply { reply } ' +
  'photos { id urls { size url } } } } ' +
  '... on ReviewsFrontendError { statusCode message } } }';

const listShape = z.object({
  reviewsCount: z.number().int().min(0),
  reviewCard: z.array(z.record(z.string(), z.unknown())),
  sorters: z.array(z.object({ name: z.string().nullish(), value: z.string() })).nullish(),
});
const refusalShape = z.object({
  __typename: z.literal('ReviewsFrontendError').optional(),
  statusCode: z.number().int(),
});
const answerShape = z.object({ data: z.object({ reviewListFrontend: z.union([listShape, refusalShape]) }) });

type Sorter = NonNullable<z.infer<typeof listShape>['sorters']>[number];

export interface CardPage {
  readonly cards: readonly Readonly<Record<string, unknown>>[];
  readonly total: number;
  /** The orders that the list has; empty where it does not tell. */
  readonly sorters: readonly Sorter[];
}

/** Which part of the list is asked for. */
export interface CardRange {
  readonly skip: number;
  readonly sorter: string;
}

/** The request for the cards from number `skip` on. */
export function listRequest(hotel: HotelPage, country: string, { skip, sorter }: CardRange): PageFetch {
  const { hotelId, csrfToken, cityId, score } = hotel;
  const input = {
    hotelId: Number(hotelId),
    ...(cityId === null ? {} : { ufi: cityId, searchFeatures: { destId: cityId, destType: 'CITY' } }),
    ...(score === null ? {} : { hotelScore: score }),
    hotelCountryCode: country,
    sorter,
    filters: { text: '' },
    skip,
    limit: PAGE_SIZE,
    upsortReviewUrl: '',
  };
  return {
    url: 'https://www.booking.com/dml/graphql?lang=en-gb',
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(csrfToken === null ? {} : { 'x-booking-csrf-token': csrfToken }),
    },
    body: JSON.stringify({ operationName: 'ReviewList', variables: { input }, extensions: {}, query: QUERY }),
  };
}

/** The name that the list has for "newest first", where it is another than the one that was asked for; else null. */
export function otherNewestFirst({ sorters }: Pick<CardPage, 'sorters'>): string | null {
  if (sorters.length === 0 || sorters.some(({ value }) => value === NEWEST_FIRST)) return null;
  return sorters.find(({ value }) => /NEWEST|RECENT/i.test(value))?.value ?? null;
}

/** Throws what the status means, `Blocked` at a bot check or where the list says no, `Changed` at another shape. */
export function readCardPage(answer: PageAnswer): CardPage {
  const fault = pageFault('Booking.com', answer);
  if (fault !== null) throw fault;
  const challenge = /^\s*</.test(answer.body) ? challengeOn(answer.body) : null;
  if (challenge !== null) throw new Blocked(`Booking.com shows ${challenge} instead of the reviews`);
  const { data } = readShape(answerShape, readJson(answer.body, 'The list of reviews'), 'The list of reviews');
  const list = data.reviewListFrontend;
  if ('statusCode' in list) throw refusalOf(list.statusCode);
  return { cards: list.reviewCard, total: list.reviewsCount, sorters: list.sorters ?? [] };
}

/** What the list's own word means; the message beside it is written for developers and not passed on. */
function refusalOf(statusCode: number): Error {
  const known = statusCode === 429 || (statusCode >= 500 && statusCode <= 599);
  const fault = known ? pageFault('Booking.com', { status: statusCode }) : null;
  return fault ?? new Blocked(`Booking.com refuses the list of reviews (${statusCode})`);
}
