/** A review as adapters return it (contract §2.3). */
import { cleanTextOrNull, type LocalDateTime } from '@libs/kernel';
import type { Stated } from './stated';

export interface CollectedImage {
  /** Address with a `{size}` placeholder, or the plain address if the platform has one size. */
  readonly templateUrl: string;
  readonly preview: string | null;
  readonly image: string | null;
}

export interface CollectedVideo {
  readonly kind: 'embed' | 'file' | 'hls';
  readonly videoUrl: string | null;
  readonly thumbnail: string | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly durationMs: number | null;
}

/** Texts of a review that some platforms have, beside its text. They are kept and stored in one way. */
const OPTIONAL_TEXTS = [
  // The parts of the text. Set only if the platform has two fields; never parsed from the merged text.
  'positive',
  'negative',
] as const;

export type OptionalTexts = Readonly<Record<(typeof OPTIONAL_TEXTS)[number], string | null>>;

/** The optional texts that `textOf` returns. */
export function optionalTexts(textOf: (name: keyof OptionalTexts) => string | null): OptionalTexts {
  const texts: Partial<Record<keyof OptionalTexts, string | null>> = {};
  for (const name of OPTIONAL_TEXTS) texts[name] = textOf(name);
  return texts as OptionalTexts;
}

/** One review as the platform shows it. Names are complete here and masked before they are stored. */
export interface CollectedReview extends OptionalTexts {
  /** The platform's id; null only if `idStability` is `weak`. */
  readonly externalId: string | null;
  /**
   * Which of the equal reviews without an id it is on its page, from 1 in the page's order; absent: 1. Two authors may write the same on
   * one day.
   */
  readonly occurrence?: number;
  readonly author: string | null;
  /** Title, positive part and negative part, joined by blank lines (`joinTexts`). */
  readonly text: string | null;
  readonly reviewDate: LocalDateTime | null;
  /**
   * The time by which the platform orders its list, if that is not `reviewDate` (for example the last change of the review). In a
   * `newest_first` list it decreases from review to review, which callers check before they stop early. Either all reviews of a
   * source have this field or none; null if the platform does not return it for this review.
   */
  readonly listedAt?: LocalDateTime | null;
  /** A `relative` date ("3 weeks ago") never overwrites a more precise stored date. */
  readonly datePrecision: 'exact' | 'day' | 'relative';
  /** As the platform writes it ("7.0", "recommended"). */
  readonly ratingOriginal: string | null;
  /** 1-5, see kernel `normalizeRating`; null without a numeric rating. */
  readonly rating: number | null;
  readonly reviewUrl: string | null;
  readonly replyText: string | null;
  /** In UTC, unlike `reviewDate`. If the platform shows no time zone, the time is not converted. */
  readonly replyDate: LocalDateTime | null;
  /** False if this visit could not read replies; a stored reply is then kept. */
  readonly replyKnown?: boolean;
  readonly images: readonly CollectedImage[];
  readonly videos: readonly CollectedVideo[];
  /** False for a review that another provider collected and this platform only shows: it cannot be answered on this platform. */
  readonly isNative: boolean;
  /** Parts that the platform shows and that could not be read; absent if there are none. Stored values of these parts are kept. */
  readonly unread?: Unread;
  /** The platform's record, as received. */
  readonly raw: Readonly<Record<string, unknown>>;
}

interface ReviewPart {
  /** For one and for several. */
  readonly names: readonly [string, string];
  /** The fields that have the part. The first one is empty if the review lacks the part. */
  readonly fields: readonly (keyof CollectedReview)[];
  /** Whether a platform states by leaving the part out that a review has none. */
  readonly isOptional: boolean;
}

/** The parts of a review that are counted where a page shows them and they cannot be read (contract §10.2, `unread.ts`). */
export const REVIEW_PARTS = {
  rating: { names: ['rating', 'ratings'], fields: ['ratingOriginal', 'rating'], isOptional: false },
  date: { names: ['date', 'dates'], fields: ['reviewDate', 'listedAt'], isOptional: false },
  text: { names: ['text', 'texts'], fields: ['text', 'positive', 'negative'], isOptional: true },
  author: { names: ['author', 'authors'], fields: ['author'], isOptional: true },
  reply: { names: ['reply', 'replies'], fields: ['replyText', 'replyDate'], isOptional: true },
  reply_date: { names: ['reply date', 'reply dates'], fields: ['replyDate'], isOptional: true },
  photo: { names: ['photo', 'photos'], fields: ['images'], isOptional: true },
  video: { names: ['video', 'videos'], fields: ['videos'], isOptional: true },
  address: { names: ['address', 'addresses'], fields: ['reviewUrl'], isOptional: true },
} as const satisfies Readonly<Record<string, ReviewPart>>;

export type ReviewPartName = keyof typeof REVIEW_PARTS;

/** In the order in which counts are listed. */
export const REVIEW_PART_NAMES = Object.keys(REVIEW_PARTS) as readonly ReviewPartName[];

/**
 * `review`: a whole review. `list`: a list of unknown length. `name`, `average` and `count` are those of the object. `document`: a
 * response that a visit does not require, such as the description of the object. All others are parts of a review.
 */
export type UnreadPart = ReviewPartName | 'review' | 'list' | 'name' | 'average' | 'count' | 'document';

/** Counts by part; a part that was read everywhere is absent. */
export type Unread = Readonly<Partial<Record<UnreadPart, number>>>;

/** The fields that a platform may lack, as they are in its reviews. A parser lists them only if its platform has them. */
const LACKED = {
  ...optionalTexts(() => null),
  datePrecision: 'exact',
  reviewUrl: null,
  replyText: null,
  replyDate: null,
  images: [],
  videos: [],
  isNative: true,
} satisfies Partial<CollectedReview>;

/**
 * A review of the listed fields. A field that is left out has the value of a platform without it (`LACKED`), or is absent if it is
 * optional. A field that the platform has and that could not be read is listed, too: it is empty, and counted (`reading.ts`).
 */
export function collectedReview(fields: Stated<CollectedReview, typeof LACKED>): CollectedReview {
  // With spread syntax it takes Node 20 nine microseconds instead of a third of one.
  return Object.assign({}, LACKED, fields);
}

/** The parts of a text, cleaned and joined by blank lines, without the missing ones; null if all are missing. */
export function joinTexts(...parts: readonly (string | null | undefined)[]): string | null {
  const filled = parts.map(cleanTextOrNull).filter((part) => part !== null);
  return filled.length === 0 ? null : filled.join('\n\n');
}
