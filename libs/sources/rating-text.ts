/**
 * Reads ratings as people and plugins write them: `4.5`, `4,5/5`, `80%`, `★★★★☆`, `Rated 4.50 out of 5`, `4,5 sur 5 étoiles`,
 * `5 üzerinden 4`. A text of which any part is not understood is not read: `4 (good)`, `3 out of 5 people agree`.
 */
import { normalizeRating } from '@libs/kernel';
import type { CollectedReview } from './collected-review';
import { HALF_STAR, TokenReader, tokensOf } from './phrase-tokens';
import {
  CONNECTING_WORDS,
  BASIS_WORDS,
  COUNT_WORDS,
  LEADING_WORDS,
  NUMBER_WORDS,
  PERCENT_WORDS,
  POINT_WORDS,
  REVERSE_WORDS,
  SCALE_WORDS,
  STAR_WORDS,
  TRAILING_WORDS,
} from './rating-words';

/**
 * Parses a rating of a platform: a number, or a text such as "4.5", "4,5" or "4/5". Returns the original form, and the rating on
 * the scale from 1 to 5, which is null if the value is not a rating (0, 6 of 5, a word). A scale in the text has precedence over
 * `scale`.
 */
export function parseRating(
  value: number | string | null | undefined,
  scale: number,
): Pick<CollectedReview, 'rating' | 'ratingOriginal'> {
  if (value === null || value === undefined) return { ratingOriginal: null, rating: null };
  const ratingOriginal = String(value);
  if (typeof value === 'number') return { ratingOriginal, rating: normalizeRating(value, scale) };
  const read = readRatingText(value);
  return { ratingOriginal, rating: read === null ? null : normalizeRating(read.value, read.scale ?? scale) };
}

export interface RatingText {
  readonly value: number;
  /** The scale that the text states; null if it states none. */
  readonly scale: number | null;
}

/** Longer texts are no ratings. */
const MAX_LENGTH = 100;
const FULL_STARS = ['★', '⭐', '🌟', '✭', '✮', '✯'];
const EMPTY_STARS = ['☆', '✩', '⚝'];
const HALF_STARS = [HALF_STAR, '⯪'];
const MAX_STARS = 10;
/** The form of nearly all ratings. */
const NUMBER = /^\d{1,4}(?:[.,]\d{1,20})?$/;
/** With a slash and one of these scales, other words do not change the meaning of a rating: "Excellent 9/10". */
const COMMON_SCALES = new Set([5, 6, 7, 10, 20, 100]);

/** Whether all words beside a rating are known. */
type Words = 'known' | 'unknown';

interface Core extends RatingText {
  /** By signs (`★★★★☆`, `4★`), by a word (`4 stars`), or not. */
  readonly stars: 'signs' | 'word' | null;
  readonly hasSlash: boolean;
}

/** The scale that is stated beside a rating. */
interface Scale extends Pick<Core, 'stars' | 'hasSlash'> {
  /** The best rating. */
  readonly best: number;
}

/** Returns the value of a rating and the scale that its text states; null if the text is not understood. */
export function readRatingText(text: string): RatingText | null {
  if (NUMBER.test(text)) return { value: Number(text.replace(',', '.')), scale: null };
  if (text.length > MAX_LENGTH) return null;
  const reader = new TokenReader(tokensOf(withoutBrackets(text)));
  const before = skipWordsBefore(reader);
  const core = takeCore(reader);
  if (core === null) return null;
  return isClear(core, before, skipWordsAfter(reader, core)) ? { value: core.value, scale: core.scale } : null;
}

/** Unknown words may make a number something else than a rating; beside stars or a common scale they do not. */
function isClear(core: Core, before: Words, after: Words | 'other'): boolean {
  const isRating = core.stars === 'signs' || (core.hasSlash && COMMON_SCALES.has(core.scale ?? 0));
  if (after === 'known') return before === 'known' || isRating || core.stars !== null;
  return after === 'unknown' && isRating;
}

