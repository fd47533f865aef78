import { parsedUrl } from '@libs/kernel';
import { cutText } from './cut-text';
import type { EmbedOptions } from './embed';
import { noticeOf } from './words';

/** The average and the number of all reviews of a scope, whatever the options leave out. */
export interface ScopeFigures {
  readonly total: number;
  readonly rated: number;
  /** Hundredths of a star. */
  readonly ratingSum: number;
}

/** The fields of a review of the feed that an embed uses. */
export interface FeedReview {
  readonly author: string | null;
  readonly text: string | null;
  readonly rating: number | null;
  readonly review_date: string | null;
  readonly review_url: string | null;
  readonly source_id: number;
}

export interface EmbedReview {
  readonly author: string | null;
  readonly rating: number | null;
  /** `YYYY-MM-DD`. */
  readonly date: string | null;
  readonly text: string | null;
  readonly source: string;
  /** An address of http or https; null without one. */
  readonly url: string | null;
}

/** What a page shows: the body of `GET /v3/embed/{token}.json` (contract §4.23). */
export interface EmbedAnswer {
  readonly title: string | null;
  readonly language: string | null;
  readonly theme: string;
  /** In English; pages in other languages say the same with the values beside it. */
  readonly notice: string;
  readonly shown: number;
  readonly total: number;
  readonly min_rating: number | null;
  readonly sources: readonly string[];
  readonly average_rating: number | null;
  readonly rated: number;
  readonly reviews: readonly EmbedReview[];
}

/**
 * The answer of an embed. The average and the total are of all reviews that the platforms show, also hidden ones and those that the options
 * leave out, so that a selection cannot pass for the whole. Yields after each review (`inTurns`), because it takes milliseconds to
 * parse and to cut a long text.
 */
export function* answerOf(
  options: EmbedOptions,
  name: string | null,
  figures: ScopeFigures,
  reviews: Iterable<FeedReview>,
  nameOf: (sourceId: number) => string,
): Generator<void, EmbedAnswer, void> {
  const { minRating, textLength } = options;
  const items: EmbedReview[] = [];
  for (const review of reviews) {
    items.push({
      author: review.author,
      rating: review.rating,
      date: review.review_date?.slice(0, 10) ?? null,
      text: review.text === null || textLength === 0 ? null : cutText(review.text, textLength),
      source: nameOf(review.source_id),
      url: webAddress(review.review_url),
    });
    yield;
  }
  const shown = items.length;
  // The two are read one after the other, and a review may be removed in between.
  const total = Math.max(shown, figures.total);
  const sources = options.sourceIds.map(nameOf);
  return {
    title: options.title ?? name,
    language: options.language,
    theme: options.theme,
    notice: noticeOf({ shown, total, minRating, sources }, 'en'),
    shown,
    total,
    min_rating: minRating,
    sources,
    average_rating: averageOf(figures),
    rated: figures.rated,
    reviews: items,
  };
}

/** Rounded half up to two decimals, as in analytics; null for none. */
function averageOf({ ratingSum, rated }: ScopeFigures): number | null {
  return rated === 0 ? null : Math.floor((2 * ratingSum + rated) / (2 * rated)) / 100;
}

/** Addresses come from platforms: one with another scheme could run in the page. */
function webAddress(address: string | null): string | null {
  const url = address === null ? null : parsedUrl(address);
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : null;
}
