/**
 * A property's page: the number that its reviews are asked by, the token that the page sends along, its name. The page
 * tells them to its own scripts; none of it was recorded, so several forms are looked for.
 */
import { cleanTextOrNull, normaliseRating } from '@libs/kernel';
import { z } from 'zod';
import { challengeOn } from '../../challenge-page';
import type { PlatformObject } from '../../source';
import { Blocked, Changed } from '../../source-errors';
import { RATING_SCALE } from './parse';

export interface HotelPage {
  readonly hotelId: string;
  readonly csrfToken: string | null;
  /** Without the number of reviews, which the list tells. */
  readonly object: Omit<PlatformObject, 'reviewCount'>;
}

const HOTEL_ID = /\bb_hotel_id\s*[:=]\s*['"]?(\d{1,15})|"hotelId"\s*:\s*"?(\d{1,15})/;
const CSRF_TOKEN = /\bb_csrf_token['"]?\s*[:=]\s*['"]([\w.~+/=-]{8,2000})['"]/;
const JSON_LD = /<script[^>]{0,200}type="application\/ld\+json"[^>]{0,200}>([^<]{2,200000})<\/script>/g;
const MAX_BLOCKS = 10;

/** The number of the property on its page, or null where the page tells none. */
export function hotelIdOn(html: string): string | null {
  const found = HOTEL_ID.exec(html);
  return found?.[1] ?? found?.[2] ?? null;
}

/** Throws `Blocked` at a bot check in the page's place, and `Changed` at a page that names no property. */
export function readHotelPage(html: string): HotelPage {
  const hotelId = hotelIdOn(html);
  if (hotelId === null) {
    const challenge = challengeOn(html);
    if (challenge !== null) throw new Blocked(`Booking.com shows ${challenge} instead of the page`);
    throw new Changed('The page names no property');
  }
  return { hotelId, csrfToken: CSRF_TOKEN.exec(html)?.[1] ?? null, object: describedObject(html) };
}

const hotelShape = z.object({
  '@type': z.string(),
  name: z.string(),
  aggregateRating: z.object({ ratingValue: z.union([z.number(), z.string()]) }).nullish(),
});

function describedObject(html: string): HotelPage['object'] {
  for (const [, json = ''] of [...html.matchAll(JSON_LD)].slice(0, MAX_BLOCKS)) {
    const read = hotelShape.safeParse(jsonOf(json));
    if (!read.success) continue;
    const score = read.data.aggregateRating?.ratingValue;
    const rating = score === undefined ? null : normaliseRating(Number(score), RATING_SCALE);
    return { name: cleanTextOrNull(read.data.name), rating, ratingOriginal: rating === null ? null : String(score) };
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
