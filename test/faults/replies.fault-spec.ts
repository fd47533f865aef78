import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer } from '@test/contract/contract-client';
import { seededRandom } from '@test/support/feed-harness';
import { eventually } from '@test/support/eventually';
import { hrev } from '@test/support/service-process';
import { FaultHarness, type WatchedLink } from './support/fault-harness';
import { checkInvariants } from './support/invariants';
import { checkOutgoing, secretOf, subscribe, type SubscribedWebhook } from './support/outgoing';
import { patient } from './support/patience';
import { Receiver } from './support/receivers';

/**
 * Faults F5, F6, F31 of publications: replies whose worker is killed around the platform's acceptance. The platform counts its
 * publications; the API reports the state of the reply.
 */
const SEED = Number(process.env['FAULT_SEED'] ?? randomInt(1_000_000));
const SECONDS = Number(process.env['FAULT_SECONDS'] ?? 60);
/** Workers that are killed at least, however long that takes. */
const KILLS = 4;
const REVIEWS = 110;
const PUBLISHED_WITHIN_MS = 120_000;

jest.setTimeout(patient(SECONDS * 1_000 + 300_000));

interface Answerable {
  readonly id: number;
  readonly externalId: string;
}

describe(`faults of replies, seed ${SEED}`, () => {
  let harness: FaultHarness;
  let receiver: Receiver;
  let webhook: SubscribedWebhook;
  let secret: string;
  let link: WatchedLink;
  const unusedReviews: Answerable[] = [];

  beforeAll(async () => {
    process.stderr.write(`replies under faults: FAULT_SEED=${SEED}\n`);
    harness = await FaultHarness.begin({
      environment: {
        HREV_REPLY_LEASE: '4s',
        HREV_REPLY_RETRY_AFTER: '5s',
        HREV_WEBHOOK_TIMEOUT: '2s',
        HREV_WEBHOOK_BACKOFF: '1s',
      },
    });
    await harness.startApi();
    receiver = await Receiver.begin();
    webhook = { id: await subscribe(harness, receiver.target, { eventTypes: ['replies.new'] }), receiver };
    secret = await secretOf(harness);
    link = await harness.newLink('google', REVIEWS);
    const fields = ['client_id=me', 'client_secret=secret', 'refresh_token=token'].flatMap((one) => ['--field', one]);
    const where = ['--object', String(link.objectId), '--source', 'google'];
    const connected = await hrev(harness.environment, 'connection', 'add', ...where, ...fields, '--json');
    expect([connected.code, connected.stderr]).toEqual([0, '']);
    const worker = await harness.startWorker();
    // This is the second of two runs: the link was collected after its creation, and again after its connection.
    expect(await harness.untilEnded(link)).toMatchObject({ outcome: 'success' });
    expect(await harness.reviewsOf(link)).toEqual({ all: REVIEWS, distinct: REVIEWS, deleted: 0 });
    await harness.stop(worker);
    const rows = await harness.postgres.query<Answerable>(
      'select id::int, external_id as "externalId" from review where link_id = $1 order by id',
      [link.linkId],
    );
    unusedReviews.push(...rows);
  }, patient(180_000));
  beforeEach(() => {
    harness.sandbox.requests.length = 0;
  });
  afterEach(async () => {
    harness.sandbox.slowDown(0);
    repliesOnPlatform().behave('normal');
    harness.proxy.heal();
    await checkOutgoing(harness, [webhook], [secret]);
    await checkInvariants(harness);
    for (const worker of harness.processes.filter((service) => service.isWorker)) await harness.stop(worker);
  }, patient(120_000));
  afterAll(async () => {
    await harness?.end();
    await receiver?.end();
  }, patient(60_000));

  const repliesOnPlatform = () => harness.sandbox.replies('google');
  const put = ({ id }: Answerable, text: string): Promise<Answer> =>
    harness.request('PUT', `/v3/reviews/${id}/reply`, { body: { text } });
  const stateOf = async ({ id }: Answerable): Promise<string> =>
    (await harness.request('GET', `/v3/reviews/${id}/reply`)).body['status'] as string;
  const untilState = (review: Answerable, state: string): Promise<boolean> =>
    eventually(`the reply to ${review.id} to be ${state}`, patient(PUBLISHED_WITHIN_MS), async () => {
      const now = await stateOf(review);
      if (now === state) return true;
      throw new Error(now);
    });
  const writes = (): number => harness.sandbox.requests.filter(({ method, url }) => isWrite(method, url)).length;
  const onPlatform = ({ externalId }: Pick<Answerable, 'externalId'>) =>
    harness.sandbox.listing('google', link.key).reviews.find((review) => review.id === externalId);
  const textOnPlatform = ({ externalId }: Answerable): string | null => onPlatform({ externalId })?.reply?.text ?? null;
  const aReview = (): Answerable => {
    const review = unusedReviews.shift();
    if (review === undefined) throw new Error('no review is left');
    return review;
  };

  function isWrite(method: string, url: string): boolean {
    return (method === 'PUT' || method === 'DELETE') && url.endsWith('/reply');
  }

  it('F5: if a worker is killed after the platform accepted a reply, the reply is read back and not published again', async () => {
    const first = await harness.startWorker();
    const review = aReview();
    repliesOnPlatform().behave('late', { times: 1, delayMs: 60_000 });
    expect((await put(review, 'Accepted, then killed')).status).toBe(202);
    await eventually('the publication', patient(20_000), () =>
      Promise.resolve(repliesOnPlatform().published(review.externalId) === 1),
    );
    await harness.kill(first);
    expect(await stateOf(review)).toBe('publishing');
    await harness.startWorker();
    await untilState(review, 'published');
    expect([writes(), repliesOnPlatform().published(review.externalId), textOnPlatform(review)]).toEqual([
      1,
      1,
      'Accepted, then killed',
    ]);
  });

  it('F5: if a worker is killed after the platform deleted a reply, the reply is deleted once', async () => {
    const first = await harness.startWorker();
    const review = aReview();
    await put(review, 'To be deleted');
    await untilState(review, 'published');
    repliesOnPlatform().behave('late', { times: 1, delayMs: 60_000 });
    expect((await harness.request('DELETE', `/v3/reviews/${review.id}/reply`)).status).toBe(202);
    await eventually('the removal', patient(20_000), () => Promise.resolve(writes() === 2));
    await harness.kill(first);
    await harness.startWorker();
    await untilState(review, 'deleted');
    expect([writes(), textOnPlatform(review)]).toEqual([2, null]);
  });

  it('F6: if a worker is killed between the commit of `begin` and its request to the platform, the reply is published once', async () => {
    const first = await harness.startWorker();
    const review = aReview();
    let hasBegun = false;
    // Detects the result of `begin`; the result of the claim contains the account too.
    harness.proxy.watcher = (chunk) => {
      const isBegin = chunk.includes('attempts') && !chunk.includes('accountId') && chunk.includes('UPDATE 1');
      hasBegun ||= isBegin;
      return isBegin ? 'hold' : 'pass';
    };
    expect((await put(review, 'Killed before the request')).status).toBe(202);
    await eventually('the commit of begin', patient(20_000), () => Promise.resolve(hasBegun));
    await harness.kill(first);
    harness.proxy.heal();
    expect([writes(), await stateOf(review)]).toEqual([0, 'publishing']);
    await harness.startWorker();
    await untilState(review, 'published');
    expect([writes(), repliesOnPlatform().published(review.externalId)]).toEqual([1, 1]);
  });

  it('F6: if a worker is killed while its request is in flight, and the request arrives later, the reply is published once', async () => {
    const first = await harness.startWorker();
    const review = aReview();
    harness.sandbox.slowDown(6_000);
    expect((await put(review, 'Arrives after its sender has ended')).status).toBe(202);
    await eventually('the request', patient(20_000), () => Promise.resolve(writes() === 1));
    await harness.kill(first);
    harness.sandbox.slowDown(0);
    expect(repliesOnPlatform().published(review.externalId)).toBe(0);
    await harness.startWorker();
    await untilState(review, 'published');
    expect([writes(), repliesOnPlatform().published(review.externalId)]).toEqual([1, 1]);
  });

  it('F45: a worker that is frozen between `begin` and its request until its lease has expired does not overwrite a newer text', async () => {
    const frozen = await harness.startWorker();
    const other = await harness.startWorker();
    const review = aReview();
    let hasBegun = false;
    other.signal('SIGSTOP');
    harness.proxy.poison({ latencyMs: 200 });
    // The worker is frozen while the result of `begin` is in flight. When it resumes, its first action is to send the request.
    harness.proxy.watcher = (chunk) => {
      const isBegin = chunk.includes('attempts') && !chunk.includes('accountId') && chunk.includes('UPDATE 1');
      if (isBegin && !hasBegun) frozen.signal('SIGSTOP');
      hasBegun ||= isBegin;
      return 'pass';
    };
    expect((await put(review, 'The first text')).status).toBe(202);
    await eventually('the commit of begin', patient(20_000), () => Promise.resolve(hasBegun));
    await pause(500);
    harness.proxy.heal();
    other.signal('SIGCONT');
    await untilState(review, 'published');
    expect((await put(review, 'The second text')).status).toBe(202);
    await untilState(review, 'published');
    expect([writes(), textOnPlatform(review)]).toEqual([2, 'The second text']);

    // With this latency, the database reports the lost lease only after the request would be sent.
    harness.proxy.poison({ latencyMs: 200 });
    frozen.signal('SIGCONT');
    await eventually('the request of the resumed worker, or its refusal', patient(30_000), () =>
      Promise.resolve(writes() > 2 || frozen.lines.some((line) => line.includes('the lease was over'))),
    );
    await pause(1_000);
    expect([writes(), textOnPlatform(review), await stateOf(review)]).toEqual([2, 'The second text', 'published']);
    expect(repliesOnPlatform().published(review.externalId, 'The first text')).toBe(1);
    // The resumed worker then publishes replies as before.
    await harness.stop(other);
    const next = aReview();
    expect((await put(next, 'Another text')).status).toBe(202);
    await untilState(next, 'published');
    expect(textOnPlatform(next)).toBe('Another text');
  });

  it('F47: an earlier text on the platform is corrected; a text edited on the platform stays, and the account is notified', async () => {
    await harness.startWorker();
    const [overtaken, edited] = [aReview(), aReview()];
    for (const review of [overtaken, edited]) {
      for (const text of ['The first text', 'The second text']) {
        await put(review, text);
        await untilState(review, 'published');
      }
    }
    for (const [review, text] of [
      [overtaken, 'The first text'],
      [edited, 'By hand'],
    ] as const)
      Object.assign(onPlatform(review) ?? {}, { reply: { text, at: new Date() } });
    await collectAnHourLater();
    await eventually('the second text', patient(60_000), () =>
      Promise.resolve(textOnPlatform(overtaken) === 'The second text'),
    );
    await untilState(overtaken, 'published');
    expect([textOnPlatform(edited), await stateOf(edited)]).toEqual(['By hand', 'published']);
    const notices = await harness.postgres.query<{ kind: string; subject: string }>('select kind, subject from notice');
    expect(notices).toEqual([
      { kind: 'reply_changed', subject: `The reply to review ${edited.id} was changed on Google` },
    ]);
    const state = await harness.request('GET', `/v3/reviews/${edited.id}/reply`);
    expect(state.body).toMatchObject({ status: 'published', confirmed_at: null });
    expect(writes()).toBe(5);
    // Only in this case a text is published twice.
    repliesOnPlatform().publications.length = 0;
  });

  it.each([
    ['responds after 3 s', 3_000, ['published', 1]],
    ['does not respond', 60_000, ['publishing', 1]],
  ])(
    'F31: a worker that is stopped while a platform that %s publishes a reply exits with 0 within 45 s, and the reply is published once',
    async (_how, delayMs, left) => {
      const worker = await harness.startWorker();
      const review = aReview();
      repliesOnPlatform().behave('late', { times: 1, delayMs });
      await put(review, 'Published while stopping');
      await eventually('the publication', patient(20_000), () =>
        Promise.resolve(repliesOnPlatform().published(review.externalId) === 1),
      );
      const stoppedAt = performance.now();
      expect(await harness.stop(worker)).toBe(0);
      expect(performance.now() - stoppedAt).toBeLessThan(45_000);
      expect([await stateOf(review), writes()]).toEqual(left);
      await harness.startWorker();
      await untilState(review, 'published');
      expect([writes(), repliesOnPlatform().published(review.externalId)]).toEqual([1, 1]);
    },
  );

  it('run 3: with random PUT and DELETE on 100 reviews and killed workers, the last accepted text is published, and none twice', async () => {
    const random = seededRandom(SEED);
    const reviews = unusedReviews.splice(0, 100);
    /** The possible final texts of a review: one, or several if the acceptance of the last request is unknown. */
    const possibleTexts = new Map<number, readonly (string | null)[]>();
    const tally = { accepted: 0, refused: 0, unacknowledged: 0, killed: 0, failed: 0 };
    let isOn = true;
    await Promise.all([harness.startWorker(), harness.startWorker()]);
    harness.proxy.poison({ latencyMs: 40, jitterMs: 30 });

    const client = async (ownReviews: readonly Answerable[], number: number): Promise<void> => {
      for (let serial = 0; isOn; serial += 1) {
        const review = ownReviews[Math.floor(random() * ownReviews.length)] as Answerable;
        const text = random() < 0.3 ? null : `Reply ${number}-${serial}`;
        const before = possibleTexts.get(review.id) ?? [null];
        const { answer, unacknowledged } = await requestUntilAnswered(review, text);
        tally.unacknowledged += unacknowledged;
        if (answer.status === 202) {
          possibleTexts.set(review.id, [text]);
          tally.accepted += 1;
        } else {
          // There is no reply to delete, or a worker is publishing it. The previous text remains, or the new one if a request
          // without a response was accepted.
          expect([answer.status, answer.text]).toEqual([
            expect.any(Number),
            expect.stringMatching(/reply_(in_progress|not_found)/),
          ]);
          if (unacknowledged > 0) possibleTexts.set(review.id, [...before, text]);
          tally.refused += 1;
        }
        await pause(100);
      }
    };
    const clients = [0, 1, 2, 3, 4].map((number) =>
      client(
        reviews.filter((_, index) => index % 5 === number),
        number,
      ),
    );
    const until = performance.now() + SECONDS * 1_000;
    // On a busy machine a worker takes long to start.
    while (performance.now() < until || tally.killed < KILLS) {
      repliesOnPlatform().behave(
        (['late', 'normal', 'cut_after', 'cut_before'] as const)[Math.floor(random() * 4)] ?? 'normal',
        {
          times: 1 + Math.floor(random() * 3),
          delayMs: 1_500,
        },
      );
      await pause(2_000 + random() * 3_000);
      const workers = harness.processes.filter((service) => service.isWorker);
      const one = workers[Math.floor(random() * workers.length)];
      if (one) await harness.kill(one);
      tally.killed += 1;
      await harness.startWorker();
    }
    isOn = false;
    await Promise.all(clients);
    harness.proxy.heal();
    repliesOnPlatform().behave('normal');
    const states = await finalStates(reviews);
    tally.failed = states.filter((state) => state === 'failed').length;
    process.stderr.write(`replies under faults: ${JSON.stringify(tally)}\n`);
    const wrong = reviews.flatMap((review, index) => {
      const possible = possibleTexts.get(review.id);
      if (possible === undefined) return [];
      const [shown, state] = [textOnPlatform(review), states[index]];
      const isRight = possible.includes(shown) && state === (shown === null ? 'deleted' : 'published');
      // The text of a failed reply on the platform is unknown.
      return isRight || state === 'failed' ? [] : [{ id: review.id, possible, shown, state }];
    });
    expect(wrong).toEqual([]);
    expect(tally.accepted).toBeGreaterThan(100);
  });

  /** A full pass over the link, an hour after all publications: until then a page with another text counts as outdated. */
  async function collectAnHourLater(): Promise<void> {
    const before = await harness.runLinkOf(link);
    await harness.postgres.query(
      `update review set own_reply_at = own_reply_at - interval '1 hour' where link_id = $1`,
      [link.linkId],
    );
    await harness.postgres.query('update link_collection set full_due_at = clock_timestamp() where link_id = $1', [
      link.linkId,
    ]);
    await harness.makeDue(link);
    expect(await harness.untilEnded(link, 60_000, before?.id)).toMatchObject({ outcome: 'success' });
  }

  /** Repeats a request until it gets a response other than 503, as integrators do. */
  async function requestUntilAnswered(
    review: Answerable,
    text: string | null,
  ): Promise<{ readonly answer: Answer; readonly unacknowledged: number }> {
    for (let unacknowledged = 0; ; unacknowledged += 1) {
      const answer =
        text === null ? await harness.request('DELETE', `/v3/reviews/${review.id}/reply`) : await put(review, text);
      if (answer.status > 0 && answer.status !== 503) return { answer, unacknowledged };
      await pause(200);
    }
  }

  /** The state of each reply, once no work is left. */
  async function finalStates(reviews: readonly Answerable[]): Promise<readonly string[]> {
    await eventually('the end of all replies', patient(180_000), async () => {
      const rows = await harness.postgres.query<{ state: string; n: number }>(
        `select state, count(*)::int as n from review_reply where due_at is not null group by 1`,
      );
      if (rows.length === 0) return true;
      throw new Error(JSON.stringify(rows));
    });
    // One after the other: a hundred at once would overload a shared machine.
    const states: string[] = [];
    for (const review of reviews) states.push(await stateOf(review));
    return states;
  }
});
