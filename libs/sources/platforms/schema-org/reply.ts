/**
 * Replies of the organization (contract §2.3). schema.org has no property for them: sites use a property of their own, or
 * `comment`, which any visitor can write. A comment counts only if its author is the organization: by type, by id, or by the
 * name of the reviewed item or of the site.
 */
import type { LocalDateTime } from '@libs/kernel';
import { isItem, nameOf, nodeOf, textOf, typesOf, valuesOf, type Item, type Value } from './item';
import { readReplyDate, type DateContext } from './dates/review-date';
import { joinedText, withoutRepeats } from './text-parts';
import { UNREAD, type Reading } from './unread';
import { COMMENT_PROPERTIES, REPLY_PROPERTIES, REPLY_TEXT_PROPERTIES } from './vocabulary';

export interface ParsedReply {
  readonly text: Reading<string>;
  /** In UTC, if the page has a time zone. */
  readonly date: Reading<LocalDateTime>;
}

/** Authors that count as the organization. */
export interface ReplyAuthors {
  readonly items: ReadonlySet<Item>;
  readonly ids: ReadonlySet<string>;
  /** Lower-case. */
  readonly names: ReadonlySet<string>;
}

const ORGANIZATIONS =
  /Organization$|Business$|^(?:Corporation|Brand|Hotel|Restaurant|Store|OnlineStore|LodgingBusiness|Airline|Hospital|MedicalClinic|NGO)$/;

const NO_REPLY: ParsedReply = { text: null, date: null };

/** The organization's latest reply. A reply that cannot be read is returned only if no other can. */
export function replyOf(review: Item, replyAuthors: ReplyAuthors, dates: DateContext): ParsedReply {
  const replies = [
    ...REPLY_PROPERTIES.flatMap((name) => repliesIn(valuesOf(review, name), dates)),
    ...COMMENT_PROPERTIES.flatMap((name) => valuesOf(review, name))
      .filter((value) => isByOrganization(value, replyAuthors))
      .map((value) => readReply(value, dates)),
  ].filter(({ text }) => text !== null);
  const readable = replies.filter(({ text }) => text !== UNREAD);
  if (readable.length === 0) return replies[0] ?? NO_REPLY;
  return readable.reduce((latest, reply) => (sortKey(reply) >= sortKey(latest) ? reply : latest));
}

const sortKey = ({ date }: ParsedReply): string => (typeof date === 'string' ? date : '');

/** The replies in the values of one property. Texts are the parts of one reply. */
function repliesIn(values: readonly Value[], dates: DateContext): readonly ParsedReply[] {
  const texts = values.flatMap((value) => (isItem(value) || value.trim() === '' ? [] : [value.trim()]));
  const written = texts.length === 0 ? [] : [{ text: withoutRepeats(texts).join('\n\n'), date: null }];
  return [...written, ...values.filter(isItem).map((value) => readReply(value, dates))];
}

function readReply(value: Value, dates: DateContext): ParsedReply {
  if (!isItem(value)) return { text: value.trim() || null, date: null };
  const text = joinedText(value, ...REPLY_TEXT_PROPERTIES);
  // An empty object is no reply; a node that the page does not have, and an object with other properties, are unread.
  const isEmpty = value.properties.size === 0 && value.id === null;
  return {
    text: text ?? (isEmpty ? null : UNREAD),
    date: readReplyDate(textOf(value, 'datePublished', 'dateCreated'), dates),
  };
}

const isByOrganization = (value: Value, organization: ReplyAuthors): boolean =>
  isItem(value) && valuesOf(value, 'author', 'creator').some((author) => isOrganization(author, organization));

function isOrganization(author: Value, { items, ids, names }: ReplyAuthors): boolean {
  const isNamed = names.has(nameOf(author)?.toLowerCase() ?? '');
  if (!isItem(author)) return isNamed;
  const types = typesOf(author);
  if (types.some((type) => ORGANIZATIONS.test(type))) return true;
  if (items.has(nodeOf(author)) || (author.id !== null && ids.has(author.id))) return true;
  // A person may have the shop's name.
  return isNamed && !types.includes('Person');
}
