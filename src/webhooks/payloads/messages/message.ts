/**
 * What the messages of chat services have in common (contract §6.6): the reviews of a delivery as items, titles, links, and texts that
 * are cut to a limit. All texts of reviews, authors and objects are foreign: each service escapes them in its own way.
 */
import { parsedUrl } from '@libs/kernel';
import type { EventType, ReviewEventType } from '../../domain/subscription';
import type { DeliveryContent } from '../body';
import type { ReviewInEvent } from '../review';

/** Where the console is; null if it has no address. */
export interface ConsolePlace {
  readonly origin: string | null;
  readonly accountId: number;
}

/** What a message says about a delivery of reviews. */
export interface ReviewsMessage {
  readonly title: string;
  /** The first reviews of the delivery, as many as a service may show. */
  readonly items: readonly MessageItem[];
  /** How many reviews the delivery has. */
  readonly total: number;
  /** The reviews in the console; null if it has no address. */
  readonly consoleUrl: string | null;
}

/** A review in a message. */
export interface MessageItem {
  readonly id: number;
  /** `★★★★☆ 4.5`, or `No rating`. */
  readonly rating: string;
  /** Foreign. */
  readonly object: string;
  readonly platform: string;
  /** Foreign; empty if the review has none. */
  readonly text: string;
  /** Foreign. */
  readonly author: string;
  /** The review, or the page of the object, on the platform; null if its address is not usable. */
  readonly url: string | null;
  readonly consoleUrl: string | null;
}

/** More reviews than any service shows in a message. */
export const MAX_ITEMS = 20;

const STARS = 5;
/** Services refuse longer addresses; Discord has the lowest limit. */
const MAX_URL = 2_000;
const MAX_AUTHOR = 100;
const MAX_OBJECT = 100;

const TITLES: Readonly<Record<ReviewEventType, readonly [one: string, several: string]>> = {
  'reviews.new': ['New review', 'new reviews'],
  'replies.new': ['New reply', 'new replies'],
  'reviews.updated': ['Changed review', 'changed reviews'],
  'reviews.deleted': ['Deleted review', 'deleted reviews'],
  'reviews.restored': ['Restored review', 'restored reviews'],
};

const TEST = 'Test with sample data: ';

/** The title of a message about this many reviews. */
export function titleOf(event: ReviewEventType, total: number, isTest: boolean): string {
  const [one, several] = TITLES[event];
  const title = total === 1 ? one : `${total.toLocaleString('en-US')} ${several}`;
  return isTest ? `${TEST}${title.toLowerCase()}` : title;
}

/** The sentence of a message about the end of a run. */
export function runTitle(finishedAt: Date, isTest: boolean): string {
  const title = `A collection finished at ${finishedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC.`;
  return isTest ? `${TEST}${title}` : title;
}

/** `consolePath` within the account; null if the console has no address. */
export function consoleUrlOf({ origin, accountId }: ConsolePlace, consolePath: string): string | null {
  return origin === null ? null : new URL(`/console/a/${accountId}/${consolePath}`, origin).href;
}

export function reviewsMessage(
  { event, objects }: Pick<DeliveryContent, 'event' | 'objects'>,
  place: ConsolePlace,
  isTest: boolean,
): ReviewsMessage {
  const items: MessageItem[] = [];
  for (const { name, reviews } of objects) {
    for (const review of reviews) {
      if (items.length < MAX_ITEMS) items.push(itemOf(event, name, review, place));
    }
  }
  const total = objects.reduce((sum, { reviews }) => sum + reviews.length, 0);
  return { title: titleOf(event, total, isTest), items, total, consoleUrl: consoleUrlOf(place, 'reviews') };
}

function itemOf(event: EventType, object: string, review: ReviewInEvent, place: ConsolePlace): MessageItem {
  const reply = event === 'replies.new' && review.reply_text !== null ? `Reply: ${review.reply_text}` : '';
  return {
    id: review.id,
    rating: ratingText(review.rating),
    object: cut(plain(object), MAX_OBJECT),
    platform: review.source_slug,
    text: plain([review.text ?? '', reply].filter((part) => part !== '').join('\n\n')).trim(),
    author: authorText(review.author),
    url: usableUrl(review.review_url) ?? usableUrl(review.url),
    consoleUrl: review.id === 0 ? null : consoleUrlOf(place, `reviews/${review.id}`),
  };
}

