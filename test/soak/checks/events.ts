/** Compares received events with collections and active webhooks. Pure functions. */
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

/** The database and the run share a clock, but a commit becomes visible shortly after its timestamp. */
const SLACK_MS = 250;

/**
 * Checks that events of new reviews were sent exactly when required. Returns one finding per run and check, because the new
 * reviews of a run share one event.
 */
export function checkNewReviews(facts: EventFacts, webhook: WebhookEntry): readonly Finding[] {
  const visits = byLink(facts.visits);
  const wrong = new Map<
    string,
    { readonly run: number; readonly check: NewReviewFault; readonly reviews: ReviewRecord[] }
  >();
  for (const review of facts.reviews) {
    const visit = visits.get(review.link_id)?.find((one) => hasReview(one, review));
    const check = visit && checkNewReview(facts, webhook, review, visit);
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

type NewReviewFault = 'event lost' | 'event of a pause';

/** Returns whether the review appeared in this visit. */
const hasReview = (visit: VisitRecord, { first_seen_ms: at }: ReviewRecord): boolean =>
  visit.started_ms <= at + SLACK_MS && at <= visit.ended_ms + SLACK_MS;

function checkNewReview(
  facts: EventFacts,
  { switch: webhookSwitch, book }: WebhookEntry,
  review: ReviewRecord,
  { finished_ms: finished }: VisitRecord,
): NewReviewFault | null {
  const place = facts.placeOf(review);
  if (!place) return null;
  const [from, to] = [review.first_seen_ms - SLACK_MS, finished + SLACK_MS];
  const wasEnabled = place.object.switch.wasOn(from, to) && place.link.switch.wasOn(from, to);
  const wasDelivered = book.deliveryCount('reviews.new', review.id) > 0;
  if (!wasDelivered && wasEnabled && webhookSwitch.wasOn(finished - SLACK_MS, to)) return 'event lost';
  if (wasDelivered && webhookSwitch.wasOff(finished - SLACK_MS) && webhookSwitch.wasOff(to)) return 'event of a pause';
  return null;
}

/**
 * For `steady` webhooks: checks events of replies and deletions, and the content of the last event, for objects that were never
 * disabled.
 */
export function checkChanges(facts: EventFacts, webhook: WebhookEntry): readonly Finding[] {
  return facts.reviews.flatMap((review) => {
    const place = facts.placeOf(review);
    if (!place || place.object.switch.pauses.length > 0 || place.link.switch.pauses.length > 0) return [];
    return checkChangesOf(review, webhook).map(([check, detail]) => ({
      check,
      subject: `review ${review.id}`,
      detail: `${webhook.book.name}: ${detail}`,
      history: facts.historyOf(review),
    }));
  });
}

function checkChangesOf(review: ReviewRecord, { book }: WebhookEntry): readonly (readonly [string, string])[] {
  const found: (readonly [string, string])[] = [];
  if (review.reply_text !== null && book.deliveryCount('replies.new', review.id) === 0)
    found.push(['event lost', `it has a reply and replies.new was not delivered`]);
  const [deleted, restored] = [
    book.deliveryCount('reviews.deleted', review.id),
    book.deliveryCount('reviews.restored', review.id),
  ];
  if (deleted - restored !== (review.is_deleted ? 1 : 0))
    found.push([
      'event lost',
      `reviews.deleted ${deleted} times, reviews.restored ${restored} times, deleted: ${review.is_deleted}`,
    ]);
  const last = book.lastContents.get(review.id);
  if (last !== undefined && (last.text !== review.text || last.reply !== review.reply_text))
    found.push([
      'last content',
      `the last event has ${JSON.stringify([last.text, last.reply])} and the review ${JSON.stringify([review.text, review.reply_text])}`,
    ]);
  return found;
}

/**
 * For `steady` webhooks: checks that the end of every run was delivered once, if an object of the run still existed. Runs whose
 * end is not relayed yet are left out; `untilWorkDone` finds those that wait too long.
 */
export function checkRuns(facts: EventFacts, webhook: WebhookEntry): readonly Finding[] {
  const runs = new Set(
    facts.visits
      .filter((visit) => visit.account_id === facts.accountId && visit.outcome !== 'dropped')
      .filter((visit) => !visit.is_deleted && !visit.is_waiting)
      .map((visit) => visit.run_id),
  );
  const deliveries = new Map<number, number>();
  for (const delivery of facts.deliveries) {
    if (delivery.webhook_id !== webhook.id || delivery.event_type !== 'scrape.run.finished') continue;
    if (delivery.run_id !== null) deliveries.set(delivery.run_id, (deliveries.get(delivery.run_id) ?? 0) + 1);
  }
  const find = (runId: number, detail: string): Finding => ({
    check: 'run',
    subject: `run ${runId}`,
    detail: `${webhook.book.name}: ${detail}`,
    history: [],
  });
  return [
    ...[...runs].filter((runId) => !deliveries.has(runId)).map((runId) => find(runId, 'its end was not delivered')),
    ...[...deliveries]
      .filter(([, times]) => times > 1)
      .map(([runId, times]) => find(runId, `its end was delivered ${times} times`)),
  ];
}

/** Checks that the receiver accepted each successful delivery, and that every attempted delivery is successful. */
export function checkDeliveries(facts: EventFacts, webhook: WebhookEntry): readonly Finding[] {
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
