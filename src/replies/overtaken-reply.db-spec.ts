import { AppError } from '@libs/kernel';
import { inEveryOrder } from '@test/support/interleaving';
import { replyWorld, type ReplyWorld } from '@test/support/reply-world';
import { eventually } from '@test/support/eventually';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { MAX_REPAIRS } from './domain/collected-reply';

/**
 * An earlier request arrives after the later one (contract §4.5; ADR 17): what a collection shows is compared with the published
 * reply. An earlier text of ours is repaired; any other is an edit on the platform: it is kept, and the account is notified.
 */
describe('what a platform shows instead of the reply that was published last', () => {
  let fixture: StoreFixture;
  let world: ReplyWorld;

  beforeAll(async () => {
    fixture = await storeFixture();
    world = await replyWorld(fixture.database);
  });
  beforeEach(() => {
    world.platform.moods = [];
    world.platform.readMoods = [];
    world.platform.done.length = 0;
  });
  afterAll(async () => {
    await world?.close();
    await fixture?.close();
  });

  type Placed = Awaited<ReturnType<ReplyWorld['aReview']>>;
  const put = ({ accountId, id }: Placed, text: string): Promise<string> =>
    world.replies.put(world.caller(accountId), id, text);
  const request = async (review: Placed, text: string | null): Promise<void> => {
    if (text === null) await world.replies.remove(review.accountId, review.id);
    else await put(review, text);
    await world.work();
  };
  const requested = async (name: 'a' | 'b', ...texts: readonly (string | null)[]): Promise<Placed> => {
    const review = await world.aReview(name);
    for (const one of texts) await request(review, one);
    world.platform.done.length = 0;
    return review;
  };
  /** A run that saw this reply on the review; the platform may show another one now. */
  const collected = async (review: Placed, shown: string | null): Promise<void> => {
    await fixture.database.query('update review set reply_text = $2, own_reply_at = null where id = $1', [
      review.id,
      shown,
    ]);
    await fixture.database.transaction(() => world.confirming.afterRun(review.accountId, [review.objectId]));
  };
  /** The platform shows it, and a run saw that. */
  const shownAndCollected = async (review: Placed, text: string | null): Promise<void> => {
    if (text === null) world.platform.held.delete(review.externalId);
    else world.platform.held.set(review.externalId, text);
    await collected(review, text);
  };
  const noticesOf = async ({ accountId }: Placed): Promise<string[]> =>
    (await world.notices.list(accountId, { limit: 100, offset: 0 })).notices.map(({ kind }) => kind);
  const seen = async (review: Placed): Promise<unknown> => {
    const row = await world.row(review.id);
    const { status } = await stateOf(review);
    return [status, row['held_text'], row['in_doubt'], (await world.reviewRow(review.id))['reply_text']];
  };
  const stateOf = async ({ accountId, id }: Placed): Promise<{ status: string; confirmed: boolean }> => {
    const { state, confirmedAt, inDoubt } = await world.replies.state(accountId, id);
    return { status: state, confirmed: confirmedAt !== null && !inDoubt };
  };
  const holds = ({ externalId }: Placed): string | null => world.platform.held.get(externalId) ?? null;

  it('an earlier text of ours: the later one is published again, once, without a notice', async () => {
    const review = await requested('a', 'First', 'Second');
    await shownAndCollected(review, 'First');
    expect((await stateOf(review)).status).toBe('pending');
    await world.work();
    expect(world.platform.done).toEqual([`${review.externalId}: Second`]);
    expect(await seen(review)).toEqual(['published', 'Second', false, 'Second']);
    await shownAndCollected(review, 'Second');
    await world.work();
    expect([holds(review), await noticesOf(review), (await stateOf(review)).confirmed]).toEqual(['Second', [], true]);
    expect(world.platform.done).toHaveLength(1);
  });

  it('the collected page was old: the platform is read, has the latest text, and nothing is sent', async () => {
    const review = await requested('a', 'First', 'Second');
    await collected(review, 'First');
    await world.work();
    expect([world.platform.done, await seen(review)]).toEqual([[], ['published', 'Second', false, 'Second']]);
    expect(await noticesOf(review)).toEqual([]);
  });

  it('for an hour the intake ignores replies on pages that were read before our last request', async () => {
    const review = await requested('a', 'First', 'Second');
    await fixture.database.transaction(() => world.confirming.afterRun(review.accountId, [review.objectId]));
    expect((await stateOf(review)).status).toBe('published');
  });

  it.each([
    ['another text', 'By hand'],
    ['none', null],
  ])('%s: kept as shown, with one notice, and not replaced', async (_, text) => {
    const review = await requested('a', 'First', 'Second');
    await shownAndCollected(review, 'Second');
    expect((await stateOf(review)).confirmed).toBe(true);
    for (let run = 0; run < 2; run += 1) {
      await shownAndCollected(review, text);
      await world.work();
    }
    expect([world.platform.done, holds(review), await noticesOf(review)]).toEqual([[], text, ['reply_changed']]);
    expect(await seen(review)).toEqual(['published', 'Second', true, text]);
    expect((await stateOf(review)).confirmed).toBe(false);
    // Shown again: confirmed. Changed again: another notice.
    await shownAndCollected(review, 'Second');
    expect((await stateOf(review)).confirmed).toBe(true);
    await shownAndCollected(review, text);
    expect(await noticesOf(review)).toEqual(['reply_changed', 'reply_changed']);
  });

  it('an edit between the run and the repair is kept, with a notice', async () => {
    const review = await requested('a', 'First', 'Second');
    await collected(review, 'First');
    world.platform.held.set(review.externalId, 'By hand');
    await world.work();
    expect([world.platform.done, holds(review), await noticesOf(review)]).toEqual([[], 'By hand', ['reply_changed']]);
    expect(await seen(review)).toEqual(['published', 'Second', true, 'First']);
    expect((await world.row(review.id))['due_at']).toBeNull();
  });

  it('a platform that cannot replace replies gets no request; the account is notified', async () => {
    const review = await requested('b', 'First');
    await request(review, null);
    await request(review, 'Second');
    world.platform.done.length = 0;
    await shownAndCollected(review, 'First');
    await world.work();
    expect([world.platform.done, holds(review), await noticesOf(review)]).toEqual([[], 'First', ['reply_changed']]);
  });

  it(`after ${MAX_REPAIRS} repairs of one request the text on the platform is kept; a new request has its own repairs`, async () => {
    const review = await requested('a', 'First', 'Second');
    for (let run = 0; run < MAX_REPAIRS + 2; run += 1) {
      await shownAndCollected(review, 'First');
      await world.work();
    }
    expect(world.platform.done).toHaveLength(MAX_REPAIRS);
    expect([holds(review), await noticesOf(review)]).toEqual(['First', ['reply_changed']]);
    await request(review, 'Third');
    await shownAndCollected(review, 'Second');
    await world.work();
    expect(holds(review)).toBe('Third');
  });

  it('a request of the client replaces a repair that has not begun', async () => {
    const review = await requested('a', 'First', 'Second');
    await shownAndCollected(review, 'First');
    await put(review, 'Third');
    world.platform.held.set(review.externalId, 'By hand');
    await world.work();
    expect([holds(review), await noticesOf(review)]).toEqual(['Third', []]);
  });

  it('a repair that the platform refuses fails, with a notice', async () => {
    const review = await requested('a', 'First', 'Second');
    await shownAndCollected(review, 'First');
    world.platform.moods = [403];
    await world.work();
    expect([(await stateOf(review)).status, await noticesOf(review)]).toEqual(['failed', ['reply_failed']]);
    await shownAndCollected(review, 'First');
    await world.work();
    expect(world.platform.done).toEqual([]);
  });

  it('a text whose request was begun is ours as well: it may still arrive', async () => {
    const review = await requested('a', 'First');
    await put(review, 'Second');
    const claim = (await world.leases.claim(30_000))!;
    await world.leases.begin(claim, { provenAbsent: false });
    await world.leases.retryLater(claim, 0, false);
    await request(review, 'Third');
    await shownAndCollected(review, 'Second');
    await world.work();
    expect(holds(review)).toBe('Third');
  });

  it('the latest texts are kept, eight at most, each once', async () => {
    const texts = Array.from({ length: 10 }, (_, n) => `Text ${n}`);
    const review = await requested('a', ...texts, 'Text 5');
    expect((await world.row(review.id))['sent_texts']).toEqual([
      ...texts.slice(2).filter((one) => one !== 'Text 5'),
      'Text 5',
    ]);
  });

  describe('after a removal (§4.5: only ours is removed)', () => {
    it('a text of ours that is still shown is removed again', async () => {
      const review = await requested('a', 'First', 'Second', null);
      await shownAndCollected(review, 'First');
      await world.work();
      expect([holds(review), await noticesOf(review)]).toEqual([null, []]);
      expect(await seen(review)).toEqual(['deleted', null, false, null]);
    });

    it('a reply that is written after ours was gone is not ours, also with the same text', async () => {
      const review = await requested('a', 'First', null);
      await shownAndCollected(review, null);
      await shownAndCollected(review, 'First');
      await world.work();
      expect([world.platform.done, holds(review), await noticesOf(review)]).toEqual([[], 'First', []]);
    });

    it('the reply of another account on this page stays, also with the same text', async () => {
      const one = await world.aReview('a', { externalId: 'same words' });
      const other = await world.aReview('a', { externalId: 'same words' });
      await request(one, 'Thank you');
      await request(one, null);
      await request(other, 'Thank you');
      world.platform.done.length = 0;
      await collected(one, 'Thank you');
      await world.work();
      expect([world.platform.done, holds(other)]).toEqual([[], 'Thank you']);
    });

    it(`what is still shown after ${MAX_REPAIRS} more removals stays, with one notice`, async () => {
      const review = await requested('a', 'First', null);
      for (let run = 0; run < MAX_REPAIRS + 2; run += 1) {
        await shownAndCollected(review, 'First');
        await world.work();
      }
      expect(world.platform.done).toHaveLength(MAX_REPAIRS);
      expect(await noticesOf(review)).toEqual(['reply_changed']);
    });
  });

  describe('in every order of the statements', () => {
    it('a publication, a newer request and a run that ends: the last request is carried out, without a notice', async () => {
      await inEveryOrder({
        on: fixture.database,
        atMost: 120,
        given: async () => {
          const review = await requested('a', 'First');
          await fixture.database.query('update review set own_reply_at = null where id = $1', [review.id]);
          return review;
        },
        contenders: {
          W: async (review) => {
            await put(review, 'Second');
            await world.work();
          },
          C: (review) =>
            fixture.database.transaction(() => world.confirming.afterRun(review.accountId, [review.objectId])),
          P: (review) => put(review, 'Third'),
        },
        mayFail: (reason) => reason instanceof AppError && reason.code === 'reply_in_progress',
        holds: async (review) => {
          expect([await noticesOf(review), (await world.row(review.id))['repairs']]).toEqual([[], 0]);
          await world.work();
          const { state, text } = await world.row(review.id);
          expect([holds(review), state, await noticesOf(review)]).toEqual([text, 'published', []]);
        },
      });
    });

    it('a reply that is published while the run waits for a lock is judged by the newest version of its review', async () => {
      const one = await requested('a', 'First');
      const other = await world.aReview('a', { accountId: one.accountId });
      await request(other, 'First');
      await fixture.database.query(
        'update review set own_reply_at = null, reply_text = null where id = any($1::bigint[])',
        [[one.id, other.id]],
      );
      let release = (): void => undefined;
      const released = new Promise<void>((resolve) => (release = resolve));
      const locked = fixture.database.transaction(async () => {
        await world.store.findLocked(one.accountId, one.id);
        await released;
      });
      const objects = [one.objectId, other.objectId];
      const run = fixture.database.transaction(() => world.confirming.afterRun(one.accountId, objects));
      await eventually('the run to wait', 20_000, async () => {
        const [row] = await fixture.database.query<{ n: number }>(
          `select count(*) as n from pg_locks l join pg_stat_activity a using (pid)
           where not l.granted and a.datname = current_database()`,
        );
        return (row?.n ?? 0) > 0;
      });
      await request(other, 'Second');
      release();
      await Promise.all([locked, run]);
      expect(await world.row(other.id)).toMatchObject({ state: 'published', held_text: 'Second', in_doubt: false });
      expect((await world.row(one.id))['in_doubt']).toBe(true);
    });

    it('a repair and a new request: the request is carried out', async () => {
      await inEveryOrder({
        on: fixture.database,
        given: async () => {
          const review = await requested('a', 'First', 'Second');
          world.platform.held.set(review.externalId, 'First');
          await fixture.database.query(`update review set reply_text = 'First', own_reply_at = null where id = $1`, [
            review.id,
          ]);
          return review;
        },
        contenders: {
          C: (review) =>
            fixture.database.transaction(() => world.confirming.afterRun(review.accountId, [review.objectId])),
          P: (review) => put(review, 'Third'),
        },
        holds: async (review) => {
          expect((await world.row(review.id))['is_repair']).toBe(false);
          await world.work();
          expect([holds(review), await noticesOf(review)]).toEqual(['Third', []]);
        },
      });
    });

    it('a removed reply is looked for while another account replies: its reply stays', async () => {
      await inEveryOrder({
        on: fixture.database,
        given: async () => {
          const externalId = `shared ${Math.random()}`;
          const [one, other] = [await world.aReview('a', { externalId }), await world.aReview('a', { externalId })];
          await request(one, 'Thank you');
          await request(one, null);
          // A late request of ours, or the reply of another account: the page does not show which.
          await fixture.database.query(
            `update review set reply_text = 'Thank you', own_reply_at = null where id = $1`,
            [one.id],
          );
          return { one, other };
        },
        contenders: {
          C: ({ one }) => fixture.database.transaction(() => world.confirming.afterRun(one.accountId, [one.objectId])),
          P: ({ other }) => put(other, 'Thank you'),
        },
        mayFail: (_, contender) => contender === 'P',
        holds: async ({ other }, { outcomes }) => {
          await world.work();
          const isAccepted = outcomes['P']?.status === 'fulfilled';
          expect(holds(other)).toBe(isAccepted ? 'Thank you' : null);
        },
      });
    });
  });
});
