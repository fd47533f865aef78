/** Parses responses of the API for ratings. Pure. Texts are escaped HTML; times are UTC. */
import { cleanTextOrNull, type LocalDateTime } from '@libs/kernel';
import { z } from 'zod';
import { collectedReview } from '../../collected-review';
import { plainText } from '../../html/plain-text';
import { readItems, Reading, type ItemsRead } from '../../reading';
import { readJson, readShape } from '../../read-shape';
import { SourceError } from '../../source-errors';
import type { CollectedReview, PlatformObject } from '../../source';
import { utcTime } from '../../times';
import { addonUrl } from './match';

export const RATING_SCALE = 5;

const text = z.string().nullish();
const count = z.number().int().min(0);
const replyShape = z.looseObject({ body: text, created: text });
const ratingShape = z.looseObject({
  id: z.number().int().positive(),
  body: text,
  score: z.number().nullish(),
  created: text,
  reply: replyShape.nullish(),
  user: z.looseObject({ name: text }).nullish(),
});
const PARTS = {
  body: 'text',
  score: 'rating',
  created: 'date',
  reply: 'reply',
  'reply.created': 'reply_date',
  user: 'author',
} as const;
const pageShape = z.looseObject({ count, next: z.string().nullable(), results: z.array(z.unknown()) });
/** Texts of the add-on by locale; `_default` names the locale of a text that was requested but does not exist. */
const namesShape = z.union([z.string(), z.record(z.string(), z.string().nullable())]);
const detailsShape = z.looseObject({
  name: namesShape.nullish(),
  default_locale: text,
  ratings: z.looseObject({ average: z.number().nullish(), count: count.nullish() }).nullish(),
});
/** The response for an add-on that exists but is not public. */
const disabledShape = z.looseObject({ is_disabled_by_developer: z.boolean(), is_disabled_by_mozilla: z.boolean() });

type Rating = z.infer<typeof ratingShape>;

export interface RatingsPage extends ItemsRead {
  /** Length of the whole list. */
  readonly total: number;
  readonly hasNext: boolean;
}

const RECORD = 'A rating of Mozilla';
const DETAILS_PARTS = { name: 'name', 'ratings.average': 'average' } as const;
const timeOf = (instant: string): LocalDateTime | null => utcTime(instant, RECORD);

/** Reads one page of the list of ratings. Throws `Changed` if it does not match. */
export function readRatingsPage(value: unknown, addon: string): RatingsPage {
  const page = readShape(pageShape, value, "Mozilla's list of ratings");
  return {
    ...readItems(page.results, RECORD, (rating, reading) => readRating(rating, addon, reading)),
    total: page.count,
    hasNext: page.next !== null,
  };
}

/** Data about an add-on. */
export type Details = Omit<PlatformObject, 'reviewCount'> & {
  readonly ratingCount: number | null;
};

/** Reads the data about an add-on. Throws `Changed` if it does not match. */
export function readDetails(value: unknown): Details {
  const reading = new Reading("Mozilla's data about the add-on");
  const { name, default_locale: locale, ratings } = reading.shape(detailsShape, value, DETAILS_PARTS);
  const ratingCount = ratings?.count ?? null;
  // The average of an add-on without ratings is 0.
  const average = reading.average(ratings?.average, RATING_SCALE);
  return { name: nameOf(name, locale), ratingCount, ...average, unread: reading.unread };
}

/** Whether a refusal states that the add-on is disabled, and not that the request is unwanted. Never throws. */
export function readRefusal(body: string): { readonly isDisabled: boolean } {
  try {
    readShape(disabledShape, readJson(body, 'The refusal'), 'The refusal');
    return { isDisabled: true };
  } catch (error) {
    if (error instanceof SourceError) return { isDisabled: false };
    throw error;
  }
}

function readRating(value: unknown, addon: string, reading: Reading): CollectedReview {
  const rating = reading.shape(ratingShape, value, PARTS);
  const { body: reply, created: repliedAt } = rating.reply ?? {};
  const replyText = textOf(reading.within('reply', reply, Boolean(repliedAt)));
  return collectedReview({
    externalId: String(rating.id),
    author: authorOf(rating),
    text: textOf(rating.body),
    reviewDate: reading.needed('date', rating.created, timeOf),
    ...reading.neededRating(rating.score, RATING_SCALE),
    reviewUrl: `${addonUrl(addon)}reviews/${rating.id}/`,
    ...reading.reply(replyText, repliedAt, timeOf),
    raw: value as CollectedReview['raw'],
  });
}

const textOf = (html: string | null | undefined): string | null => cleanTextOrNull(plainText(html ?? ''));

/** An account without a name is shown with its number, which is not a name. */
function authorOf({ user }: Rating): string | null {
  const name = cleanTextOrNull(user?.name);
  return name !== null && /^Firefox user \d+$/.test(name) ? null : name;
}

/** The name of an add-on in its own language, else in English, else in any language. */
function nameOf(name: z.infer<typeof namesShape> | null | undefined, locale: string | null | undefined): string | null {
  if (name === null || name === undefined || typeof name === 'string') return cleanTextOrNull(name);
  const preferred = [locale ?? '', 'en-US', ...Object.keys(name).filter((key) => key !== '_default')];
  const names = new Map(Object.entries(name));
  for (const key of preferred) {
    const found = cleanTextOrNull(names.get(key));
    if (found !== null) return found;
  }
  return null;
}
