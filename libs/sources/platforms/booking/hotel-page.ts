/**
 * Reads a property's page: its name, and the number and the token that requests for its reviews need. They are in the page's
 * scripts. No page was recorded, so several formats are tried.
 */
import { cleanTextOrNull } from '@libs/kernel';
import { z } from 'zod';
import { challengeOn } from '../../challenge-page';
import { jsonOrNull } from '../../read-shape';
import { Reading } from '../../reading';
import type { PlatformObject } from '../../source';
import { Blocked, Changed } from '../../source-errors';
import { RATING_SCALE } from './parse';

export interface HotelPage {
  readonly hotelId: string;
  readonly csrfToken: string | null;
  /** Booking.com's number of the property's city (`ufi`); the numbers of many cities are negative. */
  readonly cityId: number | null;
  /** The property's score, from 1 to 10. */
  readonly score: number | null;
  /** The number of reviews is not in the page but in the list. */
  readonly object: Omit<PlatformObject, 'reviewCount'>;
}

/** In the order of preference: data about other properties also contains `hotelId`. */
const HOTEL_IDS: readonly RegExp[] = [/\bb_hotel_id['"]?\s*[:=]\s*['"]?(\d{1,15})/, /"hotelId"\s*:\s*"?(\d{1,15})/];
const CSRF_TOKEN = /\bb_csrf_token['"]?\s*[:=]\s*['"]([\w.~+/=-]{8,2000})['"]/;
const CITY_IDS: readonly RegExp[] = [/\bb_ufi['"]?\s*[:=]\s*['"]?(-?\d{1,12})/, /"ufi"\s*:\s*"?(-?\d{1,12})/];
const SCORE = /\bdata-review-score\s*=\s*["'](\d{1,2}(?:[.,]\d{1,2})?)["']/;
const JSON_LD_START = /<script[^>]{0,200}type="application\/ld\+json"[^>]{0,200}>/g;
const SCRIPT_END = '</script>';
const MAX_BLOCKS = 10;

/** The property's number; null if the page has none. */
export function hotelIdOn(html: string): string | null {
  return firstMatch(HOTEL_IDS, html);
}

/**
 * Reads the page. Throws `Blocked` for a bot check, and for an empty shell, which Booking.com returns to browsers that it
 * recognizes as automated. Throws `Changed` for a page that describes a property without its number.
 */
export function readHotelPage(html: string): HotelPage {
  const hotelId = hotelIdOn(html);
  const object = describedObject(html);
  if (hotelId === null) throw withoutProperty(html, object);
  const csrfToken = CSRF_TOKEN.exec(html)?.[1] ?? null;
  return { hotelId, csrfToken, cityId: cityIdOn(html), score: scoreOn(html), object };
}

function withoutProperty(html: string, { name }: HotelPage['object']): Error {
  const challenge = challengeOn(html);
  if (challenge !== null) return new Blocked(`Booking.com shows ${challenge} instead of the page`);
  if (name !== null) return new Changed('The page has no number of a property');
  return new Blocked('Booking.com shows an empty page instead of the property');
}

function cityIdOn(html: string): number | null {
  const cityId = firstMatch(CITY_IDS, html);
  return cityId === null ? null : Number(cityId);
}

/** The group of the first pattern that matches; null if none does. */
function firstMatch(patterns: readonly RegExp[], html: string): string | null {
  for (const pattern of patterns) {
    const found = pattern.exec(html)?.[1];
    if (found !== undefined) return found;
  }
  return null;
}

function scoreOn(html: string): number | null {
  const score = Number((SCORE.exec(html)?.[1] ?? '').replace(',', '.'));
  return score > 0 ? score : null;
}

const hotelShape = z.object({
  name: z.string().nullish(),
  aggregateRating: z.object({ ratingValue: z.union([z.number(), z.string()]) }).nullish(),
});
const HOTEL_PARTS = { name: 'name', aggregateRating: 'average' } as const;

/** The first description with a name. Of a page without one, a description that cannot be read may be that of the property. */
function describedObject(html: string): HotelPage['object'] {
  let unread: HotelPage['object'] | undefined;
  for (const json of jsonLdOn(html)) {
    const { object, isNamed } = readDescription(json);
    if (isNamed) return object;
    if (object.unread !== undefined) unread ??= object;
  }
  return unread ?? { name: null, rating: null, ratingOriginal: null };
}

/** The texts of the first scripts with JSON-LD. A text may contain `<`: it ends where the script ends. */
function jsonLdOn(html: string): readonly string[] {
  const texts: string[] = [];
  for (const start of html.matchAll(JSON_LD_START)) {
    const from = start.index + start[0].length;
    const to = html.indexOf(SCRIPT_END, from);
    if (to < 0 || texts.length === MAX_BLOCKS) break;
    texts.push(html.slice(from, to));
  }
  return texts;
}

/** Reads a description. Its `unread` has the name of one that is not an object, and the parts that have another form. */
function readDescription(json: string): { readonly object: HotelPage['object']; readonly isNamed: boolean } {
  const reading = new Reading("Booking.com's description of the property");
  const described = objectOf(json);
  if (described === null) reading.miss('name');
  const { name, aggregateRating } = reading.shape(hotelShape, described ?? {}, HOTEL_PARTS);
  const average = reading.average(aggregateRating?.ratingValue, RATING_SCALE);
  const object = { name: cleanTextOrNull(name), ...average, unread: reading.unread };
  return { object, isNamed: typeof name === 'string' };
}

/** The object in a JSON text; null if it is something else. */
function objectOf(text: string): object | null {
  const value = jsonOrNull(text);
  return typeof value === 'object' && !Array.isArray(value) ? value : null;
}
