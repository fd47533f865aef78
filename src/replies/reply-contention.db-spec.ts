import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '@libs/kernel';
import { ChangeCounterStore } from '@src/reviews/persistence/change-counter.store';
import { replyHarness, type ReplyHarness } from '@test/support/reply-harness';
import { eventually } from '@test/support/eventually';
import { openTransaction } from '@test/support/held-rows';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';

describe('requests of clients while workers wait for locks (contract §7.4: 503 is for faults, not for a busy account)', () => {
  let fixture: StoreFixture;
  let harness: ReplyHarness;

  beforeAll(async () => {
    fixture = await storeFixture();
    harness = await replyHarness(fixture.database);
  });
  afterAll(async () => {
    await harness?.close();
    await fixture?.close();
  });

  type ReviewFixture = Awaited<ReturnType<ReplyHarness['aReview']>>;
  /** Returns `accepted`, or the code of the refusal. */
  const codeOf = (request: Promise<unknown>): Promise<string> =>
    request.then(
      () => 'accepted',
      (error: unknown) => (error instanceof AppError ? error.code : String(error)),
    );
  const put = ({ accountId, id }: ReviewFixture, text: string) =>
    harness.replies.put(harness.caller(accountId), id, text);
  const waiters = async (): Promise<number> => {
    const [row] = await fixture.database.query<{ n: number }>(
      `select count(*) as n from pg_locks l join pg_stat_activity a using (pid)
       where not l.granted and a.datname = current_database()`,
    );
    return row?.n ?? 0;
  };

  /** Runs `act` while another change of the account locks its change number, and a worker waits for the lock to write an outcome. */
  async function whileTheWorkerWaits(review: ReviewFixture, act: () => Promise<unknown>): Promise<unknown> {
    const counters = new ChangeCounterStore(fixture.database);
    const other = await openTransaction(fixture.database, () => counters.next(review.accountId, 1));
    const working = harness.work();
    try {
      await eventually('the worker to wait', 60_000, async () => (await waiters()) > 0);
      return await act();
    } finally {
      await Promise.all([other.commit(), working]);
    }
  }

  it.each<[string, (review: ReviewFixture) => Promise<unknown>]>([
    ['PUT', (review) => put(review, 'Other')],
    ['DELETE', ({ accountId, id }) => harness.replies.remove(accountId, id)],
  ])(
    'refuses a %s at once while the outcome of a publication is written, and then completes the publication',
    async (_, request) => {
      const review = await harness.aReview('a');
      await put(review, 'Thanks');
      expect(await whileTheWorkerWaits(review, () => codeOf(request(review)))).toBe('reply_in_progress');
      expect((await harness.row(review.id))['state']).toBe('published');
      expect((await harness.reviewRow(review.id))['reply_text']).toBe('Thanks');
    },
  );

  it('refuses a PUT at once while the outcome of a removal is written', async () => {
    const review = await harness.aReview('b');
    await put(review, 'Thanks');
    await harness.work();
    await harness.replies.remove(review.accountId, review.id);
    expect(await whileTheWorkerWaits(review, () => codeOf(put(review, 'Other')))).toBe('reply_in_progress');
    expect((await harness.row(review.id))['state']).toBe('deleted');
    expect((await harness.reviewRow(review.id))['reply_text']).toBeNull();
  });

  /** Longer than the lock timeout of a client's statement. */
  const LONG_MS = 2_500;

  it('writes the outcome of a publication after a long change of the account', async () => {
    const review = await harness.aReview('a');
    await put(review, 'Thanks');
    await whileTheWorkerWaits(review, () => pause(LONG_MS));
    expect(await harness.row(review.id)).toMatchObject({ state: 'published', in_doubt: false, attempts: 1, reads: 0 });
  });

  it('writes the outcome of a publication after its database connection broke', async () => {
    const review = await harness.aReview('a');
    await put(review, 'Thanks');
    await whileTheWorkerWaits(review, () =>
      fixture.database.query(
        `select pg_terminate_backend(pid) from pg_locks l join pg_stat_activity a using (pid)
         where not l.granted and a.datname = current_database()`,
      ),
    );
    expect(await harness.row(review.id)).toMatchObject({ state: 'published', in_doubt: false, attempts: 1, reads: 0 });
    expect((await harness.reviewRow(review.id))['reply_text']).toBe('Thanks');
  });

  it.each<[string, (review: ReviewFixture) => Promise<unknown>]>([
    ['PUT', (review) => put(review, 'Other')],
    ['DELETE', ({ accountId, id }) => harness.replies.remove(accountId, id)],
  ])('accepts a %s that waits for a lock on the reply', async (_, request) => {
    const review = await harness.aReview('a');
    await put(review, 'Thanks');
    await harness.work();
    const other = await openTransaction(fixture.database, () => harness.store.findLocked(review.accountId, review.id));
    const code = codeOf(request(review));
    await pause(LONG_MS);
    await other.commit();
    expect(await code).toBe('accepted');
  });
});
