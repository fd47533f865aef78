/**
 * Parses pages of the forum and responses of the API of WordPress.org (contract §2.3). Pure.
 *
 * The list has a review's id, title, author and stars, but neither its text nor its date. Both are on the page of the topic, with
 * the replies.
 */
import { cleanTextOrNull, normalizeRating, parsedUrl, parseLocalDateTime, type LocalDateTime } from '@libs/kernel';
import { z } from 'zod';
import { decodeEntities } from '../../decode-entities';
import { attribute, elementsBelow, firstElement, hasClass, visibleText, type DomNode } from '../../html/dom';
import { parseRating } from '../../parse-rating';
import { readShape } from '../../read-shape';
import type { CollectedReview, PlatformObject } from '../../source';
import { Changed } from '../../source-errors';
import { forumTime, isRating, notAPage, readTree, starsOf } from './page';

export const RATING_SCALE = 5;
const API_SCALE = 100;

/** A review in the list. */
export interface Topic {
  readonly id: string;
  readonly url: string;
  readonly title: string | null;
  readonly author: string | null;
  /** "1" to "5". */
  readonly stars: string | null;
}

export interface TopicList {
  readonly topics: readonly Topic[];
  readonly hasNext: boolean;
}

const withClass =
  (name: string) =>
  (element: DomNode): boolean =>
    hasClass(element, name);

/** Reads a page of the list of reviews. Throws `Blocked` for a challenge, `Changed` for a page that is not a list. */
export function readList(html: string): TopicList {
  const forum = forumIn(html);
  const topics: Topic[] = [];
  let hasNext = false;
  for (const element of elementsBelow(forum, (candidate) => topicId(candidate) === null)) {
    const id = topicId(element);
    if (id !== null) topics.push(readTopic(id, element));
    else if (element.name === 'a' && hasClass(element, 'next') && hasClass(element, 'page-numbers')) hasNext = true;
  }
  if (topics.length === 0 && !isEmptyList(forum)) throw new Changed('The page shows neither reviews nor an empty list');
  return { topics, hasNext };
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

function topicId(element: DomNode): string | null {
  if (element.name !== 'ul') return null;
  return /^bbp-topic-([1-9]\d{0,17})$/.exec(attribute(element, 'id') ?? '')?.[1] ?? null;
}

function readTopic(id: string, row: DomNode): Topic {
  const link = firstElement(row, withClass('bbp-topic-permalink'));
  const url = topicAddress(link === null ? undefined : attribute(link, 'href'));
  if (link === null || url === null) throw new Changed('A review in the list has no address');
  const rating = firstElement(row, isRating);
  const starter = firstElement(row, withClass('bbp-topic-started-by'));
  const author = starter === null ? null : firstElement(starter, withClass('bbp-author-name'));
  return {
    id,
    url,
    title: cleanTextOrNull(visibleText(link, isRating)),
    author: author === null ? null : cleanTextOrNull(visibleText(author)),
    stars: rating === null ? null : starsOf(rating),
  };
}

/** The address of a topic without query and fragment, or null. */
function topicAddress(href: string | undefined): string | null {
  const url = href === undefined ? null : parsedUrl(href, 'https://wordpress.org/');
  if (url?.hostname !== 'wordpress.org' || !/^\/support\/topic\/[^/]+\/?$/.test(url.pathname)) return null;
  return `https://wordpress.org${url.pathname}`;
}

/** Reads the page of a topic from the list. Throws `Blocked` for a challenge, `Changed` for another page. */
export function readReview(html: string, topic: Topic): CollectedReview {
  const forum = forumIn(html);
  const lead = firstElement(forum, withClass('bbp-lead-topic'));
  const content = lead === null ? null : firstElement(lead, withClass('bbp-topic-content'));
  if (lead === null || content === null) throw new Changed('The page of a review has no text');
  const body = bodyOf(content);
  const date = postDate(lead, 'bbp-topic-post-date');
  const reply = organizationReply(forum);
  return {
    externalId: topic.id,
    author: topic.author,
    text: joinTexts(topic.title, body),
    positive: null,
    negative: null,
    reviewDate: date,
    datePrecision: 'exact',
    ...parseRating(topic.stars, RATING_SCALE),
    reviewUrl: topic.url,
    replyText: reply?.text ?? null,
    replyDate: reply?.date ?? null,
    // The organization may have answered on a later page, which is not read.
    ...(reply === null && hasMoreReplies(forum) ? { replyKnown: false } : {}),
    images: [],
    videos: [],
    isNative: true,
    raw: { ...topic, body, date, reply },
  };
}

interface Reply {
  readonly id: string | null;
  readonly text: string;
  readonly date: LocalDateTime | null;
}

/** The classes of a post by the organization: author, contributor or support representative of the plugin or theme. */
const BY_ORGANIZATION = /(?:^|\s)by-(?:plugin|theme)-(?:author|contributor|support-rep)(?:\s|$)/;

/** The first reply of the organization on the page; null if there is none. */
function organizationReply(forum: DomNode): Reply | null {
  const isLeadOrReply = (element: DomNode): boolean => hasClass(element, 'bbp-lead-topic') || isReply(element);
  for (const element of elementsBelow(forum, (candidate) => !isLeadOrReply(candidate))) {
    if (!isReply(element) || !BY_ORGANIZATION.test(attribute(element, 'class') ?? '')) continue;
    const content = firstElement(element, withClass('bbp-reply-content'));
    const text = content === null ? null : bodyOf(content);
    if (text === null) continue;
    const id = /^post-(\d{1,18})$/.exec(attribute(element, 'id') ?? '')?.[1] ?? null;
    return { id, text, date: postDate(element, 'bbp-reply-post-date') };
  }
  return null;
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

/** The date in the title of a post's link; its visible text is relative ("2 years ago"). Throws `Changed` for another form. */
function postDate(post: DomNode, className: string): LocalDateTime | null {
  const container = firstElement(post, withClass(className));
  const link = container === null ? null : firstElement(container, ({ name }) => name === 'a');
  const title = link === null ? undefined : attribute(link, 'title');
  // An older layout has the number of the reply in this place.
  if (title === undefined || title.trim() === '' || title.startsWith('#')) return null;
  const time = forumTime(title);
  const date = time === null ? null : parseLocalDateTime(time);
  if (date === null) throw new Changed('A post has a date in an unexpected format');
  return date;
}

function joinTexts(...parts: readonly (string | null)[]): string | null {
  const filled = parts.filter((part) => part !== null);
  return filled.length === 0 ? null : filled.join('\n\n');
}

const detailsShape = z.object({
  name: z.string().nullish(),
  rating: z.number().nullish(),
  num_ratings: z.number().int().nonnegative().nullish(),
});

/** Reads the response of the API for a plugin or theme. */
export function readDetails(value: unknown): PlatformObject {
  const details = readShape(detailsShape, value, "WordPress.org's data about the plugin or theme");
  const rating = normalizeRating(details.rating ?? 0, API_SCALE);
  return {
    name: cleanTextOrNull(decodeEntities(details.name ?? '')),
    reviewCount: details.num_ratings ?? null,
    rating,
    ratingOriginal: rating === null ? null : String(rating),
  };
}
