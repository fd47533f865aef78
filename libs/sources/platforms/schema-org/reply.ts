/**
 * Replies of the organization (contract §2.3). schema.org has no property for them: sites use a property of their own, or
 * `comment`, which any visitor can write. A comment counts only if its author is the organization: by type, by id, or by the
 * name of the reviewed item or of the site.
 */
import type { LocalDateTime } from '@libs/kernel';
import { readReplyDate, type DateContext } from './dates/review-date';
import { isItem, nameOf, textOf, valuesOf, type Item, type Value } from './item';
import { UNREAD } from './unread';

export interface ParsedReply {
  readonly text: string | null;
  /** In UTC, if the page has a time zone. */
  readonly date: LocalDateTime | null;
}

/** Authors that count as the organization. */
export interface ReplyAuthors {
  readonly ids: ReadonlySet<string>;
  /** Lower-case. */
  readonly names: ReadonlySet<string>;
}

const REPLY_PROPERTIES = [
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
const COMMENT_PROPERTIES = ['comment', 'comments', 'reply', 'replies', 'response'];
const ORGANIZATIONS =
  /Organization$|Business$|^(?:Corporation|Brand|Hotel|Restaurant|Store|OnlineStore|LodgingBusiness|Airline|Hospital|MedicalClinic|NGO)$/;

const NO_REPLY: ParsedReply = { text: null, date: null };

/** The organization's latest reply. */
export function replyOf(review: Item, replyAuthors: ReplyAuthors, dates: DateContext): ParsedReply {
  const replyValues = REPLY_PROPERTIES.flatMap((name) => valuesOf(review, name));
  const organizationComments = COMMENT_PROPERTIES.flatMap((name) => valuesOf(review, name)).filter((value) =>
    isByOrganization(value, replyAuthors),
  );
  const replies = [...replyValues, ...organizationComments]
    .map((value) => readReply(value, dates))
    .filter(({ text }) => text !== null);
  return replies.reduce((latest, reply) => ((reply.date ?? '') >= (latest.date ?? '') ? reply : latest), NO_REPLY);
}

function readReply(value: Value, dates: DateContext): ParsedReply {
  if (!isItem(value)) return { text: value.trim() || null, date: null };
  const read = readReplyDate(textOf(value, 'datePublished', 'dateCreated'), dates);
  const date = read === UNREAD ? null : read;
  return { text: textOf(value, 'text', 'commentText', 'reviewBody', 'articleBody', 'description'), date };
}

function isByOrganization(value: Value, { ids, names }: ReplyAuthors): boolean {
  if (!isItem(value)) return false;
  return valuesOf(value, 'author', 'creator').some((author) => {
    if (isItem(author) && author.types.some((type) => ORGANIZATIONS.test(type))) return true;
    if (isItem(author) && author.id !== null && ids.has(author.id)) return true;
    // A person may have the shop's name.
    const isPerson = isItem(author) && author.types.includes('Person');
    return !isPerson && names.has(nameOf(author)?.toLowerCase() ?? '');
  });
}
