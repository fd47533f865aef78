/** One schema.org review as the contract's `CollectedReview` (§2.3). */
import { cleanTextOrNull } from '@libs/kernel';
import type { CollectedReview } from '../../source';
import { externalIdOf } from './identity';
import { isItem, nameOf, textOf, valuesOf, type Item } from './item';
import { imagesOf, videosOf, webAddress } from './media';
import { reviewRating } from './rating';
import { rawOf } from './raw';
import { replyOf, type Voices } from './reply';
import { readReviewDate } from './review-date';

export interface ReviewContext {
  readonly pageUrl: string;
  /** What addresses on the page are relative to. */
  readonly baseUrl: string;
  readonly ratingScale: number;
  readonly now: Date;
  /** The page's `lang`, as it writes it. */
  readonly language: string | undefined;
  readonly itemName: string | null;
  readonly voices: Voices;
}

/** The review, or null for a node that says nothing: no text, no rating, no picture. */
export function readReview(item: Item, context: ReviewContext): CollectedReview | null {
  const { date, precision } = readReviewDate(
    textOf(item, 'datePublished', 'dateCreated', 'dateModified'),
    context.now,
    context.language,
  );
  const { original, rating } = reviewRating(item, context.ratingScale);
  const reply = replyOf(item, context.voices, context.now, context.language);
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
    reviewDate: date,
    datePrecision: precision,
    ratingOriginal: cleanTextOrNull(original),
    rating,
    reviewUrl: webAddress(textOf(item, 'url'), context.baseUrl),
    replyText: cleanTextOrNull(reply.text),
    replyDate: reply.date,
    images,
    videos: videosOf(item, context.baseUrl),
    isNative: true,
    raw: rawOf(item),
  };
}

/** The names of the authors; an address in the author's place is no name. */
function authorOf(item: Item): string | null {
  const names = valuesOf(item, 'author', 'creator', 'reviewer').map(nameOf);
  const shown = names.filter((name) => name !== null && !/^(?:https?:)?\/\//i.test(name));
  return shown.length === 0 ? null : shown.slice(0, 3).join(', ');
}

/** Pros and cons: texts, or lists of texts, one a line. */
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

/** The title, unless it repeats the author, the item or how the text begins (sites fill in "The food was gre…"). */
function titleOf(item: Item, body: string | null, known: readonly (string | null)[]): string | null {
  const title = textOf(item, 'headline', 'name');
  if (title === null || known.some((text) => text?.toLowerCase() === title.toLowerCase())) return null;
  return body?.startsWith(withoutEllipsis(title)) === true ? null : title;
}

/** By hand: a pattern that ends with `$` would try every blank of a long run as its beginning. */
function withoutEllipsis(title: string): string {
  const end = ['…', '...'].find((ellipsis) => title.endsWith(ellipsis)) ?? '';
  return title.slice(0, title.length - end.length).trim();
}
