/** All checks after the faults have ended. */
import type { Copies } from '../copies';
import { historyOf } from '../platform-model';
import { deliveryRecords, replyRecords, reviewRecords, visitRecords, type ReviewRecord } from '../records';
import type { SoakWorld } from '../soak-world';
import { requestLines, type LinkEntry, type ObjectEntry } from '../tenant-ledger';
import type { Webhooks } from '../webhooks';
import { compareLink, type Depth, type Finding } from './content';
import { checkCopies } from './copies';
import { checkCounters, checkCuration, checkFigures, checkSizes } from './counts';
import { checkDeliveries, checkChanges, checkNewReviews, checkRuns, type EventFacts } from './events';
import { compareReply } from './replies';

/** Compares reviews and replies with the platforms, after incremental passes (`news`) or full ones (`all`). */
export async function checkContent(world: SoakWorld, depth: Depth): Promise<void> {
  const reviews = await reviewRecords(world);
  world.platforms.catchUp();
  for (const { link } of world.ledger.links)
    report(
      world,
      compareLink(
        link.id,
        link.page,
        reviews.filter((review) => review.link_id === link.id),
        depth,
      ),
    );
  const replies = new Map((await replyRecords(world)).map((reply) => [reply.review_id, reply]));
  for (const replyRequests of world.ledger.replyRequests.values())
    report(
      world,
      compareReply(
        replyRequests,
        world.platforms.publications.get(replyRequests.review) ?? [],
        replies.get(replyRequests.reviewId),
      ),
    );
}

/** Checks copies, events, analytics, counters, sizes, while no work is pending. */
export async function checkRest(world: SoakWorld, copies: Copies, webhooks: Webhooks): Promise<void> {
  const reviews = await reviewRecords(world);
  await checkCopies(world, copies, reviews);
  await checkEvents(world, webhooks, reviews);
  await checkCounters(world);
  await checkFigures(world, reviews);
  await checkCuration(world);
  await checkSizes(world);
}

async function checkEvents(world: SoakWorld, webhooks: Webhooks, reviews: readonly ReviewRecord[]): Promise<void> {
  const [visits, deliveries] = [await visitRecords(world), await deliveryRecords(world)];
  const places = new Map<number, { object: ObjectEntry; link: LinkEntry }>(
    world.ledger.links.map((place) => [place.link.id, place]),
  );
  for (const account of world.accounts) {
    const facts: EventFacts = {
      account: account.index,
      accountId: account.id,
      reviews: reviews.filter((review) => places.get(review.link_id)?.object.account === account.index),
      visits,
      deliveries,
      placeOf: (review) => places.get(review.link_id),
      historyOf: (review) => historyOfRecord(world, places.get(review.link_id)?.link, review),
    };
    for (const webhook of webhooks.list.filter((one) => one.account === account.index)) {
      report(world, checkNewReviews(facts, webhook));
      report(world, checkDeliveries(facts, webhook));
      if (webhook.kind === 'steady') report(world, [...checkChanges(facts, webhook), ...checkRuns(facts, webhook)]);
    }
  }
}

function historyOfRecord(world: SoakWorld, link: LinkEntry | undefined, review: ReviewRecord): readonly string[] {
  const truth = link?.page.reviews.get(review.external_id);
  const replyRequests = world.ledger.replyRequests.get(review.id);
  return [...(truth ? historyOf(truth) : []), ...(replyRequests ? requestLines(replyRequests) : [])];
}

function report(world: SoakWorld, findings: readonly Finding[]): void {
  for (const { check, subject, detail, history } of findings) world.journal.violation(check, subject, detail, history);
}
