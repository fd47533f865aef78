/**
 * The list of review cards, with the request that the property's page sends: `ReviewList` of `POST /dml/graphql`. The cards were
 * recorded; the request and the response's format follow public clients of 2026. A refusal is a `ReviewsFrontendError` object in
 * place of the list, with status 200.
 */
import { z } from 'zod';
import { challengeOn } from '../../challenge-page';
import { pageError } from '../../response-status';
import { readJson, readShape } from '../../read-shape';
import { Blocked } from '../../source-errors';
import type { PageResponse, PageFetch } from '../../source-browser';
import type { HotelPage } from './hotel-page';

/** The page size of the page's request. */
const PAGE_SIZE = 10;

/** The order of the first request; the response lists the available orders. */
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
  reviewCard: z.array(z.unknown()),
  sorters: z.array(z.object({ name: z.string().nullish(), value: z.string() })).nullish(),
});
const refusalShape = z.object({
  __typename: z.literal('ReviewsFrontendError').optional(),
  statusCode: z.number().int(),
});
const responseShape = z.object({ data: z.object({ reviewListFrontend: z.union([listShape, refusalShape]) }) });

type Sorter = NonNullable<z.infer<typeof listShape>['sorters']>[number];

export interface CardPage {
  readonly cards: readonly unknown[];
  readonly total: number;
  /** The available orders; empty if the response does not list them. */
  readonly sorters: readonly Sorter[];
}

/** The part of the list to request. */
export interface CardRange {
  readonly skip: number;
  readonly sorter: string;
}

/** The request for the cards from offset `skip`. */
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

/** The list's name for "newest first" if it differs from `NEWEST_FIRST`, else null. */
export function otherNewestFirst({ sorters }: Pick<CardPage, 'sorters'>): string | null {
  if (sorters.length === 0 || sorters.some(({ value }) => value === NEWEST_FIRST)) return null;
  return sorters.find(({ value }) => /NEWEST|RECENT/i.test(value))?.value ?? null;
}

/** Reads a page of cards. Throws the error of the status, `Blocked` for a bot check or a refused list, `Changed` if it does not match. */
export function readCardPage(response: PageResponse): CardPage {
  const error = pageError('Booking.com', response);
  if (error !== null) throw error;
  const challenge = /^\s*</.test(response.body) ? challengeOn(response.body) : null;
  if (challenge !== null) throw new Blocked(`Booking.com shows ${challenge} instead of the reviews`);
  const { data } = readShape(responseShape, readJson(response.body, 'The list of reviews'), 'The list of reviews');
  const list = data.reviewListFrontend;
  if ('statusCode' in list) throw refusalOf(list.statusCode);
  return { cards: list.reviewCard, total: list.reviewsCount, sorters: list.sorters ?? [] };
}

/** The error for a refused list. Booking.com's message is not passed on, because it addresses the page's developers. */
function refusalOf(statusCode: number): Error {
  const hasErrorClass = statusCode === 429 || (statusCode >= 500 && statusCode <= 599);
  const error = hasErrorClass ? pageError('Booking.com', { status: statusCode }) : null;
  return error ?? new Blocked(`Booking.com refuses the list of reviews (${statusCode})`);
}
