/** Converts a schema.org review to `CollectedReview` (contract §2.3). */
import { cleanTextOrNull } from '@libs/kernel';
import type { CollectedReview } from '../../source';
import { readReviewDate, type DateContext } from './dates/review-date';
import { externalIdOf } from './identity';
import { isItem, nameOf, textOf, valuesOf, type Item } from './item';
import { imagesOf, videosOf, webAddress } from './media';
import { reviewRating } from './rating';
import { rawOf } from './raw';
import { replyOf, type ReplyAuthors } from './reply';
import { UNREAD } from './unread';

export interface ReviewContext {
  readonly pageUrl: string;
  /** Base URL of the page. */
  readonly baseUrl: string;
  readonly ratingScale: number;
  readonly dates: DateContext;
  readonly itemName: string | null;
  readonly replyAuthors: ReplyAuthors;
}

/** Reads a review; returns null for a node that has no text, no rating and no images. */
export function readReview(item: Item, context: ReviewContext): CollectedReview | null {
  const { original, rating } = reviewRating(item, context.ratingScale);
  const reply = replyOf(item, context.replyAuthors, context.dates);
  const author = cleanTextOrNull(authorOf(item));
  const positive = cleanTextOrNull(notesOf(item, 'positiveNotes', 'pros'));
  const negative = cleanTextOrNull(notesOf(item, 'negativeNotes', 'cons'));
  const text = cleanTextOrNull(mergedText(item, { positive, negative, author, itemName: context.itemName }));
  const images = imagesOf(item, context.baseUrl);
  if (text === null && original === null && images.length === 0) return null;
  return {
    externalId: externalIdOf(item, context.pageUrl),
    author,
    text,
    positive,
    negative,
    ...dateOf(item, context.dates),
    ratingOriginal: cleanTextOrNull(original),
    rating: rating === UNREAD ? null : rating,
    reviewUrl: webAddress(textOf(item, 'url'), context.baseUrl),
    replyText: cleanTextOrNull(reply.text),
    replyDate: reply.date,
    images,
    videos: videosOf(item, context.baseUrl),
    isNative: true,
    raw: rawOf(item),
  };
}

type ReviewDate = Pick<CollectedReview, 'reviewDate' | 'datePrecision'>;

/** The first date that can be read, in the order of the properties. */
function dateOf(item: Item, dates: DateContext): ReviewDate {
  for (const name of ['datePublished', 'dateCreated', 'dateModified']) {
    const read = readReviewDate(textOf(item, name), dates);
    if (read !== null && read !== UNREAD) return { reviewDate: read.date, datePrecision: read.precision };
  }
  return { reviewDate: null, datePrecision: 'day' };
}

/** The names of the authors, without URLs. */
function authorOf(item: Item): string | null {
  const names = valuesOf(item, 'author', 'creator', 'reviewer').map(nameOf);
  const withoutUrls = names.filter((name) => name !== null && !/^(?:https?:)?\/\//i.test(name));
  return withoutUrls.length === 0 ? null : withoutUrls.slice(0, 3).join(', ');
}

/** Pros or cons: texts, or lists of texts, one per line. */
function notesOf(item: Item, ...names: readonly string[]): string | null {
  const notes = valuesOf(item, ...names).flatMap((value) => {
    if (!isItem(value)) return [value];
    const elements = valuesOf(value, 'itemListElement');
    return elements.length > 0 ? elements.map((element) => nameOf(element)) : [nameOf(value)];
  });
  const lines = notes.filter((note) => note !== null && note !== '');
  return lines.length === 0 ? null : lines.join('\n');
}

interface TextParts {
  readonly positive: string | null;
  readonly negative: string | null;
  readonly author: string | null;
  readonly itemName: string | null;
}

/** Title, body, pros, cons, joined by blank lines (contract §4.4). */
function mergedText(item: Item, { positive, negative, author, itemName }: TextParts): string | null {
  const body = textOf(item, 'reviewBody', 'description', 'text');
  const title = titleOf(item, body, [author, itemName]);
  const parts = [title, body, positive, negative].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join('\n\n');
}

/** The title; null if it repeats the author, the item or the beginning of the text (sites generate "The food was gre…"). */
function titleOf(item: Item, body: string | null, repeatable: readonly (string | null)[]): string | null {
  const title = textOf(item, 'headline', 'name');
  if (title === null || repeatable.some((text) => text?.toLowerCase() === title.toLowerCase())) return null;
  return body?.startsWith(withoutEllipsis(title)) === true ? null : title;
}

/** Uses no pattern that ends with `$`, which would take quadratic time on long runs of whitespace. */
function withoutEllipsis(title: string): string {
  const end = ['…', '...'].find((ellipsis) => title.endsWith(ellipsis)) ?? '';
  return title.slice(0, title.length - end.length).trim();
}
