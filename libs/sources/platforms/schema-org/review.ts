/** Converts a schema.org review to `CollectedReview` (contract §2.3). */
import { cleanTextOrNull } from '@libs/kernel';
import { collectedReview, type CollectedReview } from '../../collected-review';
import { readReviewDate, type DateContext } from './dates/review-date';
import { externalIdOf } from './identity';
import { isItem, nameOf, textOf, valuesOf, type Item, type Reference, type Value } from './item';
import { imagesOf, videosOf, webAddress } from './media';
import { authorNamesOf, comparableName } from './names';
import { reviewRating } from './rating';
import { rawOf } from './raw';
import { replyOf, type ReplyAuthors } from './reply';
import { joinedText, textOfPart, withoutEllipsis } from './text-parts';
import { UNREAD, UnreadParts, type Reading, type UnreadPart } from './unread';
import { NEGATIVE_PROPERTIES, POSITIVE_PROPERTIES, TEXT_PROPERTIES, TITLE_PROPERTIES } from './vocabulary';

export interface ReviewContext {
  readonly pageUrl: string;
  /** Base URL of the page. */
  readonly baseUrl: string;
  readonly ratingScale: number;
  readonly dates: DateContext;
  readonly itemName: string | null;
  readonly replyAuthors: ReplyAuthors;
  readonly references: ReadonlyMap<object, Reference>;
}

export interface ReadReview {
  /** Null for a node that has no text, no rating and no images, and for one of which all of these are unread. */
  readonly review: CollectedReview | null;
  readonly unread: readonly UnreadPart[];
}

/** Reads a review, and notes the parts that it has and that cannot be read. */
export function readReview(item: Item, context: ReviewContext): ReadReview {
  const unread = new UnreadParts();
  const { original, rating } = reviewRating(item, context.ratingScale);
  const names = unread.valueOf('author', authorNamesOf(item)) ?? [];
  const author = cleanTextOrNull(names.join(', '));
  const texts = textsOf(item, [...names, author, context.itemName], unread);
  const { images, hasUnknown } = imagesOf(item, context.baseUrl);
  unread.valueOf('photo', hasUnknown ? UNREAD : null);
  if (texts.text === null && original === null && images.length === 0) return withoutContent(item, rating, unread);
  const date = unread.valueOf('date', dateOf(item, context.dates)) ?? NO_DATE;
  const reply = replyOf(item, context.replyAuthors, context.dates);
  const review = collectedReview({
    externalId: externalIdOf(item, context.pageUrl),
    author,
    ...texts,
    ...date,
    ratingOriginal: cleanTextOrNull(original),
    rating: unread.valueOf('rating', rating),
    reviewUrl: webAddress(textOf(item, 'url'), context.baseUrl),
    replyText: cleanTextOrNull(unread.valueOf('reply', reply.text)),
    replyDate: unread.valueOf('reply_date', reply.date),
    images,
    videos: videosOf(item, context.baseUrl),
    raw: rawOf(item, { author, names, references: context.references }),
  });
  return { review, unread: unread.parts };
}

/** A review of which all content is unread is unread. One that has only an author, a date and the like is none. */
function withoutContent(item: Item, rating: Reading<number>, { parts }: UnreadParts): ReadReview {
  const isUnread = rating === UNREAD || parts.some((part) => part !== 'author') || hasOtherText(item);
  return { review: null, unread: isUnread ? ['review'] : [] };
}

const WITHOUT_CONTENT =
  /^(?:author|creator|reviewer|publisher|itemReviewed|date.*|url|sameAs|identifier|inLanguage|license|name|headline)$/;

/** Whether a review has a text in a property that the parser does not read. */
const hasOtherText = (item: Item): boolean =>
  [...item.properties].some(
    ([name, values]) =>
      !WITHOUT_CONTENT.test(name) && values.some((value) => !isItem(value) && /\p{L}{2}/u.test(value)),
  );

/** Title, body, pros and cons, joined by blank lines (contract §4.4). A title does not repeat one of these texts. */
function textsOf(
  item: Item,
  repeatable: readonly (string | null)[],
  unread: UnreadParts,
): Pick<CollectedReview, 'text' | 'positive' | 'negative'> {
  const positive = cleanTextOrNull(notesOf(item, POSITIVE_PROPERTIES));
  const negative = cleanTextOrNull(notesOf(item, NEGATIVE_PROPERTIES));
  const body = unread.valueOf('text', joinedText(item, ...TEXT_PROPERTIES));
  const parts = [titleOf(item, body, repeatable), body, positive, negative];
  return { text: cleanTextOrNull(parts.filter((part) => part !== null).join('\n\n')), positive, negative };
}

type ReviewDate = Pick<CollectedReview, 'reviewDate' | 'datePrecision'>;

const NO_DATE: ReviewDate = { reviewDate: null, datePrecision: 'day' };

/** The first date that can be read, in the order of the properties. */
function dateOf(item: Item, dates: DateContext): Reading<ReviewDate> {
  const readings = ['datePublished', 'dateCreated', 'dateModified'].map((name) =>
    readReviewDate(textOf(item, name), dates),
  );
  for (const read of readings) {
    if (read !== null && read !== UNREAD) return { reviewDate: read.date, datePrecision: read.precision };
  }
  return readings.includes(UNREAD) ? UNREAD : null;
}

/** Pros or cons: texts, or lists of texts, one per line. */
function notesOf(item: Item, names: readonly string[]): string | null {
  const notes = valuesOf(item, ...names).flatMap((value) => {
    const elements = isItem(value) ? valuesOf(value, 'itemListElement') : [];
    return elements.length > 0 ? elements.map(noteOf) : [noteOf(value)];
  });
  const lines = notes.filter((note) => note !== null && note !== '');
  return lines.length === 0 ? null : lines.join('\n');
}

/** A note, or the note of a `ListItem`. */
const noteOf = (value: Value): string | null =>
  nameOf(value) ?? (isItem(value) ? (nameOf(valuesOf(value, 'item')[0]) ?? textOfPart(value)) : null);

/** The title, without parts that repeat the author, the item or the beginning of the text (sites generate "The food was gre…"). */
function titleOf(item: Item, body: string | null, repeatable: readonly (string | null)[]): string | null {
  const titles = TITLE_PROPERTIES.map((name) => valuesOf(item, name).map(textOfPart)).find((found) =>
    found.some(isText),
  );
  if (titles === undefined) return null;
  const known = new Set(repeatable.map((text) => comparableName(text ?? '')));
  const own = titles
    .filter(isText)
    .filter((title) => !known.has(comparableName(title)) && body?.startsWith(withoutEllipsis(title)) !== true);
  return own.length === 0 ? null : [...new Set(own)].join('\n\n');
}

const isText = (text: string | null): text is string => text !== null;
