/**
 * Ratings of reviews and of the whole item (contract §2.3). The scale in the value ("4/5") has precedence over `bestRating`, which
 * is a setting of the template, and `bestRating` over the operator's declaration.
 */
import { normalizeRating } from '@libs/kernel';
import { readRatingText, readScaleText } from '../../rating-text';
import { readCountText } from '../../count-text';
import { isItem, isUnknown, textOf, valuesOf, type Item, type Value } from './item';
import { UNREAD, type Reading } from './unread';
import { RATING_PROPERTIES } from './vocabulary';

export interface ParsedRating {
  /** As the page writes it; null if the page has no rating. */
  readonly original: string | null;
  /** 1-5; null if there is none: no value, zero, or a recommendation. `UNREAD` if the value is not understood or not on its scale. */
  readonly rating: Reading<number>;
}

const NONE: ParsedRating = { original: null, rating: null };

/**
 * The review's overall rating. Ratings of aspects ("cleanliness") are used only if there is no overall rating. Several overall
 * ratings that differ are unread.
 */
export function reviewRating(review: Item, declaredScale: number): ParsedRating {
  const values = valuesOf(review, ...RATING_PROPERTIES);
  const overall =
    [isOverall, hasNoAspect].map((test) => values.filter(test)).find((chosen) => chosen.length > 0) ?? values;
  const ratings = overall
    .map((value) => ratingOf(value, declaredScale))
    .filter(({ original, rating }) => original !== null || rating === UNREAD);
  const [first = NONE] = ratings;
  const differs = overall !== values && ratings.some(({ rating }) => rating !== first.rating);
  return differs ? { original: first.original, rating: UNREAD } : first;
}

const hasNoAspect = (value: Value): boolean => !isItem(value) || textOf(value, 'reviewAspect') === null;
/** Sites also name the aspect of a rating by `name`. */
const isOverall = (value: Value): boolean => hasNoAspect(value) && (!isItem(value) || textOf(value, 'name') === null);

/** Reads a `Rating` or a bare value. */
export function ratingOf(value: Value, declaredScale: number): ParsedRating {
  if (!isItem(value)) return value.trim() === '' ? NONE : onScale(value.trim(), null, declaredScale);
  const original = textOf(value, 'ratingValue', 'value');
  if (original !== null) return onScale(original, bestOf(value), declaredScale);
  const hasValue = valuesOf(value, 'ratingValue').some(isItem) || isUnknown(value);
  return hasValue ? { original, rating: UNREAD } : NONE;
}

function onScale(original: string, best: Reading<number>, declaredScale: number): ParsedRating {
  const read = readRatingText(original);
  const scale = read?.scale ?? best ?? declaredScale;
  if (read === null || scale === UNREAD) return { original, rating: UNREAD };
  // Zero is "no stars", and a scale of one is a recommendation.
  if (read.value === 0 || scale === 1) return { original, rating: null };
  return { original, rating: normalizeRating(read.value, scale) ?? UNREAD };
}

/** The scale of `bestRating`. A text without a number above zero ("many") is no scale and is ignored. */
function bestOf(rating: Item): Reading<number> {
  const text = textOf(rating, 'bestRating');
  if (text === null) return null;
  const best = readScaleText(text);
  if (best === null) return /[1-9]/.test(text) ? UNREAD : null;
  return best === 0 ? null : isReversed(rating, best) ? UNREAD : best;
}

/** Whether a lower value is better, as in the school grades of some countries. */
function isReversed(rating: Item, best: number): boolean {
  const worst = textOf(rating, 'worstRating');
  const scale = worst === null ? null : readScaleText(worst);
  return scale !== null && scale > best;
}

/** The number in a property; `UNREAD` for an approximate number ("12k") and for other texts. */
export function countOf(item: Item, property: string): Reading<number> {
  const text = textOf(item, property);
  if (text === null) return null;
  return readCountText(text) ?? UNREAD;
}
