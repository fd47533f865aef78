/** A file of reviews from elsewhere (contract §4.22): JSON lines, each of which has one review. */
import { cleanText, isOneLine, normalizeRating, parseLocalDateTime, type LocalDateTime } from '@libs/kernel';
import { collectedReview, joinTexts, type CollectedReview } from '@libs/sources';

/** A line that can be read. */
export interface ReviewLine {
  /** From 1. */
  readonly line: number;
  /** The object: its id, or its exact name. */
  readonly object: number | string;
  readonly sourceSlug: string;
  readonly origin: string | null;
  readonly review: CollectedReview;
}

/** A line that cannot be read. */
export interface BadReviewLine {
  readonly line: number;
  readonly fault: string;
}

export type LineOfFile = ReviewLine | BadReviewLine;

/** Lines of a request, and lines that are stored in one transaction. */
export const LINES_AT_MOST = 1_000;
export const CHARACTERS_AT_MOST = 250_000;

/** Fields of an exported review (contract §4.18) that tell an import nothing. */
const IGNORED = [
  ...['id', 'link_id', 'source_id', 'has_images', 'images', 'has_videos', 'videos', 'is_deleted', 'deleted_at'],
  ...['last_seen_at', 'updated_at', 'is_hidden', 'is_pinned', 'pin_position', 'provenance', 'language'],
] as const;

/** The longest text of each field. */
const TEXTS = {
  object_name: 200,
  source_slug: 100,
  origin: 100,
  external_review_id: 500,
  author: 200,
  text: 50_000,
  positive: 50_000,
  negative: 50_000,
  rating_original: 100,
  review_url: 2_048,
  reply_text: 50_000,
  review_date: 40,
  reply_date: 40,
} as const;

const FIELDS: readonly string[] = [...Object.keys(TEXTS), 'object_id', 'rating', 'rating_scale'];
const KNOWN: ReadonlySet<string> = new Set([...FIELDS, ...IGNORED]);
const DEFAULT_SCALE = 5;
const LARGEST_SCALE = 1_000;
/** A platform's clock may be this far ahead of ours. */
const AHEAD_MS = 36 * 3_600_000;
/** The prefixes of ids that hrev makes: an exported review with such an id has none of the platform. */
const MADE_ID = /^(?:made|long):/;

type Texts = Readonly<Record<keyof typeof TEXTS, string | null>>;

class Fault extends Error {}

/** The lines of a text that are not empty. */
export function reviewLines(text: string, now: Date): readonly LineOfFile[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((json, place) => ({ json, line: place + 1 }))
    .filter(({ json }) => json.trim() !== '')
    .map(({ json, line }) => reviewLine(line, json, now));
}

/** One line, which is not empty. */
export function reviewLine(line: number, json: string, now: Date): LineOfFile {
  try {
    return readLine(line, objectIn(json), now);
  } catch (error) {
    if (error instanceof Fault) return { line, fault: error.message };
    throw error;
  }
}

function readLine(line: number, value: Readonly<Record<string, unknown>>, now: Date): ReviewLine {
  const unknown = Object.keys(value).find((field) => !KNOWN.has(field));
  if (unknown !== undefined) throw new Fault(`has a field other than ${FIELDS.join(', ')}`);
  const texts = textsIn(value);
  if (texts.source_slug === null) throw new Fault('source_slug: must name a platform');
  return {
    line,
    object: objectOf(value, texts),
    sourceSlug: texts.source_slug,
    origin: texts.origin,
    review: reviewOf(value, texts, now),
  };
}

function objectIn(json: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // It is no JSON.
  }
  throw new Fault('must be a JSON object');
}

/** The texts of a line. An empty one is none. */
function textsIn(value: Readonly<Record<string, unknown>>): Texts {
  const texts = Object.entries(TEXTS).map(([field, most]) => {
    const text = value[field] ?? null;
    if (text === null) return [field, null];
    if (typeof text !== 'string') throw new Fault(`${field}: must be a text`);
    if (text.length > most) throw new Fault(`${field}: must have at most ${most} characters`);
    return [field, text.trim() === '' ? null : text];
  });
  const found = Object.fromEntries(texts) as Texts;
  for (const field of ['object_name', 'source_slug', 'origin', 'external_review_id', 'author', 'review_url'] as const)
    if (found[field] !== null && (!isOneLine(found[field]) || cleanText(found[field]) !== found[field]))
      throw new Fault(`${field}: must be one line without control characters`);
  return found;
}

function objectOf(
  { object_id: id = null }: Readonly<Record<string, unknown>>,
  { object_name: name }: Texts,
): number | string {
  if (id === null && name === null) throw new Fault('must have an object_id or an object_name');
  if (id === null) return (name as string).trim();
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 1)
    throw new Fault('object_id: must be a whole number from 1');
  return id;
}

function reviewOf(value: Readonly<Record<string, unknown>>, texts: Texts, now: Date): CollectedReview {
  const { positive, negative, author } = texts;
  const text = texts.text ?? joinTexts(positive, negative);
  const { rating, ratingOriginal } = ratingOf(value, texts.rating_original);
  if (text === null && ratingOriginal === null) throw new Fault('must have a text or a rating');
  const reviewDate = dateOf('review_date', texts.review_date, now);
  const id = texts.external_review_id?.trim() ?? null;
  return collectedReview({
    externalId: id === null || MADE_ID.test(id) ? null : id,
    author,
    text,
    positive,
    negative,
    reviewDate,
    datePrecision: isDay(texts.review_date) ? 'day' : 'exact',
    ratingOriginal,
    rating,
    reviewUrl: addressOf(texts.review_url),
    replyText: texts.reply_text,
    replyDate: dateOf('reply_date', texts.reply_date, now),
    raw: {},
  });
}

function ratingOf(
  { rating = null, rating_scale: scale = null }: Readonly<Record<string, unknown>>,
  original: string | null,
): Pick<CollectedReview, 'rating' | 'ratingOriginal'> {
  const largest = scaleOf(scale);
  if (rating === null) return { rating: null, ratingOriginal: original };
  const normal = typeof rating === 'number' ? normalizeRating(rating, largest) : null;
  if (typeof rating !== 'number' || normal === null)
    throw new Fault('rating: must be a number above 0 and at most rating_scale, which is 5 if it is absent');
  return { rating: normal, ratingOriginal: original ?? String(rating) };
}

function scaleOf(scale: unknown): number {
  if (scale === null) return DEFAULT_SCALE;
  if (typeof scale !== 'number' || scale < 1 || scale > LARGEST_SCALE)
    throw new Fault(`rating_scale: must be a number from 1 to ${LARGEST_SCALE}`);
  return scale;
}

const isDay = (text: string | null): boolean => text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text.trim());

/** A date or a date with a time; a zone is refused where it would be ignored. */
function dateOf(field: 'review_date' | 'reply_date', text: string | null, now: Date): LocalDateTime | null {
  if (text === null) return null;
  const plain = field === 'reply_date' ? text.trim().replace(/Z$/, '') : text.trim();
  const date = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?)?$/.test(plain)
    ? parseLocalDateTime(plain)
    : null;
  if (date === null) throw new Fault(`${field}: must be YYYY-MM-DD or YYYY-MM-DDTHH:MM:SS without a zone`);
  if (Date.parse(`${date}Z`) > now.getTime() + AHEAD_MS) throw new Fault(`${field}: must not be in the future`);
  return date;
}

function addressOf(text: string | null): string | null {
  const url = text?.trim() ?? null;
  if (url !== null && !/^https?:\/\/[^\s]+$/i.test(url))
    throw new Fault('review_url: must be an address with http or https');
  return url;
}
