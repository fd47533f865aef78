/** Compares received events with collections and active webhooks. Pure except for its inputs. */
import type { DeliveryRecord, ReviewRecord, VisitRecord } from '../records';
import type { LinkEntry, ObjectEntry } from '../tenant-ledger';
import type { WebhookEntry } from '../webhooks';
import type { Finding } from './content';

export interface EventFacts {
  readonly account: number;
  readonly accountId: number;
  /** Existing reviews of the account's links. */
  readonly reviews: readonly ReviewRecord[];
  readonly visits: readonly VisitRecord[];
  readonly deliveries: readonly DeliveryRecord[];
  readonly placeOf: (review: ReviewRecord) => { readonly object: ObjectEntry; readonly link: LinkEntry } | undefined;
  readonly historyOf: (review: ReviewRecord) => readonly string[];
}

/** The database and the run share a clock, but a commit becomes visible a moment after its timestamp. */
const SLACK_MS = 250;

/** Events of new reviews were sent exactly where required. One finding per run, because its new reviews share one event. */
export function judgeNews(facts: EventFacts, webhook: WebhookEntry): readonly Finding[] {
  const visits = byLink(facts.visits);
  const wrong = new Map<
    string,
    { readonly run: number; readonly check: NewsFault; readonly reviews: ReviewRecord[] }
  >();
  for (const review of facts.reviews) {
    const visit = visits.get(review.link_id)?.find((one) => holds(one, review));
    const check = visit && judgeOneNews(facts, webhook, review, visit);
    if (!visit || !check) continue;
    const known = wrong.get(`${visit.run_id} ${check}`) ?? { run: visit.run_id, check, reviews: [] };
    known.reviews.push(review);
    wrong.set(`${visit.run_id} ${check}`, known);
  }
  return [...wrong.values()].map(({ run, check, reviews }) => ({
    check,
    subject: `run ${run} to the ${webhook.book.name}`,
    detail: `reviews.new of ${reviews.length} reviews: ${reviews
      .slice(0, 5)
      .map(({ id }) => id)
      .join()}`,
    history: reviews.slice(0, 1).flatMap((review) => facts.historyOf(review)),
  }));
}

type NewsFault = 'event lost' | 'event of a pause';

/** Whether the review appeared in this visit. */
const holds = (visit: VisitRecord, { first_seen_ms: at }: ReviewRecord): boolean =>
  visit.started_ms <= at + SLACK_MS && at <= visit.ended_ms + SLACK_MS;

function judgeOneNews(
  facts: EventFacts,
  { switch: listening, book }: WebhookEntry,
  review: ReviewRecord,
  { finished_ms: finished }: VisitRecord,
): NewsFault | null {
  const place = facts.placeOf(review);
  if (!place) return null;
  const [from, to] = [review.first_seen_ms - SLACK_MS, finished + SLACK_MS];
  const wasThere = place.object.switch.wasOn(from, to) && place.link.switch.wasOn(from, to);
  const told = book.timesTold('reviews.new', review.id) > 0;
  if (!told && wasThere && listening.wasOn(finished - SLACK_MS, to)) return 'event lost';
  if (told && listening.wasOff(finished - SLACK_MS) && listening.wasOff(to)) return 'event of a pause';
  return null;
}

/** For `steady` webhooks: replies, deletions and the last events, of objects that were never disabled. */
export function judgeLife(facts: EventFacts, webhook: WebhookEntry): readonly Finding[] {
  return facts.reviews.flatMap((review) => {
    const place = facts.placeOf(review);
    if (!place || place.object.switch.pauses.length > 0 || place.link.switch.pauses.length > 0) return [];
    return judgeReviewLife(review, webhook).map(([check, detail]) => ({
      check,
      subject: `review ${review.id}`,
      detail: `${webhook.book.name}: ${detail}`,
      history: facts.historyOf(review),
    }));
  });
}

function judgeReviewLife(review: ReviewRecord, { book }: WebhookEntry): readonly (readonly [string, string])[] {
  const found: (readonly [string, string])[] = [];
  if (review.reply_text !== null && book.timesTold('replies.new', review.id) === 0)
    found.push(['event lost', `it has a reply and replies.new was not told`]);
  const [deleted, restored] = [
    book.timesTold('reviews.deleted', review.id),
    book.timesTold('reviews.restored', review.id),
  ];
  if (deleted - restored !== (review.is_deleted ? 1 : 0))
    found.push([
      'event lost',
      `reviews.deleted ${deleted} times, reviews.restored ${restored} times, deleted: ${review.is_deleted}`,
    ]);
  const last = book.lastWords.get(review.id);
  if (last !== undefined && (last.text !== review.text || last.reply !== review.reply_text))
    found.push([
      'last word',
      `it was told ${JSON.stringify([last.text, last.reply])} and is ${JSON.stringify([review.text, review.reply_text])}`,
    ]);
  return found;
}

/**
 * For `steady` webhooks: the end of every run with a link of an object that existed when it was sent, once. Runs that have just ended
 * may not be relayed yet; `untilQuiet` finds those that wait too long.
 */
export function judgeRuns(facts: EventFacts, webhook: WebhookEntry): readonly Finding[] {
  const runs = new Set(
    facts.visits
      .filter((visit) => visit.account_id === facts.accountId && visit.outcome !== 'dropped')
      .filter((visit) => !visit.is_deleted && !visit.is_waiting)
      .map((visit) => visit.run_id),
  );
  const told = new Map<number, number>();
  for (const delivery of facts.deliveries) {
    if (delivery.webhook_id !== webhook.id || delivery.event_type !== 'scrape.run.finished') continue;
    if (delivery.run_id !== null) told.set(delivery.run_id, (told.get(delivery.run_id) ?? 0) + 1);
  }
  const find = (runId: number, detail: string): Finding => ({
    check: 'run',
    subject: `run ${runId}`,
    detail: `${webhook.book.name}: ${detail}`,
    history: [],
  });
  return [
    ...[...runs].filter((runId) => !told.has(runId)).map((runId) => find(runId, 'its end was not told')),
    ...[...told]
      .filter(([, times]) => times > 1)
      .map(([runId, times]) => find(runId, `its end was told ${times} times`)),
  ];
}

/** Deliveries and received requests agree: the receiver accepted each success, and nothing else is left. */
export function judgeDeliveries(facts: EventFacts, webhook: WebhookEntry): readonly Finding[] {
  return facts.deliveries
    .filter((delivery) => delivery.webhook_id === webhook.id)
    .flatMap((delivery) => {
      const wasAccepted = webhook.book.accepted.get(delivery.event_type)?.has(delivery.id) === true;
      const isRight = delivery.state === 'success' && wasAccepted;
      if (isRight || (delivery.state === 'pending' && delivery.attempts === 0)) return [];
      const detail = `${webhook.book.name}: it is ${delivery.state} after ${delivery.attempts} attempts, accepted: ${wasAccepted}`;
      return [{ check: 'delivery', subject: `delivery ${delivery.id}`, detail, history: [] }];
    });
}

function byLink(visits: readonly VisitRecord[]): ReadonlyMap<number, readonly VisitRecord[]> {
  const found = new Map<number, VisitRecord[]>();
  for (const visit of visits) {
    const known = found.get(visit.link_id);
    if (known) known.push(visit);
    else found.set(visit.link_id, [visit]);
  }
  return found;
}
