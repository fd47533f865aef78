import { AppError } from '@libs/kernel';
import { besideHeldRows } from '@test/support/held-rows';
import { inEveryOrder, type Outcome } from '@test/support/interleaving';
import { replyWorld, type ReplyWorld } from '@test/support/reply-world';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';

type Placed = Awaited<ReturnType<ReplyWorld['aReview']>>;

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

describe('concurrent requests for replies (contract §4.5)', () => {
  let serial = 0;

  const put = ({ accountId, id }: Placed, text: string) => world.replies.put(world.caller(accountId), id, text);
  const resultOf = (outcome: Outcome | undefined): unknown =>
    outcome?.status === 'rejected' ? (outcome.reason as AppError).code : outcome?.value;
  const isRefusal = (reason: unknown): boolean => reason instanceof AppError && reason.code !== 'service_unavailable';

  it('one review, two accounts: one reply is accepted, the other is refused as taken', async () => {
    const report = await inEveryOrder({
      on: fixture.database,
      atMost: 60,
      given: async () => {
        serial += 1;
        const externalId = `shared-${serial}`;
        return { first: await world.aReview('a', { externalId }), second: await world.aReview('a', { externalId }) };
      },
      contenders: {
        one: ({ first }) => put(first, 'Thanks from the first'),
        two: ({ second }) => put(second, 'Thanks from the second'),
      },
      mayFail: isRefusal,
      holds: ({ first, second }, { outcomes }) => {
        expect(first.accountId).not.toBe(second.accountId);
        const verdicts = [outcomes['one']?.status, outcomes['two']?.status].sort();
        expect(verdicts).toEqual(['fulfilled', 'rejected']);
        expect([resultOf(outcomes['one']), resultOf(outcomes['two'])]).toContain('reply_owned_by_other_account');
      },
    });
    expect(report.orders).toBeGreaterThan(1);
  });

  it('a text and a removal: the response to the removal has the text that it removes', async () => {
    await inEveryOrder({
      on: fixture.database,
      atMost: 60,
      given: async () => {
        const review = await world.aReview('a');
        await put(review, 'The first text');
        return review;
      },
      contenders: {
        put: (review) => put(review, 'The second text'),
        remove: ({ accountId, id }) => world.replies.remove(accountId, id),
      },
      mayFail: isRefusal,
      holds: async ({ id }, { outcomes }) => {
        const { state, text } = await world.row(id);
        const isRemovedLast = state === 'deleted';
        expect({ removed: resultOf(outcomes['remove']), isRemovedLast }).toEqual({
          removed: isRemovedLast ? 'The second text' : 'The first text',
          isRemovedLast,
        });
        expect(text).toBe('The second text');
      },
    });
  });

  it('a run that shows the first text, and the second one published: a text that no run has shown is not confirmed', async () => {
    await inEveryOrder({
      on: fixture.database,
      atMost: 40,
      given: async () => {
        const review = await world.aReview('a');
        await put(review, 'The first text');
        await world.work();
        await fixture.database.query('update review set own_reply_at = null where id = $1', [review.id]);
        return review;
      },
      contenders: {
        C: ({ accountId, objectId }) =>
          fixture.database.transaction(() => world.confirming.afterRun(accountId, [objectId])),
        W: async (review) => {
          await put(review, 'The second text');
          await world.work();
        },
      },
      holds: async ({ id }) => {
        // A worker that found the reply locked by the run has skipped it.
        await world.work();
        const { state, held_text: held, confirmed_at: confirmed } = await world.row(id);
        expect([state, held, confirmed]).toEqual(['published', 'The second text', null]);
      },
    });
  });

  it('a worker skips a reply that a client has locked, and claims the next one', async () => {
    const taken = new Set<unknown>();
    await inEveryOrder({
      on: fixture.database,
      given: async () => {
        await fixture.database.query('delete from review_reply');
        const [held, next] = [await world.aReview('a'), await world.aReview('a')];
        for (const review of [held, next]) await put(review, 'Thanks');
        return { held, next };
      },
      contenders: {
        H: ({ held: { accountId, id } }) =>
          fixture.database.transaction(async () => {
            await world.store.findLocked(accountId, id);
            await world.store.find(accountId, id);
          }),
        W: () => world.leases.claim(30_000),
      },
      holds: ({ held, next }, { order, outcomes }) => {
        const { reviewId } = (outcomes['W'] as { readonly value: { readonly reviewId: number } }).value;
        taken.add(reviewId === held.id ? 'held' : reviewId === next.id && 'next');
        expect(order).not.toContain('…');
      },
    });
    expect([...taken].sort()).toEqual(['held', 'next']);
  });
});

it('workers claim different replies without waiting for one another (contract §4.5)', async () => {
  await fixture.database.query('truncate review_reply cascade');
  const [held, next] = [await world.aReview('a'), await world.aReview('a')];
  for (const review of [held, next]) await world.replies.put(world.caller(review.accountId), review.id, 'Thanks');
  const lock = 'select from review_reply where review_id = $1 for update';
  const claim = await besideHeldRows(fixture.database, lock, [held.id], () => world.leases.claim(30_000));
  expect(claim?.reviewId).toBe(next.id);
});

describe("another account's reply does not exist for any statement (contract §7.1)", () => {
  it.each<[string, (accountId: number, reviewId: number) => Promise<unknown>, unknown]>([
    ['find', (account, review) => world.store.find(account, review), null],
    ['find and lock', (account, review) => world.store.findLocked(account, review), null],
    ['accept a removal', (account, review) => world.store.acceptRemoval(account, review), false],
    ['accept what is held', (account, review) => world.store.acceptHeld(account, review), false],
    ['drop', (account, review) => world.store.drop(account, review), false],
  ])('%s', async (name, act, nothing) => {
    const mine = await world.aReview('a');
    const theirs = await world.aReview('a');
    await world.replies.put(world.caller(theirs.accountId), theirs.id, 'Thanks');
    if (name !== 'drop') await world.work();
    const before = await world.row(theirs.id);
    expect(await fixture.database.transaction(() => act(mine.accountId, theirs.id))).toEqual(nothing);
    expect(await world.row(theirs.id)).toEqual(before);
    // Its own account gets another result.
    expect(await fixture.database.transaction(() => act(theirs.accountId, theirs.id))).not.toEqual(nothing);
  });
});
