import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@test/support/eventually';
import { type ServiceProcess } from '@test/support/service-process';
import { seededRandom } from '@test/support/feed-harness';
import { FaultHarness, type WatchedLink } from './support/fault-harness';
import { checkInvariants } from './support/invariants';
import { checkOutgoing, deliveriesOf, secretOf, subscribe, type SubscribedWebhook } from './support/outgoing';
import { patient } from './support/patience';
import { clockOff } from './support/preload';
import { RawReceiver, Receiver, reviewIdsOf } from './support/receivers';

/**
 * Reviews appear on the platforms during faults: workers are killed (also right after a receiver's 200, F4) or stopped (F31), PostgreSQL is
 * restarted and killed (F7-F9), a worker's clock is wrong (F21), and receivers are down, silent (F23) or fail sometimes. `FAULT_SEED`
 * repeats a run, `FAULT_SECONDS` and `FAULT_REVIEWS` make it longer.
 */
const SEED = Number(process.env['FAULT_SEED'] ?? randomInt(1_000_000));
const SECONDS = Number(process.env['FAULT_SECONDS'] ?? 60);
const REVIEWS = Number(process.env['FAULT_REVIEWS'] ?? 1_500);
const LINKS = 10;
const ROUND_MS = 1_000;
const HOUR_MS = 3_600_000;

jest.setTimeout(patient(SECONDS * 1_000 + 600_000));

