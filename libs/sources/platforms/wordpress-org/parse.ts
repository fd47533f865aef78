/**
 * Parses pages of the forum and responses of the API of WordPress.org (contract §2.3). Pure.
 *
 * The list has a review's id, title, author and stars, but neither its text nor its date. Both are on the page of the topic, with
 * the replies.
 */
import { cleanTextOrNull, parsedUrl, parseLocalDateTime, type LocalDateTime } from '@libs/kernel';
import { z } from 'zod';
import { collectedReview, joinTexts } from '../../collected-review';
import { decodeEntities } from '../../decode-entities';
import { attribute, elementsBelow, firstElement, hasClass, visibleText, type DomNode } from '../../html/dom';
import { Reading } from '../../reading';
import type { CollectedReview, PlatformObject } from '../../source';
import { Changed } from '../../source-errors';
import { UNREAD_PARTS, type Unread } from '../../unread';
import { forumTime, isRating, notAPage, readTree, starsOf } from './page';

export const RATING_SCALE = 5;
export const RECORD = 'A review of WordPress.org';
const DETAILS_PARTS = { name: 'name', rating: 'average', num_ratings: 'count' } as const;
const API_SCALE = 100;

/** A review in the list. */
export interface Topic {
  readonly id: string;
  readonly url: string;
  readonly title: string | null;
  readonly author: string | null;
  /** "1" to "5". */
  readonly stars: string | null;
  /** Parts of the row that were not read; absent if there are none. */
  readonly unread?: Unread;
}

export interface TopicList {
  readonly topics: readonly Topic[];
  /** How many rows of the list were not read; absent if there are none. */
  readonly unread?: Unread;
  readonly fault?: string;
  readonly hasNext: boolean;
}

const withClass =
  (name: string) =>
  (element: DomNode): boolean =>
    hasClass(element, name);

/** Reads a page of the list of reviews. Throws `Blocked` for a challenge, `Changed` for a page that is not a list. */
export function readList(html: string): TopicList {
  const forum = forumIn(html);
  const rows: DomNode[] = [];
  let hasNext = false;
  for (const element of elementsBelow(forum, (candidate) => !isTopic(candidate))) {
    if (isTopic(element)) rows.push(element);
    else if (element.name === 'a' && hasClass(element, 'next') && hasClass(element, 'page-numbers')) hasNext = true;
  }
  if (rows.length === 0 && !isEmptyList(forum)) throw new Changed('The page shows neither reviews nor an empty list');
  return { ...readTopics(rows), hasNext };
}

/** Reads the rows of a list. One without an id or an address is counted as an unread review. */
function readTopics(rows: readonly DomNode[]): Pick<TopicList, 'topics' | 'unread' | 'fault'> {
  const topics = rows.map(readTopic).filter((topic) => topic !== null);
  const review = rows.length - topics.length;
  return review === 0
    ? { topics }
    : { topics, unread: { review }, fault: 'A review in the list has no id or no address' };
}

/** The container of the forum, which every page of topics has. */
function forumIn(html: string): DomNode {
  const forum = firstElement(readTree(html), (element) => attribute(element, 'id') === 'bbpress-forums');
  if (forum === null) throw notAPage(html) ?? new Changed('The page of WordPress.org has no forum');
  return forum;
}

/** An empty list is a notice instead of the table of topics. */
function isEmptyList(forum: DomNode): boolean {
  return (
    firstElement(forum, withClass('bbp-topics')) === null &&
    firstElement(forum, withClass('bbp-template-notice')) !== null
  );
}

/** Rows are recognized by their id or by their class. */
const isTopic = (element: DomNode): boolean =>
  element.name === 'ul' && ((attribute(element, 'id') ?? '').startsWith('bbp-topic-') || hasClass(element, 'topic'));

const topicId = (row: DomNode): string | null =>
  /^bbp-topic-([1-9]\d{0,17})$/.exec(attribute(row, 'id') ?? '')?.[1] ?? null;

/** Null for a row without an id or an address. */
function readTopic(row: DomNode): Topic | null {
  const reading = new Reading(RECORD);
  const id = topicId(row);
  const link = firstElement(row, withClass('bbp-topic-permalink'));
  const url = topicAddress(link === null ? undefined : attribute(link, 'href'));
  if (id === null || link === null || url === null) return null;
  const rating = firstElement(row, isRating);
  const starter = firstElement(row, withClass('bbp-topic-started-by'));
  const author = starter === null ? null : firstElement(starter, withClass('bbp-author-name'));
  const topic = {
    id,
    url,
    title: cleanTextOrNull(visibleText(link, isRating)),
    author: reading.needed('author', author, (element) => cleanTextOrNull(visibleText(element))),
    stars: reading.needed('rating', rating, starsOf),
  };
  return reading.unread === undefined ? topic : { ...topic, unread: reading.unread };
}

/** The address of a topic without query and fragment, or null. */
function topicAddress(href: string | undefined): string | null {
  const url = href === undefined ? null : parsedUrl(href, 'https://wordpress.org/');
  if (url?.hostname !== 'wordpress.org' || !/^\/support\/topic\/[^/]+\/?$/.test(url.pathname)) return null;
  return `https://wordpress.org${url.pathname}`;
}

