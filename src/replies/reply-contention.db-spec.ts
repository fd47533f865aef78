import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '@libs/kernel';
import { ChangeCounterStore } from '@src/reviews/persistence/change-counter.store';
import { replyWorld, type ReplyWorld } from '@test/support/reply-world';
import { eventually } from '@test/support/eventually';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';

describe('clients while workers wait for locks (contract §7.4: 503 is for faults, not for a busy account)', () => {
  let fixture: StoreFixture;
  let world: ReplyWorld;

  beforeAll(async () => {
    fixture = await storeFixture();
    world = await replyWorld(fixture.database);
  });
  afterAll(async () => {
    await world?.close();
    await fixture?.close();
  });

  type Placed = Awaited<ReturnType<ReplyWorld['aReview']>>;
  const codeOf = (act: Promise<unknown>): Promise<string> =>
    act.then(
      () => 'accepted',
      (error: unknown) => (error instanceof AppError ? error.code : String(error)),
    );
  const put = ({ accountId, id }: Placed, text: string) => world.replies.put(world.caller(accountId), id, text);
  const waiters = async (): Promise<number> => {
    const [row] = await fixture.database.query<{ n: number }>(
      `select count(*) as n from pg_locks l join pg_stat_activity a using (pid)
       where not l.granted and a.datname = current_database()`,
    );
    return row?.n ?? 0;
  };

  /** While another change of the account holds its change number, and a worker waits for it to write an outcome. */
  async function whileTheWorkerWaits(review: Placed, ask: () => Promise<unknown>): Promise<unknown> {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    let isHeld = (): void => undefined;
    const held = new Promise<void>((resolve) => (isHeld = resolve));
    const other = fixture.database.transaction(async () => {
      await new ChangeCounterStore(fixture.database).next(review.accountId, 1);
      isHeld();
      await released;
    });
    await held;
    const working = world.work();
    try {
      await eventually('the worker to wait', 60_000, async () => (await waiters()) > 0);
      return await ask();
    } finally {
      release();
      await Promise.all([other, working]);
    }
  }

  it.each<[string, (review: Placed) => Promise<unknown>]>([
    ['PUT', (review) => put(review, 'Other')],
    ['DELETE', ({ accountId, id }) => world.replies.remove(accountId, id)],
  ])(
    '%s is refused at once while the outcome of a publication is being written, which then completes',
    async (_, ask) => {
      const review = await world.aReview('a');
      await put(review, 'Thanks');
      expect(await whileTheWorkerWaits(review, () => codeOf(ask(review)))).toBe('reply_in_progress');
      expect((await world.row(review.id))['state']).toBe('published');
      expect((await world.reviewRow(review.id))['reply_text']).toBe('Thanks');
    },
  );

  it('so is a PUT while the outcome of a removal is being written', async () => {
    const review = await world.aReview('b');
    await put(review, 'Thanks');
    await world.work();
    await world.replies.remove(review.accountId, review.id);
    expect(await whileTheWorkerWaits(review, () => codeOf(put(review, 'Other')))).toBe('reply_in_progress');
    expect((await world.row(review.id))['state']).toBe('deleted');
    expect((await world.reviewRow(review.id))['reply_text']).toBeNull();
  });

  /** Longer than the lock timeout of a client's statement. */
  const LONG_MS = 2_500;

  it('the outcome of a publication is written after long changes of the account', async () => {
    const review = await world.aReview('a');
    await put(review, 'Thanks');
    await whileTheWorkerWaits(review, () => pause(LONG_MS));
    expect(await world.row(review.id)).toMatchObject({ state: 'published', in_doubt: false, attempts: 1, reads: 0 });
  });

  it('so is one whose database connection breaks meanwhile', async () => {
    const review = await world.aReview('a');
    await put(review, 'Thanks');
    await whileTheWorkerWaits(review, () =>
      fixture.database.query(
        `select pg_terminate_backend(pid) from pg_locks l join pg_stat_activity a using (pid)
         where not l.granted and a.datname = current_database()`,
      ),
    );
    expect(await world.row(review.id)).toMatchObject({ state: 'published', in_doubt: false, attempts: 1, reads: 0 });
    expect((await world.reviewRow(review.id))['reply_text']).toBe('Thanks');
  });

  it.each<[string, (review: Placed) => Promise<unknown>]>([
    ['PUT', (review) => put(review, 'Other')],
    ['DELETE', ({ accountId, id }) => world.replies.remove(accountId, id)],
  ])('%s waits for a lock on the reply, and is accepted', async (_, ask) => {
    const review = await world.aReview('a');
    await put(review, 'Thanks');
    await world.work();
    const holding = fixture.database.transaction(async () => {
      await world.store.findLocked(review.accountId, review.id);
      await fixture.database.query('select pg_sleep($1)', [LONG_MS / 1_000]);
    });
    await pause(100);
    expect(await codeOf(ask(review))).toBe('accepted');
    await holding;
  });
});
