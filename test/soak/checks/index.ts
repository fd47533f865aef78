/** All checks after the faults have ended. */
import type { Copies } from '../copies';
import { historyOf } from '../platform-model';
import { deliveryRecords, replyRecords, reviewRecords, visitRecords, type ReviewRecord } from '../records';
import type { SoakHarness } from '../soak-harness';
import { requestLines, type LinkEntry, type ObjectEntry } from '../tenant-ledger';
import type { Webhooks } from '../webhooks';
import { compareLink, type Depth, type Finding } from './content';
import { checkCopies } from './copies';
import { checkCounters, checkCuration, checkFigures, checkSizes } from './counts';
import { checkDeliveries, checkChanges, checkNewReviews, checkRuns, type EventFacts } from './events';
import { compareReply } from './replies';

/** Compares reviews and replies with the platforms, after incremental or full passes. */
export async function checkContent(harness: SoakHarness, depth: Depth): Promise<void> {
  const reviews = await reviewRecords(harness);
  harness.platforms.catchUp();
  for (const { link } of harness.ledger.links)
    report(
      harness,
      compareLink(
        link.id,
        link.page,
        reviews.filter((review) => review.link_id === link.id),
        depth,
      ),
    );
  const replies = new Map((await replyRecords(harness)).map((reply) => [reply.review_id, reply]));
  for (const replyRequests of harness.ledger.replyRequests.values())
    report(
      harness,
      compareReply(
        replyRequests,
        harness.platforms.publications.get(replyRequests.review) ?? [],
        replies.get(replyRequests.reviewId),
      ),
    );
}

/** Checks copies, events, analytics, counters, sizes, while no work is pending. */
export async function checkDerivedState(harness: SoakHarness, copies: Copies, webhooks: Webhooks): Promise<void> {
  const reviews = await reviewRecords(harness);
  await checkCopies(harness, copies, reviews);
  await checkEvents(harness, webhooks, reviews);
  await checkCounters(harness);
  await checkFigures(harness, reviews);
  await checkCuration(harness);
  await checkSizes(harness);
}

async function checkEvents(harness: SoakHarness, webhooks: Webhooks, reviews: readonly ReviewRecord[]): Promise<void> {
  const [visits, deliveries] = [await visitRecords(harness), await deliveryRecords(harness)];
  const places = new Map<number, { object: ObjectEntry; link: LinkEntry }>(
    harness.ledger.links.map((place) => [place.link.id, place]),
  );
  for (const account of harness.accounts) {
    const facts: EventFacts = {
      account: account.index,
      accountId: account.id,
      reviews: reviews.filter((review) => places.get(review.link_id)?.object.account === account.index),
      visits,
      deliveries,
      placeOf: (review) => places.get(review.link_id),
      historyOf: (review) => historyOfRecord(harness, places.get(review.link_id)?.link, review),
    };
    for (const webhook of webhooks.list.filter((one) => one.account === account.index)) {
      report(harness, checkNewReviews(facts, webhook));
      report(harness, checkDeliveries(facts, webhook));
      if (webhook.kind === 'steady') report(harness, [...checkChanges(facts, webhook), ...checkRuns(facts, webhook)]);
    }
  }
}

function historyOfRecord(harness: SoakHarness, link: LinkEntry | undefined, review: ReviewRecord): readonly string[] {
  const truth = link?.page.reviews.get(review.external_id);
  const replyRequests = harness.ledger.replyRequests.get(review.id);
  return [...(truth ? historyOf(truth) : []), ...(replyRequests ? requestLines(replyRequests) : [])];
}

function report(harness: SoakHarness, findings: readonly Finding[]): void {
  for (const { check, subject, detail, history } of findings)
    harness.journal.violation(check, subject, detail, history);
}
