import { AppError } from '@libs/kernel';
import { openTransaction } from '@test/support/held-rows';
import { inEveryOrder } from '@test/support/interleaving';
import { replyHarness, type ReplyHarness } from '@test/support/reply-harness';
import { eventually } from '@test/support/eventually';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { MAX_REPAIRS } from './domain/collected-reply';

/**
 * An earlier request arrives after the later one (contract §4.5; ADR 17). The collected reply is compared with the published one. If it
 * has an earlier text of the account, it is repaired. Any other text is an edit on the platform: it is kept, and the account is notified.
 */
describe('the reply service, if the platform does not show the latest published reply', () => {
  let fixture: StoreFixture;
  let harness: ReplyHarness;

  beforeAll(async () => {
    fixture = await storeFixture();
    harness = await replyHarness(fixture.database);
  });
  beforeEach(() => {
    harness.platform.moods = [];
    harness.platform.readMoods = [];
    harness.platform.done.length = 0;
  });
  afterAll(async () => {
    await harness?.close();
    await fixture?.close();
  });

  type ReviewFixture = Awaited<ReturnType<ReplyHarness['aReview']>>;
  const put = ({ accountId, id }: ReviewFixture, text: string): Promise<string> =>
    harness.replies.put(harness.caller(accountId), id, text);
  const request = async (review: ReviewFixture, text: string | null): Promise<void> => {
    if (text === null) await harness.replies.remove(review.accountId, review.id);
    else await put(review, text);
    await harness.work();
  };
  const reviewWithRequests = async (name: 'a' | 'b', ...texts: readonly (string | null)[]): Promise<ReviewFixture> => {
    const review = await harness.aReview(name);
    for (const text of texts) await request(review, text);
    harness.platform.done.length = 0;
    return review;
  };
  /** Ends a run that found this reply on the review. The platform may show another one by now. */
  const collect = async (review: ReviewFixture, shown: string | null): Promise<void> => {
    await fixture.database.query('update review set reply_text = $2, own_reply_at = null where id = $1', [
      review.id,
      shown,
    ]);
    await fixture.database.transaction(() => harness.confirming.afterRuns(review.accountId, [review.objectId]));
  };
  /** Sets the reply on the platform, and ends a run that found it. */
  const showAndCollect = async (review: ReviewFixture, text: string | null): Promise<void> => {
    if (text === null) harness.platform.held.delete(review.externalId);
    else harness.platform.held.set(review.externalId, text);
    await collect(review, text);
  };
  const noticesOf = async ({ accountId }: ReviewFixture): Promise<string[]> =>
    (await harness.notices.list(accountId, { limit: 100, offset: 0 })).notices.map(({ kind }) => kind);
  /** Returns the status, the text on the platform as far as known, whether it is in doubt, and the text of the review. */
  const storedReply = async (review: ReviewFixture): Promise<unknown> => {
    const row = await harness.row(review.id);
    const { status } = await stateOf(review);
    return [status, row['held_text'], row['in_doubt'], (await harness.reviewRow(review.id))['reply_text']];
  };
  const stateOf = async ({ accountId, id }: ReviewFixture): Promise<{ status: string; confirmed: boolean }> => {
    const { state, confirmedAt, inDoubt } = await harness.replies.state(accountId, id);
    return { status: state, confirmed: confirmedAt !== null && !inDoubt };
  };
  const textOnPlatform = ({ externalId }: ReviewFixture): string | null =>
    harness.platform.held.get(externalId) ?? null;

  it('publishes the latest text again, once and without a notice, if the platform shows an earlier one', async () => {
    const review = await reviewWithRequests('a', 'First', 'Second');
    await showAndCollect(review, 'First');
    expect((await stateOf(review)).status).toBe('pending');
    await harness.work();
    expect(harness.platform.done).toEqual([`${review.externalId}: Second`]);
    expect(await storedReply(review)).toEqual(['published', 'Second', false, 'Second']);
    await showAndCollect(review, 'Second');
    await harness.work();
    expect([textOnPlatform(review), await noticesOf(review), (await stateOf(review)).confirmed]).toEqual([
      'Second',
      [],
      true,
    ]);
    expect(harness.platform.done).toHaveLength(1);
  });

  it('sends no request if the collected page was old and the platform has the latest text', async () => {
    const review = await reviewWithRequests('a', 'First', 'Second');
    await collect(review, 'First');
    await harness.work();
    expect([harness.platform.done, await storedReply(review)]).toEqual([[], ['published', 'Second', false, 'Second']]);
    expect(await noticesOf(review)).toEqual([]);
  });

  it('ignores collected replies for an hour after a request, because their page may have been read before it', async () => {
    const review = await reviewWithRequests('a', 'First', 'Second');
    await fixture.database.transaction(() => harness.confirming.afterRuns(review.accountId, [review.objectId]));
    expect((await stateOf(review)).status).toBe('published');
  });

  it.each([
    ['another text', 'By hand'],
    ['no reply', null],
  ])('sends no request and one notice if the platform shows %s', async (_, text) => {
    const review = await reviewWithRequests('a', 'First', 'Second');
    await showAndCollect(review, 'Second');
    expect((await stateOf(review)).confirmed).toBe(true);
    for (let run = 0; run < 2; run += 1) {
      await showAndCollect(review, text);
      await harness.work();
    }
    expect([harness.platform.done, textOnPlatform(review), await noticesOf(review)]).toEqual([
      [],
      text,
      ['reply_changed'],
    ]);
    expect(await storedReply(review)).toEqual(['published', 'Second', true, text]);
    expect((await stateOf(review)).confirmed).toBe(false);
    // If it is shown again, it is confirmed. If it is changed again, there is another notice.
    await showAndCollect(review, 'Second');
    expect((await stateOf(review)).confirmed).toBe(true);
    await showAndCollect(review, text);
    expect(await noticesOf(review)).toEqual(['reply_changed', 'reply_changed']);
  });

  it('keeps an edit that was made on the platform between the run and the repair, and sends a notice', async () => {
    const review = await reviewWithRequests('a', 'First', 'Second');
    await collect(review, 'First');
    harness.platform.held.set(review.externalId, 'By hand');
    await harness.work();
    expect([harness.platform.done, textOnPlatform(review), await noticesOf(review)]).toEqual([
      [],
      'By hand',
      ['reply_changed'],
    ]);
    expect(await storedReply(review)).toEqual(['published', 'Second', true, 'First']);
    expect((await harness.row(review.id))['due_at']).toBeNull();
  });

  it('sends no request to a platform that cannot replace replies, and notifies the account', async () => {
    const review = await reviewWithRequests('b', 'First');
    await request(review, null);
    await request(review, 'Second');
    harness.platform.done.length = 0;
    await showAndCollect(review, 'First');
    await harness.work();
    expect([harness.platform.done, textOnPlatform(review), await noticesOf(review)]).toEqual([
      [],
      'First',
      ['reply_changed'],
    ]);
  });

  it(`keeps the text on the platform after ${MAX_REPAIRS} repairs of one request, and repairs the next request again`, async () => {
    const review = await reviewWithRequests('a', 'First', 'Second');
    for (let run = 0; run < MAX_REPAIRS + 2; run += 1) {
      await showAndCollect(review, 'First');
      await harness.work();
    }
    expect(harness.platform.done).toHaveLength(MAX_REPAIRS);
    expect([textOnPlatform(review), await noticesOf(review)]).toEqual(['First', ['reply_changed']]);
    await request(review, 'Third');
    await showAndCollect(review, 'Second');
    await harness.work();
    expect(textOnPlatform(review)).toBe('Third');
  });

  it('carries out a new request of the client instead of a repair that has not begun', async () => {
    const review = await reviewWithRequests('a', 'First', 'Second');
    await showAndCollect(review, 'First');
    await put(review, 'Third');
    harness.platform.held.set(review.externalId, 'By hand');
    await harness.work();
    expect([textOnPlatform(review), await noticesOf(review)]).toEqual(['Third', []]);
  });

  it('fails a repair that the platform refuses, with a notice', async () => {
    const review = await reviewWithRequests('a', 'First', 'Second');
    await showAndCollect(review, 'First');
    harness.platform.moods = [403];
    await harness.work();
    expect([(await stateOf(review)).status, await noticesOf(review)]).toEqual(['failed', ['reply_failed']]);
    await showAndCollect(review, 'First');
    await harness.work();
    expect(harness.platform.done).toEqual([]);
  });

  it('replaces a text whose request was begun and never confirmed, because the request may still arrive', async () => {
    const review = await reviewWithRequests('a', 'First');
    await put(review, 'Second');
    const claim = (await harness.leases.claim(30_000))!;
    await harness.leases.begin(claim, { provenAbsent: false });
    await harness.leases.retryLater(claim, 0, false);
    await request(review, 'Third');
    await showAndCollect(review, 'Second');
    await harness.work();
    expect(textOnPlatform(review)).toBe('Third');
  });

  it('stores the latest eight texts, each once', async () => {
    const texts = Array.from({ length: 10 }, (_, n) => `Text ${n}`);
    const review = await reviewWithRequests('a', ...texts, 'Text 5');
    expect((await harness.row(review.id))['sent_texts']).toEqual([
      ...texts.slice(2).filter((text) => text !== 'Text 5'),
      'Text 5',
    ]);
  });

  describe('after a removal (contract §4.5: only our reply is removed)', () => {
    it('removes a text of the account again that is still shown', async () => {
      const review = await reviewWithRequests('a', 'First', 'Second', null);
      await showAndCollect(review, 'First');
      await harness.work();
      expect([textOnPlatform(review), await noticesOf(review)]).toEqual([null, []]);
      expect(await storedReply(review)).toEqual(['deleted', null, false, null]);
    });

    it('keeps a reply that was written on the platform after the removal, also with the same text', async () => {
      const review = await reviewWithRequests('a', 'First', null);
      await showAndCollect(review, null);
      await showAndCollect(review, 'First');
      await harness.work();
      expect([harness.platform.done, textOnPlatform(review), await noticesOf(review)]).toEqual([[], 'First', []]);
    });

    it('keeps the reply of another account on the same page, also with the same text', async () => {
      const one = await harness.aReview('a', { externalId: 'same words' });
      const other = await harness.aReview('a', { externalId: 'same words' });
      await request(one, 'Thank you');
      await request(one, null);
      await request(other, 'Thank you');
      harness.platform.done.length = 0;
      await collect(one, 'Thank you');
      await harness.work();
      expect([harness.platform.done, textOnPlatform(other)]).toEqual([[], 'Thank you']);
    });

    it(`keeps a reply that is still shown after ${MAX_REPAIRS} more removals, with one notice`, async () => {
      const review = await reviewWithRequests('a', 'First', null);
      for (let run = 0; run < MAX_REPAIRS + 2; run += 1) {
        await showAndCollect(review, 'First');
        await harness.work();
      }
      expect(harness.platform.done).toHaveLength(MAX_REPAIRS);
      expect(await noticesOf(review)).toEqual(['reply_changed']);
    });
  });

  describe('in every order of the statements', () => {
    it('carries out the last of two requests, without a notice, while a run ends', async () => {
      await inEveryOrder({
        on: fixture.database,
        atMost: 120,
        given: async () => {
          const review = await reviewWithRequests('a', 'First');
          await fixture.database.query('update review set own_reply_at = null where id = $1', [review.id]);
          return review;
        },
        contenders: {
          publish: async (review) => {
            await put(review, 'Second');
            await harness.work();
          },
          confirm: (review) =>
            fixture.database.transaction(() => harness.confirming.afterRuns(review.accountId, [review.objectId])),
          put: (review) => put(review, 'Third'),
        },
        mayFail: (reason) => reason instanceof AppError && reason.code === 'reply_in_progress',
        holds: async (review) => {
          expect([await noticesOf(review), (await harness.row(review.id))['repairs']]).toEqual([[], 0]);
          await harness.work();
          const { state, text } = await harness.row(review.id);
          expect([textOnPlatform(review), state, await noticesOf(review)]).toEqual([text, 'published', []]);
        },
      });
    });

    it('compares a reply that is published while the run waits for a lock with the newest version of its review', async () => {
      const one = await reviewWithRequests('a', 'First');
      const other = await harness.aReview('a', { accountId: one.accountId });
      await request(other, 'First');
      await fixture.database.query(
        'update review set own_reply_at = null, reply_text = null where id = any($1::bigint[])',
        [[one.id, other.id]],
      );
      const client = await openTransaction(fixture.database, () => harness.store.findLocked(one.accountId, one.id));
      const objects = [one.objectId, other.objectId];
      const run = fixture.database.transaction(() => harness.confirming.afterRuns(one.accountId, objects));
      await eventually('the run to wait', 20_000, async () => {
        const [row] = await fixture.database.query<{ n: number }>(
          `select count(*) as n from pg_locks l join pg_stat_activity a using (pid)
           where not l.granted and a.datname = current_database()`,
        );
        return (row?.n ?? 0) > 0;
      });
      await request(other, 'Second');
      await Promise.all([client.commit(), run]);
      expect(await harness.row(other.id)).toMatchObject({ state: 'published', held_text: 'Second', in_doubt: false });
      expect((await harness.row(one.id))['in_doubt']).toBe(true);
    });

    it('carries out a new request that is concurrent with a repair', async () => {
      await inEveryOrder({
        on: fixture.database,
        given: async () => {
          const review = await reviewWithRequests('a', 'First', 'Second');
          harness.platform.held.set(review.externalId, 'First');
          await fixture.database.query(`update review set reply_text = 'First', own_reply_at = null where id = $1`, [
            review.id,
          ]);
          return review;
        },
        contenders: {
          confirm: (review) =>
            fixture.database.transaction(() => harness.confirming.afterRuns(review.accountId, [review.objectId])),
          put: (review) => put(review, 'Third'),
        },
        holds: async (review) => {
          expect((await harness.row(review.id))['is_repair']).toBe(false);
          await harness.work();
          expect([textOnPlatform(review), await noticesOf(review)]).toEqual(['Third', []]);
        },
      });
    });

    it('keeps a reply that another account publishes while a removed reply is compared', async () => {
      await inEveryOrder({
        on: fixture.database,
        given: async () => {
          const externalId = `shared ${Math.random()}`;
          const [one, other] = [await harness.aReview('a', { externalId }), await harness.aReview('a', { externalId })];
          await request(one, 'Thank you');
          await request(one, null);
          // The page does not show whether this is a late request of the account or the reply of another account.
          await fixture.database.query(
            `update review set reply_text = 'Thank you', own_reply_at = null where id = $1`,
            [one.id],
          );
          return { one, other };
        },
        contenders: {
          confirm: ({ one }) =>
            fixture.database.transaction(() => harness.confirming.afterRuns(one.accountId, [one.objectId])),
          put: ({ other }) => put(other, 'Thank you'),
        },
        mayFail: (_, contender) => contender === 'put',
        holds: async ({ other }, { outcomes }) => {
          await harness.work();
          const isAccepted = outcomes['put']?.status === 'fulfilled';
          expect(textOnPlatform(other)).toBe(isAccepted ? 'Thank you' : null);
        },
      });
    });
  });
});
