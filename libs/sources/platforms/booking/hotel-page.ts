/**
 * Reads a property's page: its name, and the number and the token that requests for its reviews need. They are in the page's
 * scripts. No page was recorded, so several formats are tried.
 */
import { cleanTextOrNull, normalizeRating } from '@libs/kernel';
import { z } from 'zod';
import { challengeOn } from '../../challenge-page';
import type { PlatformObject } from '../../source';
import { Blocked, Changed } from '../../source-errors';
import { RATING_SCALE } from './parse';

export interface HotelPage {
  readonly hotelId: string;
  readonly csrfToken: string | null;
  /** Booking.com's number of the property's city (`ufi`); negative for cities. */
  readonly cityId: number | null;
  /** The property's score, from 1 to 10. */
  readonly score: number | null;
  /** The number of reviews is not in the page but in the list. */
  readonly object: Omit<PlatformObject, 'reviewCount'>;
}

/** In the order of preference: data about other properties also contains `hotelId`. */
const HOTEL_IDS: readonly RegExp[] = [/\bb_hotel_id\s*[:=]\s*['"]?(\d{1,15})/, /"hotelId"\s*:\s*"?(\d{1,15})/];
const CSRF_TOKEN = /\bb_csrf_token['"]?\s*[:=]\s*['"]([\w.~+/=-]{8,2000})['"]/;
const CITY_IDS: readonly RegExp[] = [/\bb_ufi['"]?\s*[:=]\s*['"]?(-?\d{1,12})/, /"ufi"\s*:\s*"?(-?\d{1,12})/];
const SCORE = /\bdata-review-score\s*=\s*["'](\d{1,2}(?:[.,]\d{1,2})?)["']/;
const JSON_LD = /<script[^>]{0,200}type="application\/ld\+json"[^>]{0,200}>([^<]{2,200000})<\/script>/g;
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
  '@type': z.string(),
  name: z.string(),
  aggregateRating: z.object({ ratingValue: z.union([z.number(), z.string()]) }).nullish(),
});

function describedObject(html: string): HotelPage['object'] {
  let blocks = 0;
  for (const [, json = ''] of html.matchAll(JSON_LD)) {
    blocks += 1;
    if (blocks > MAX_BLOCKS) break;
    const result = hotelShape.safeParse(jsonOf(json));
    if (!result.success) continue;
    const score = result.data.aggregateRating?.ratingValue;
    const rating = score === undefined ? null : normalizeRating(Number(score), RATING_SCALE);
    return { name: cleanTextOrNull(result.data.name), rating, ratingOriginal: rating === null ? null : String(score) };
  }
  return { name: null, rating: null, ratingOriginal: null };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