/** Returns the scale of a text such as `5`, `/5`, `out of 10`, `100%`, `5 stars`, `★★★★★`; null if it is not understood. */
export function readScaleText(text: string): number | null {
  if (text.length > MAX_LENGTH) return null;
  const reader = new TokenReader(tokensOf(withoutBrackets(text)));
  while (takeWordOfScale(reader));
  const core = takeCore(reader);
  if (core === null || skipWordsAfter(reader, core) !== 'known') return null;
  return core.scale === null || core.scale === core.value ? core.value : null;
}

const takeWordOfScale = (reader: TokenReader): boolean =>
  reader.takeOneOf('/', ':') ||
  [SCALE_WORDS, CONNECTING_WORDS, LEADING_WORDS].some((words) => reader.takePhrase(words));

function withoutBrackets(text: string): string {
  const trimmed = text.trim();
  return /^\([^()]*\)$/.test(trimmed) ? trimmed.slice(1, -1) : trimmed;
}

/** Skips the words before a rating, and returns whether all of them are known. */
function skipWordsBefore(reader: TokenReader): Words {
  let result: Words = 'known';
  for (;;) {
    if (reader.takePhrase(LEADING_WORDS) || reader.takePhrase(STAR_WORDS)) continue;
    if (reader.takeOneOf(':', '=', '|') || reader.takeSeparator('-', '–', '—')) continue;
    if (!reader.isAtWord || NUMBER_WORDS.has(reader.next ?? '')) return result;
    result = 'unknown';
    reader.skip();
  }
}

function takeCore(reader: TokenReader): Core | null {
  const stars = reader.attempt(() => takeStars(reader));
  if (stars === null) return takeNumbers(reader);
  const written = reader.attempt(() => takeNumbers(reader)) ?? reader.attempt(() => takeNumbersInBrackets(reader));
  if (written === null) return { ...stars, stars: 'signs', hasSlash: false };
  return isSameRating(stars, written) ? { ...written, scale: written.scale ?? stars.scale, stars: 'signs' } : null;
}

/** "★ 4.5" is a rating with a sign, "★★★★☆ 4/5" is the same rating twice. */
function isSameRating(stars: RatingText, written: RatingText): boolean {
  if (stars.value === 1 && stars.scale === null) return true;
  const isSameScale = stars.scale === null || written.scale === null || written.scale === stars.scale;
  return isSameScale && written.value === stars.value;
}

/** `★★★★☆`: the full stars of all stars. Without empty stars, the scale is unknown. */
function takeStars(reader: TokenReader): RatingText | null {
  const count = (signs: readonly string[]): number => {
    let taken = 0;
    while (taken <= MAX_STARS && reader.takeOneOf(...signs)) taken += 1;
    return taken;
  };
  const [full, half, empty] = [count(FULL_STARS), count(HALF_STARS), count(EMPTY_STARS)];
  const all = full + half + empty;
  if (all === 0 || all > MAX_STARS || half > 1) return null;
  return { value: full + half / 2, scale: empty > 0 ? all : null };
}

function takeNumbersInBrackets(reader: TokenReader): Core | null {
  const core = reader.takeOneOf('(') ? takeNumbers(reader) : null;
  return core !== null && reader.takeOneOf(')') ? core : null;
}

/** `4`, `4 stars`, `80%`, `4/5`, `4 out of 5 stars`, `4 (max. 5)`, `5 üzerinden 4`. */
function takeNumbers(reader: TokenReader): Core | null {
  const isWord = reader.isAtWord;
  const value = takeNumber(reader);
  if (value === null) return null;
  const unit = takeUnit(reader);
  if (reader.takePhrase(PERCENT_WORDS)) return { value, scale: 100, stars: null, hasSlash: false };
  const scale = reader.attempt(() => takeScale(reader));
  if (scale !== null) {
    return { value, scale: scale.best, stars: starsOf(unit) ?? scale.stars, hasSlash: scale.hasSlash };
  }
  const reverse = reader.attempt(() => (reader.takePhrase(REVERSE_WORDS) ? takeNumber(reader) : null));
  if (reverse !== null)
    return { value: reverse, scale: value, stars: starsOf(takeUnit(reader) ?? unit), hasSlash: false };
  // "Five" alone may be anything.
  return isWord && unit === null ? null : { value, scale: null, stars: starsOf(unit), hasSlash: false };
}

