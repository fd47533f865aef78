/**
 * Ratings of reviews and of the whole item: `ratingValue` on the scale of `bestRating` or of the operator's declaration (contract
 * §2.3).
 */
import { normalizeRating } from '@libs/kernel';
import { isItem, textOf, valuesOf, type Item, type Value } from './item';

export interface ParsedRating {
  /** As the page writes it. */
  readonly original: string | null;
  /** 1-5; null if the value is missing, not a number or outside its scale. */
  readonly rating: number | null;
}

/** Maximum length of a rating, because the patterns below are slow for long texts. */
const MAX_LENGTH = 40;
const NONE: ParsedRating = { original: null, rating: null };

/** The review's overall rating. The rating of an aspect ("cleanliness") is used only if there is no overall rating. */
export function reviewRating(review: Item, declaredScale: number): ParsedRating {
  const values = valuesOf(review, 'reviewRating', 'rating');
  const overall = values.find((value) => !isItem(value) || textOf(value, 'reviewAspect') === null) ?? values[0];
  return overall === undefined ? NONE : ratingOf(overall, declaredScale);
}

/** Reads a `Rating` or a bare value. `bestRating` overrides the declared scale, as do "4/5", "4 out of 5" and "80 %". */
export function ratingOf(value: Value, declaredScale: number): ParsedRating {
  const original = isItem(value) ? textOf(value, 'ratingValue', 'value') : value.trim() || null;
  if (original === null) return NONE;
  const parsed = parseRatingText(original);
  if (parsed === null) return { original, rating: null };
  const scale = bestOf(value) ?? parsed.scale ?? declaredScale;
  // A scale of one is a recommendation, not a rating.
  return { original, rating: scale <= 1 ? null : normalizeRating(parsed.value, scale) };
}

function bestOf(value: Value): number | null {
  const best = isItem(value) ? readNumber(textOf(value, 'bestRating') ?? '') : null;
  return best !== null && best > 0 ? best : null;
}

function parseRatingText(text: string): { value: number; scale: number | null } | null {
  if (text.length > MAX_LENGTH) return null;
  const match = /^(-?\d+(?:[.,]\d+)?)(?:\s*(?:(%)|(?:\/|out of|von|sur|de|из)\s*(\d+(?:[.,]\d+)?)|stars?|★+))?$/i.exec(
    text.trim(),
  );
  if (!match) return null;
  const value = Number(match[1]?.replace(',', '.'));
  if (match[2] !== undefined) return { value, scale: 100 };
  return { value, scale: match[3] === undefined ? null : Number(match[3].replace(',', '.')) };
}

/** "4", "4.5", "4,5"; null for anything else. */
function readNumber(text: string): number | null {
  return /^-?\d+(?:[.,]\d+)?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : null;
}

/** Parses a formatted count: "1,234", "1.234", "1 234", "(308)". Returns null for "12k" and other texts. */
export function readCount(text: string | null): number | null {
  const bare = text?.replace(/^\(|\)$/g, '').trim() ?? '';
  if (!/^\d{1,9}$|^\d{1,3}(?:[.,'’\s\u00a0\u202f]\d{3}){1,3}$|^\d{1,9}\.0+$/.test(bare)) return null;
  const count = Number(
    /^\d+\.0+$/.test(bare) && !/^\d{1,3}\.000$/.test(bare) ? bare.split('.')[0] : bare.replace(/\D/g, ''),
  );
  return Number.isSafeInteger(count) ? count : null;
}
