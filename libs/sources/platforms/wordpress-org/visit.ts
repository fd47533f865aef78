/**
 * Visits the reviews of a plugin or theme in the support forum:
 *
 *   list of 30 topics, newest first  ──►  one page per topic, for its text, date and replies
 *
 * The list alone has no text and no date, so a review costs a request. Three rules keep the number of requests small:
 *
 * - reviews are returned in batches of 10, so a caller that stops after a batch without changes requests 10 topics, not 30;
 * - a visit reads the newest 300 reviews at most (10 pages of the list), 311 requests or about 11 minutes at the allowed pace. A
 *   longer list is a `window`: its older reviews are not read and do not count as deleted;
 * - topics that an earlier page of the list had are not requested again.
 *
 * The feed of the newest reviews (`reviews/feed/`) has texts, but neither stars nor replies, and dates in another precision.
 *
 * The list ends at the page without a link to the next page. It is ordered by topic number, so a late reply or an edit moves no
 * review; only full passes find them beyond the first batch.
 */
import { optionalRequest, requestParsed, UNKNOWN_OBJECT, verifyByCounter } from '../../visiting';
import type { PackedReviews } from '../../parsing/packed-reviews';
import type { ResultOf } from '../../parsing/parser';
import { joinedLists, unreadReviews } from '../../review-list';
import type { PlatformObject, SnapshotPage, Visit, VisitTools } from '../../source';
import { Changed, Gone } from '../../source-errors';
import { listAddress, projectOf, type Project } from './match';
import type { Topic } from './parse';
import { details, review, topicList } from './parsers';

type TopicList = ResultOf<typeof topicList>;

const BATCH = 10;
const MAX_REVIEWS = 300;

export async function* visit(canonicalUrl: string, tools: VisitTools): Visit {
  const project = projectOf(new URL(canonicalUrl));
  if (project === null) throw new Gone('This is not the address of a plugin or theme');
  const knownIds = new Set<string>();
  let list = await requestList(project, 1, tools);
  const object = (await optionalRequest(() => requestDetails(project, tools), tools.signal)) ?? UNKNOWN_OBJECT;
  if (isEmpty(list)) {
    await verifyByCounter('WordPress.org shows no list of reviews, though there are some', object.reviewCount, tools);
    yield { reviews: [], object };
  }
  for (let number = 1; ; number += 1) {
    yield* pagesOf(list, object, knownIds, tools);
    if (!list.hasNext) return { coverage: 'all' };
    if (knownIds.size >= MAX_REVIEWS) return { coverage: 'window' };
    list = await requestList(project, number + 1, tools);
    if (isEmpty(list)) throw new Changed(`Page ${number + 1} of the list is empty`);
  }
}

/** The reviews of a page of the list, in batches; before them, those that the list shows and that could not be read. */
async function* pagesOf(
  list: TopicList,
  object: PlatformObject,
  knownIds: Set<string>,
  tools: VisitTools,
): AsyncGenerator<SnapshotPage, void, void> {
  if (list.unread !== undefined) yield { reviews: unreadReviews(list.unread.review ?? 0), object };
  for (const batch of batchesOf(unseenTopics(list, knownIds))) yield { reviews: await readBatch(batch, tools), object };
}

/** Whether the page shows no topic, not even one that could not be read. */
const isEmpty = ({ topics, unread }: TopicList): boolean => topics.length === 0 && unread === undefined;

/** The topics of a page that no earlier page had. Throws `Changed` for a page with only known topics. */
function unseenTopics({ topics }: TopicList, knownIds: Set<string>): readonly Topic[] {
  const unseen = topics.filter(({ id }) => !knownIds.has(id));
  if (topics.length > 0 && unseen.length === 0) throw new Changed('The list repeats itself');
  for (const { id } of unseen) knownIds.add(id);
  // A page may contain a topic twice.
  return [...new Map(unseen.map((topic) => [topic.id, topic])).values()];
}

function batchesOf(topics: readonly Topic[]): readonly (readonly Topic[])[] {
  return Array.from({ length: Math.ceil(topics.length / BATCH) }, (_, index) =>
    topics.slice(index * BATCH, (index + 1) * BATCH),
  );
}

/** Reads the pages of topics. Throws `Changed` if none of several was read: then not a review, but the format is foreign. */
async function readBatch(topics: readonly Topic[], tools: VisitTools): Promise<SnapshotPage['reviews']> {
  const lists: PackedReviews[] = [];
  for (const topic of topics) {
    const reviews = await requestReview(topic, tools);
    if (reviews !== null) lists.push(reviews);
  }
  const fault = lists.find((list) => list.fault !== null)?.fault;
  if (lists.length > 1 && lists.every(({ length }) => length === 0))
    throw new Changed(`None of ${lists.length} reviews was read: ${fault ?? 'their form is unknown'}`);
  return joinedLists(lists);
}

/** Requests the page of a topic; null if the topic was deleted after the list was read. */
async function requestReview(topic: Topic, tools: VisitTools): Promise<PackedReviews | null> {
  try {
    return (await requestParsed(topic.url, review, topic, tools)).reviews;
  } catch (error) {
    if (error instanceof Gone) return null;
    throw error;
  }
}

/** Requests a page of the list. Throws `Gone` if the address leads to another page, as for a plugin that was renamed. */
async function requestList(project: Project, number: number, { http, parse }: VisitTools): Promise<TopicList> {
  const address = listAddress(project);
  const { url, document } = await http.request(number === 1 ? address : `${address}page/${number}/`);
  if (!url.startsWith(address)) throw new Gone('The address leads to another page of WordPress.org');
  return parse(topicList, document, null);
}

function requestDetails({ kind, slug }: Project, tools: VisitTools): Promise<PlatformObject> {
  const query = new URLSearchParams({
    action: `${kind}_information`,
    'request[slug]': slug,
    'request[fields][ratings]': '1',
    'request[fields][sections]': '0',
    'request[fields][versions]': '0',
  });
  return requestParsed(`https://api.wordpress.org/${kind}s/info/1.2/?${query}`, details, null, tools);
}
