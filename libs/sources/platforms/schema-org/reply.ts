/**
 * Replies of the organization (§2.3). schema.org has no property for them: sites use names of their own, which say whose
 * they are, or `comment`, where anybody may speak. A comment counts only if its author is clearly the organization: by
 * type, by id, or by the very name of what is reviewed or of who publishes the page.
 */
import type { LocalDateTime } from '@libs/kernel';
import { isItem, nameOf, textOf, valuesOf, type Item, type Value } from './item';
import { readReplyDate } from './review-date';

export interface ReadReply {
  readonly text: string | null;
  /** UTC, where the page writes a zone. */
  readonly date: LocalDateTime | null;
}

/** Who may speak for the organization on this page. */
export interface Voices {
  readonly ids: ReadonlySet<string>;
  /** Lower-case. */
  readonly names: ReadonlySet<string>;
}

const OWN_NAMES = [
  'publisherResponse',
  'ownerResponse',
  'merchantResponse',
  'sellerResponse',
  'businessResponse',
  'companyResponse',
  'ownerReply',
  'merchantReply',
  'companyReply',
  'businessReply',
];
const OPEN_NAMES = ['comment', 'comments', 'reply', 'replies', 'response'];
const ORGANIZATIONS =
  /Organization$|Business$|^(?:Corporation|Brand|Hotel|Restaurant|Store|OnlineStore|LodgingBusiness|Airline|Hospital|MedicalClinic|NGO)$/;

const NO_REPLY: ReadReply = { text: null, date: null };

/** The organization's reply; the latest where there are several. */
export function replyOf(review: Item, voices: Voices, now: Date, language: string | undefined): ReadReply {
  const own = OWN_NAMES.flatMap((name) => valuesOf(review, name));
  const open = OPEN_NAMES.flatMap((name) => valuesOf(review, name)).filter((value) => speaksForIt(value, voices));
  const replies = [...own, ...open].map((value) => readReply(value, now, language)).filter(({ text }) => text !== null);
  return replies.reduce((latest, reply) => ((reply.date ?? '') >= (latest.date ?? '') ? reply : latest), NO_REPLY);
}

function readReply(value: Value, now: Date, language: string | undefined): ReadReply {
  if (!isItem(value)) return { text: value.trim() || null, date: null };
  const date = readReplyDate(textOf(value, 'datePublished', 'dateCreated'), now, language);
  return { text: textOf(value, 'text', 'commentText', 'reviewBody', 'articleBody', 'description'), date };
}

function speaksForIt(value: Value, { ids, names }: Voices): boolean {
  if (!isItem(value)) return false;
  return valuesOf(value, 'author', 'creator').some((author) => {
    if (isItem(author) && author.types.some((type) => ORGANIZATIONS.test(type))) return true;
    if (isItem(author) && author.id !== null && ids.has(author.id)) return true;
    // A customer may be called like the shop only if the page says nothing of being a person.
    const isPerson = isItem(author) && author.types.includes('Person');
    return !isPerson && names.has(nameOf(author)?.toLowerCase() ?? '');
  });
}