describe(`run 2: deliveries under faults, seed ${SEED}`, () => {
  const random = seededRandom(SEED);
  const tally = { published: 0, edited: 0, replied: 0, killed: 0, stopped: 0, killedAfter200: 0, restarts: 0 };
  const closing: (() => Promise<void>)[] = [];
  let harness: FaultHarness;
  let links: readonly WatchedLink[];
  let healthy: SubscribedWebhook;
  let flaky: SubscribedWebhook;
  let deadWebhookIds: readonly number[];
  let changes = Promise.resolve();
  /** Killed workers that are not replaced yet. */
  const killedWorkers = new Set<ServiceProcess>();

  beforeAll(async () => {
    process.stderr.write(`deliveries under faults: FAULT_SEED=${SEED}\n`);
    harness = await FaultHarness.begin({
      environment: {
        HREV_WEBHOOK_TIMEOUT: '2s',
        HREV_WEBHOOK_BACKOFF: '1s,2s,3s',
        HREV_WEBHOOK_ATTEMPTS: '1000',
        // Every review must appear in the bodies.
        HREV_WEBHOOK_MAX_BODY: '16777216',
      },
    });
    await harness.startApi();
    healthy = await aWebhook();
    flaky = await aWebhook();
    deadWebhookIds = [await aDeadWebhook(), await aSilentWebhook()];
    links = await Promise.all(Array.from({ length: LINKS }, (_, n) => harness.newLink(n % 2 ? '2gis' : 'steam', 5)));
    for (let number = 0; number < 3; number += 1) await aWorker();
  }, patient(180_000));
  afterAll(async () => {
    await harness?.end();
    for (const close of closing) await close();
  }, patient(60_000));

  it('the healthy receiver gets every review, and no webhook gets a review in two deliveries', async () => {
    healthy.receiver.onAnswered = () => void (random() < 0.03 && killAfterAnswer());
    flaky.receiver.answer = () => (['hang', 'cut', 500, 429, 200, 200] as const)[Math.floor(random() * 6)] ?? 200;
    const until = performance.now() + SECONDS * 1_000;
    const faults = Promise.all([breakWorkers(until), breakPostgres(until)]);
    await publishAll(until);
    await faults;
    healthy.receiver.onAnswered = () => undefined;
    await changes;
    flaky.receiver.answer = () => 200;
    process.stderr.write(`deliveries under faults: ${JSON.stringify(tally)}\n`);
    expect(tally.killed + tally.killedAfter200).toBeGreaterThan(2);
    expect(tally.restarts).toBeGreaterThan(0);
    await allCollected();
    for (const webhook of [healthy, flaky]) await allReceived(webhook);
    await expectDeadOnesWait();
    process.stderr.write(`deliveries under faults: ${JSON.stringify([healthy, flaky].map(arrivalsOf))}\n`);
    await checkOutgoing(harness, [healthy, flaky], [await secretOf(harness)]);
    await checkInvariants(harness);
  });

  async function aWebhook(): Promise<SubscribedWebhook> {
    const receiver = await Receiver.begin();
    closing.push(() => receiver.end());
    const eventTypes = ['reviews.new', 'reviews.updated', 'replies.new', 'scrape.run.finished'];
    return { id: await subscribe(harness, receiver.target, { eventTypes }), receiver };
  }

  async function aDeadWebhook(): Promise<number> {
    const receiver = await RawReceiver.begin(() => undefined);
    const { target } = receiver;
    await receiver.end();
    return subscribe(harness, target);
  }

  async function aSilentWebhook(): Promise<number> {
    const receiver = await RawReceiver.begin(() => undefined);
    closing.push(() => receiver.end());
    return subscribe(harness, receiver.target);
  }

  function aWorker(): Promise<ServiceProcess> {
    const off = random();
    if (off > 0.3) return harness.startWorker();
    return harness.startWorker(clockOff(off < 0.15 ? HOUR_MS : -HOUR_MS));
  }

  const someWorker = (): ServiceProcess | undefined => {
    const workers = harness.processes.filter((service) => service.isWorker && !killedWorkers.has(service));
    return workers[Math.floor(random() * workers.length)];
  };

  /** Serializes changes of the set of processes. */
  function change(makeChange: () => Promise<void>): Promise<void> {
    changes = changes.then(makeChange);
    return changes;
  }

  /** F4: kills a worker in the tick in which the response is sent, so that its attempt cannot have been settled. */
  function killAfterAnswer(): void {
    const worker = someWorker();
    if (worker === undefined) return;
    killedWorkers.add(worker);
    worker.signal('SIGKILL');
    tally.killedAfter200 += 1;
    void change(async () => {
      await harness.kill(worker);
      await aWorker();
    });
  }

  async function breakWorkers(until: number): Promise<void> {
    while (performance.now() < until) {
      await pause(3_000 + random() * 4_000);
      await change(async () => {
        const worker = someWorker();
        if (worker === undefined) return;
        if (random() < 0.3) {
          expect(await harness.stop(worker)).toBe(0);
          tally.stopped += 1;
        } else {
          await harness.kill(worker);
          tally.killed += 1;
        }
        await aWorker();
      });
    }
  }

  async function breakPostgres(until: number): Promise<void> {
    while (performance.now() + 5_000 < until) {
      await pause((SECONDS * 1_000) / 5 + random() * 2_000);
      await change(async () => {
        await harness.postgres[(['stopFast', 'crash', 'kill'] as const)[tally.restarts % 3] ?? 'crash']();
        await harness.postgres.start();
        tally.restarts += 1;
      });
    }
  }

  /** Publishes new reviews, edits and replies, evenly until `until`. */
  async function publishAll(until: number): Promise<void> {
    const began = performance.now();
    while (tally.published < REVIEWS) {
      const share = Math.min(1, (performance.now() - began) / Math.max(1, until - 5_000 - began));
      while (tally.published < Math.ceil(REVIEWS * share)) publishOne();
      changeOne();
      // While the database is unavailable nothing can be made due; the next round does it.
      await harness.makeDue(...links).catch(() => undefined);
      await pause(ROUND_MS);
    }
  }

  function publishOne(): void {
    const { slug, key } = links[Math.floor(random() * links.length)] as WatchedLink;
    tally.published += 1;
    harness.sandbox.add(slug, key, { text: `Run ${tally.published}`, rating: 1, author: 'Ada Sandbox' });
  }

  function changeOne(): void {
    const { slug, key } = links[Math.floor(random() * links.length)] as WatchedLink;
    const { reviews } = harness.sandbox.listing(slug, key);
    const review = reviews[Math.floor(random() * reviews.length)];
    if (review === undefined) return;
    if (random() < 0.5) {
      harness.sandbox.edit(slug, key, review.id, { text: `Edited ${tally.edited}` });
      tally.edited += 1;
    } else {
      // The author's date changes too: an incremental collection would not read the review otherwise.
      harness.sandbox.edit(slug, key, review.id, {
        reply: { text: 'Thank you', at: new Date() },
        updatedAt: new Date(),
      });
      tally.replied += 1;
    }
  }

  async function allCollected(): Promise<void> {
    const expected = links.map(({ slug, key }) => harness.sandbox.listing(slug, key).reviews.length);
    await eventually('every review in the database', patient(180_000), async () => {
      const counts = await Promise.all(links.map((link) => harness.reviewsOf(link)));
      if (counts.every(({ all, distinct }, index) => all === expected[index] && distinct === all)) return true;
      await harness.makeDue(...links);
      await pause(2_000);
      throw new Error(`${counts.map(({ all }) => all).join(' ')} of ${expected.join(' ')}`);
    });
    await eventually('the end of all runs and events', patient(120_000), async () => {
      const [row] = await harness.postgres.query<{ runs: number; events: number }>(
        `select (select count(*) from run_link where state <> 'ended')::int as runs,
           (select count(*) from outbox where relayed_at is null)::int as events`,
      );
      if (row?.runs === 0 && row.events === 0) return true;
      throw new Error(JSON.stringify(row));
    });
  }

  async function allReceived({ id, receiver }: SubscribedWebhook): Promise<void> {
    await eventually(`every delivery of webhook ${id}`, patient(120_000), async () => {
      const rows = await deliveriesOf(harness, id);
      const open = rows.filter((row) => row.state !== 'success').map((row) => `${row.id} ${row.state} ${row.attempts}`);
      if (open.length === 0) return true;
      throw new Error(open.slice(0, 10).join(', '));
    });
    const stored = await harness.postgres.query<{ id: number }>('select id::int from review order by id');
    const received = receiver.reviewsOf('reviews.new');
    expect(stored.filter((review) => !received.has(review.id))).toEqual([]);
    const known = new Set((await deliveriesOf(harness, id)).map((row) => row.id));
    // A received delivery that is not stored was sent without a claim.
    expect(receiver.arrivals.filter((arrival) => !known.has(arrival.deliveryId))).toEqual([]);
    const answered = await harness.postgres.query<{ id: number }>(
      'select id::int from review where reply_text is not null order by id',
    );
    const repliesReceived = receiver.reviewsOf('replies.new');
    expect(answered.filter((review) => !repliesReceived.has(review.id))).toEqual([]);
    expect(answered.length).toBeGreaterThan(0);
  }

  const arrivalsOf = ({ receiver: { arrivals } }: SubscribedWebhook): object => ({
    posts: arrivals.length,
    deliveries: new Set(arrivals.map((arrival) => arrival.deliveryId)).size,
    repeatedAfter200: arrivals.filter((arrival, index) =>
      arrivals.slice(0, index).some((other) => other.deliveryId === arrival.deliveryId && other.status === 200),
    ).length,
  });

  /** Expects that all deliveries without a receiver are pending. */
  async function expectDeadOnesWait(): Promise<void> {
    const [row] = await harness.postgres.query<{ n: number }>('select count(*)::int as n from review');
    for (const id of deadWebhookIds) {
      const rows = await deliveriesOf(harness, id);
      expect([...new Set(rows.map((one) => one.state))]).toEqual(['pending']);
      expect(new Set(rows.flatMap((one) => reviewIdsOf(one.body))).size).toBe(row?.n);
    }
  }
});