/** Reads the page of a topic from the list. Throws `Blocked` for a challenge, `Changed` for another page. */
export function readReview(html: string, topic: Topic, reading = new Reading(RECORD)): CollectedReview {
  const forum = forumIn(html);
  const { lead, content } = leadIn(forum);
  const { unread = {}, ...row } = topic;
  for (const part of UNREAD_PARTS) if (unread[part] !== undefined) reading.miss(part);
  const body = bodyOf(content);
  const date = reading.needed('date', postTitle(lead, 'bbp-topic-post-date'), postTime);
  const reply = organizationReply(forum, reading);
  return collectedReview({
    externalId: topic.id,
    author: topic.author,
    text: joinTexts(topic.title, body),
    reviewDate: date,
    ...reading.rating(topic.stars, RATING_SCALE),
    reviewUrl: topic.url,
    ...replyFields(reply, forum),
    raw: { ...row, body, date, reply },
  });
}

/** The post of a topic, and the element of its text. */
function leadIn(forum: DomNode): { readonly lead: DomNode; readonly content: DomNode } {
  const lead = firstElement(forum, withClass('bbp-lead-topic'));
  const content = lead === null ? null : firstElement(lead, withClass('bbp-topic-content'));
  if (lead === null || content === null) throw new Changed('The page of a review has no text');
  return { lead, content };
}

interface Reply {
  readonly id: string | null;
  readonly text: string;
  readonly date: LocalDateTime | null;
}

function replyFields(
  reply: Reply | null,
  forum: DomNode,
): Pick<CollectedReview, 'replyText' | 'replyDate' | 'replyKnown'> {
  if (reply !== null) return { replyText: reply.text, replyDate: reply.date };
  // The organization may have answered on a later page, which is not read.
  return { replyText: null, replyDate: null, ...(hasMoreReplies(forum) ? { replyKnown: false } : {}) };
}

/** The classes of a post by the organization: author, contributor or support representative of the plugin or theme. */
const BY_ORGANIZATION = /(?:^|\s)by-(?:plugin|theme)-(?:author|contributor|support-rep)(?:\s|$)/;

/** The first reply of the organization on the page; null if there is none. */
function organizationReply(forum: DomNode, reading: Reading): Reply | null {
  const isLeadOrReply = (element: DomNode): boolean => hasClass(element, 'bbp-lead-topic') || isReply(element);
  let hasReplies = false;
  for (const element of elementsBelow(forum, (candidate) => !isLeadOrReply(candidate))) {
    if (!isReply(element) || !BY_ORGANIZATION.test(attribute(element, 'class') ?? '')) continue;
    hasReplies = true;
    const text = replyBody(element);
    if (text === null) continue;
    const id = /^post-(\d{1,18})$/.exec(attribute(element, 'id') ?? '')?.[1] ?? null;
    const date = reading.stated('reply_date', postTitle(element, 'bbp-reply-post-date'), postTime);
    return { id, text, date };
  }
  if (hasReplies) reading.miss('reply');
  return null;
}

function replyBody(reply: DomNode): string | null {
  const content = firstElement(reply, withClass('bbp-reply-content'));
  return content === null ? null : bodyOf(content);
}

const isReply = (element: DomNode): boolean => hasClass(element, 'reply') && hasClass(element, 'type-reply');

const hasMoreReplies = (forum: DomNode): boolean =>
  firstElement(forum, (element) => hasClass(element, 'next') && hasClass(element, 'page-numbers')) !== null;

/** Parts of a post that its author did not write: the log of changes, and notices. */
const isAddition = (element: DomNode): boolean =>
  hasClass(element, 'bbp-topic-revision-log') ||
  hasClass(element, 'bbp-reply-revision-log') ||
  hasClass(element, 'bbp-template-notice');

const bodyOf = (content: DomNode): string | null => cleanTextOrNull(visibleText(content, isAddition));

/** The title of a post's link, which is its date; the visible text is relative ("2 years ago"). Null if there is none. */
function postTitle(post: DomNode, className: string): string | null {
  const container = firstElement(post, withClass(className));
  const link = container === null ? null : firstElement(container, ({ name }) => name === 'a');
  const title = link === null ? undefined : attribute(link, 'title');
  // An older layout has the number of the reply in this place.
  return title === undefined || title.startsWith('#') ? null : title;
}

/** The date in a title; null if it is none. */
function postTime(title: string): LocalDateTime | null {
  const time = forumTime(title);
  return time === null ? null : parseLocalDateTime(time);
}

const detailsShape = z.object({
  name: z.string().nullish(),
  rating: z.number().nullish(),
  num_ratings: z.number().int().nonnegative().nullish(),
});

/** Reads the response of the API for a plugin or theme. */
export function readDetails(value: unknown): PlatformObject {
  const reading = new Reading("WordPress.org's data about the plugin or theme");
  const details = reading.shape(detailsShape, value, DETAILS_PARTS);
  const { rating } = reading.average(details.rating, API_SCALE);
  return {
    name: cleanTextOrNull(decodeEntities(details.name ?? '')),
    reviewCount: details.num_ratings ?? null,
    rating,
    ratingOriginal: rating === null ? null : String(rating),
    unread: reading.unread,
  };
}