/** `/5`, `out of 5 stars`, `(max. 5)`. "From 120 reviews" is no scale. */
function takeScale(reader: TokenReader): Scale | null {
  if (reader.takeOneOf('/')) return takeBest(reader, true);
  if (reader.takeOneOf('(')) {
    const scale = takeWordOfScale(reader) ? takeBest(reader, false) : takeFullMarks(reader);
    return scale !== null && reader.takeOneOf(')') ? scale : null;
  }
  const scale = reader.takePhrase(CONNECTING_WORDS) ? takeBest(reader, false) : null;
  const isCount = scale !== null && reader.takes(() => takeCountedWords(reader));
  return isCount ? null : scale;
}

function takeBest(reader: TokenReader, hasSlash: boolean): Scale | null {
  const best = takeNumber(reader);
  return best === null ? null : { best, stars: starsOf(takeUnit(reader)), hasSlash };
}

/** `5点満点`: five points are full marks. */
function takeFullMarks(reader: TokenReader): Scale | null {
  const best = takeNumber(reader);
  return best !== null && reader.takePhrase(REVERSE_WORDS) ? { best, stars: null, hasSlash: false } : null;
}

/** Words that are counted and do not also end a rating ("4 out of 5 rating"). */
const takeCountedWords = (reader: TokenReader): boolean =>
  !reader.takePhrase(TRAILING_WORDS) && reader.takePhrase(COUNT_WORDS);

const takeNumber = (reader: TokenReader): number | null => {
  const word = NUMBER_WORDS.get(reader.next ?? '');
  if (word !== undefined) reader.skip();
  return word ?? reader.takeNumber();
};

type Unit = 'signs' | 'word' | 'points';

/** `★`: a sign of stars; `stars`, `-star`: a word; `points`: no stars. */
function takeUnit(reader: TokenReader): Unit | null {
  const unit = (): Unit | null => {
    if (reader.takeOneOf(...FULL_STARS)) return 'signs';
    if (reader.takePhrase(STAR_WORDS)) return 'word';
    return reader.takePhrase(POINT_WORDS) ? 'points' : null;
  };
  return unit() ?? reader.attempt(() => (reader.takeOneOf('-') ? unit() : null));
}

const starsOf = (unit: Unit | null): Core['stars'] => (unit === 'points' ? null : unit);

/** Skips the rest: known words, the number of reviews, remarks in brackets. Anything but words and known signs is `other`. */
function skipWordsAfter(reader: TokenReader, core: Core): Words | 'other' {
  let result: Words = 'known';
  while (!reader.isAtEnd) {
    if (reader.takes(() => takeCount(reader))) continue;
    if (reader.takePhrase(TRAILING_WORDS) || reader.takePhrase(STAR_WORDS)) continue;
    if (core.scale !== null && reader.takes(() => takeRemark(reader))) continue;
    if (reader.takeOneOf('.', '!', ',', ';') || reader.takeSeparator('-', '–', '—', '·', '|', '•')) continue;
    if (!reader.isAtWord) return 'other';
    result = 'unknown';
    reader.skip();
  }
  return result;
}

/** `based on 1,234 customer reviews`, `(12 reviews)`, `· 12 отзывов`. */
function takeCount(reader: TokenReader): boolean {
  const inBrackets = reader.takeOneOf('(');
  const hasLead = reader.takePhrase(BASIS_WORDS);
  if (reader.takeNumber() === null) return false;
  while (reader.takeOneOf(',', '.') || reader.takeNumber() !== null);
  let isCounted = hasLead && inBrackets;
  while (reader.takePhrase(COUNT_WORDS)) isCounted = true;
  return isCounted && (!inBrackets || reader.takeOneOf(')'));
}

/** `(good)`, `(12)`: after a rating with a scale, a remark in brackets does not change it. */
function takeRemark(reader: TokenReader): boolean {
  if (!reader.takeOneOf('(')) return false;
  if (reader.takeNumber() === null) while (reader.isAtWord) reader.skip();
  return reader.takeOneOf(')');
}