function ratingText(rating: number | null): string {
  if (rating === null) return 'No rating';
  const stars = Math.min(Math.max(Math.round(rating), 0), STARS);
  return `${'★'.repeat(stars)}${'☆'.repeat(STARS - stars)} ${rating}`;
}

/** The author as a message shows it. */
export function authorText(author: string | null): string {
  return author === null ? 'Unknown author' : cut(plain(author), MAX_AUTHOR) || 'Unknown author';
}

function usableUrl(address: string | null): string | null {
  const url = address === null ? null : parsedUrl(address);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  // In the markup of Slack these characters end a link.
  const href = url.href.replace(/[<>|"'`\\]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
  return href.length <= MAX_URL ? href : null;
}

/** Characters that have no shape of their own: controls, and those that change the direction of the text after them. */
const INVISIBLE = /[^\P{Cc}\t\n]|[\u202a-\u202e\u2066-\u2069]/gu;

const plain = (text: string): string => text.toWellFormed().replace(INVISIBLE, '');

const ELLIPSIS = '…';

/**
 * The text, or its beginning and `…`, whose cost is at most `most`. `costOf` is additive: the cost of a text is the sum of the costs of
 * its code points. Default: UTF-16 code units, of which a text has at least as many as characters.
 */
export function cut(text: string, most: number, costOf: (text: string) => number = lengthOf): string {
  const limit = most - costOf(ELLIPSIS);
  let [cost, end, position] = [0, 0, 0];
  for (const char of text) {
    cost += costOf(char);
    position += char.length;
    if (cost <= limit) end = position;
    if (cost > most) return `${text.slice(0, end)}${ELLIPSIS}`;
  }
  return text;
}

const lengthOf = (text: string): number => text.length;

/** `n of m shown`; null if all are shown. */
export function shownOf(shown: number, total: number): string | null {
  if (shown === total) return null;
  return `${shown.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} shown`;
}

export interface Fitting {
  /** How many items a message may have. */
  readonly maxItems: number;
  /** What the items may cost together. */
  readonly budget: number;
  /** What the text of one item may cost. */
  readonly maxText: number;
  /** What an item costs without its text. */
  readonly costOfItem: (item: MessageItem) => number;
  readonly costOfText: (text: string) => number;
}

/** The text of an item is shown at least up to this cost; an item for which that does not fit is left out. */
const MIN_TEXT = 120;

/**
 * The first items that fit, with their texts cut. Short texts leave their share to the others. At least one item, which always fits: the
 * parts of an item are limited.
 */
export function fitted(items: readonly MessageItem[], limits: Fitting): readonly MessageItem[] {
  const { maxItems, budget, maxText, costOfItem, costOfText } = limits;
  const wanted = items.map(({ text }) => Math.min(costOfText(text), maxText));
  let [count, needed] = [0, 0];
  for (const [place, item] of items.slice(0, maxItems).entries()) {
    needed += costOfItem(item) + Math.min(wanted[place] ?? 0, MIN_TEXT);
    if (count > 0 && needed > budget) break;
    count += 1;
  }
  const shown = items.slice(0, count);
  let left = budget - shown.reduce((sum, item) => sum + costOfItem(item), 0);
  // The shortest texts first: what they do not use is divided among the longer ones.
  const order = shown.map((_, place) => place).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0));
  const texts = new Map<number, string>();
  for (const [done, place] of order.entries()) {
    const share = Math.min(Math.floor(left / (order.length - done)), maxText);
    const text = cut(shown[place]?.text ?? '', share, costOfText);
    texts.set(place, text);
    left -= costOfText(text);
  }
  return shown.map((item, place) => ({ ...item, text: texts.get(place) ?? '' }));
}
