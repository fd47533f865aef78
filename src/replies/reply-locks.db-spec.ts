import { AppError } from '@libs/kernel';
import { whileRowsAreLocked } from '@test/support/held-rows';
import { inEveryOrder, type Outcome } from '@test/support/interleaving';
import { replyHarness, type ReplyHarness } from '@test/support/reply-harness';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';

type ReviewFixture = Awaited<ReturnType<ReplyHarness['aReview']>>;

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

describe('concurrent requests for replies (contract §4.5)', () => {
  let serial = 0;

  const put = ({ accountId, id }: ReviewFixture, text: string) =>
    harness.replies.put(harness.caller(accountId), id, text);
  const resultOf = (outcome: Outcome | undefined): unknown =>
    outcome?.status === 'rejected' ? (outcome.reason as AppError).code : outcome?.value;
  const isRefusal = (reason: unknown): boolean => reason instanceof AppError && reason.code !== 'service_unavailable';

  it('accepts the reply of one of two accounts on the same review, and refuses the other', async () => {
    const report = await inEveryOrder({
      on: fixture.database,
      atMost: 60,
      given: async () => {
        serial += 1;
        const externalId = `shared-${serial}`;
        return {
          first: await harness.aReview('a', { externalId }),
          second: await harness.aReview('a', { externalId }),
        };
      },
      contenders: {
        one: ({ first }) => put(first, 'Thanks from the first'),
        two: ({ second }) => put(second, 'Thanks from the second'),
      },
      mayFail: isRefusal,
      holds: ({ first, second }, { outcomes }) => {
        expect(first.accountId).not.toBe(second.accountId);
        const statuses = [outcomes['one']?.status, outcomes['two']?.status].sort();
        expect(statuses).toEqual(['fulfilled', 'rejected']);
        expect([resultOf(outcomes['one']), resultOf(outcomes['two'])]).toContain('reply_owned_by_other_account');
      },
    });
    expect(report.orders).toBeGreaterThan(1);
  });

  it('returns the removed text in the response to a removal that is concurrent with a PUT', async () => {
    await inEveryOrder({
      on: fixture.database,
      atMost: 60,
      given: async () => {
        const review = await harness.aReview('a');
        await put(review, 'The first text');
        return review;
      },
      contenders: {
        put: (review) => put(review, 'The second text'),
        remove: ({ accountId, id }) => harness.replies.remove(accountId, id),
      },
      mayFail: isRefusal,
      holds: async ({ id }, { outcomes }) => {
        const { state, text } = await harness.row(id);
        const isRemovedLast = state === 'deleted';
        expect({ removed: resultOf(outcomes['remove']), isRemovedLast }).toEqual({
          removed: isRemovedLast ? 'The second text' : 'The first text',
          isRemovedLast,
        });
        expect(text).toBe('The second text');
      },
    });
  });

  it('does not confirm a text that is published while a run that found the earlier text ends', async () => {
    await inEveryOrder({
      on: fixture.database,
      atMost: 40,
      given: async () => {
        const review = await harness.aReview('a');
        await put(review, 'The first text');
        await harness.work();
        await fixture.database.query('update review set own_reply_at = null where id = $1', [review.id]);
        return review;
      },
      contenders: {
        confirm: ({ accountId, objectId }) =>
          fixture.database.transaction(() => harness.confirming.afterRuns(accountId, [objectId])),
        publish: async (review) => {
          await put(review, 'The second text');
          await harness.work();
        },
      },
      holds: async ({ id }) => {
        // A worker skips a reply that the run has locked.
        await harness.work();
        const { state, held_text: textOnPlatform, confirmed_at: confirmedAt } = await harness.row(id);
        expect([state, textOnPlatform, confirmedAt]).toEqual(['published', 'The second text', null]);
      },
    });
  });

  it('claims the next reply if a client has locked the first one', async () => {
    const claimed = new Set<unknown>();
    await inEveryOrder({
      on: fixture.database,
      given: async () => {
        await fixture.database.query('delete from review_reply');
        const [locked, next] = [await harness.aReview('a'), await harness.aReview('a')];
        for (const review of [locked, next]) await put(review, 'Thanks');
        return { locked, next };
      },
      contenders: {
        lock: ({ locked: { accountId, id } }) =>
          fixture.database.transaction(async () => {
            await harness.store.findLocked(accountId, id);
            await harness.store.find(accountId, id);
          }),
        claim: () => harness.leases.claim(30_000),
      },
      holds: ({ locked, next }, { order, outcomes }) => {
        const { reviewId } = (outcomes['claim'] as { readonly value: { readonly reviewId: number } }).value;
        claimed.add(reviewId === locked.id ? 'locked' : reviewId === next.id && 'next');
        expect(order).not.toContain('…');
      },
    });
    expect([...claimed].sort()).toEqual(['locked', 'next']);
  });
});

it('workers claim different replies without waiting for one another (contract §4.5)', async () => {
  await fixture.database.query('truncate review_reply cascade');
  const [locked, next] = [await harness.aReview('a'), await harness.aReview('a')];
  for (const review of [locked, next]) await harness.replies.put(harness.caller(review.accountId), review.id, 'Thanks');
  const lock = 'select from review_reply where review_id = $1 for update';
  const claim = await whileRowsAreLocked(fixture.database, lock, [locked.id], () => harness.leases.claim(30_000));
  expect(claim?.reviewId).toBe(next.id);
});

describe("another account's reply is not found by any statement (contract §7.1)", () => {
  it.each<[string, (accountId: number, reviewId: number) => Promise<unknown>, unknown]>([
    ['find', (account, review) => harness.store.find(account, review), null],
    ['findLocked', (account, review) => harness.store.findLocked(account, review), null],
    ['acceptRemoval', (account, review) => harness.store.acceptRemoval(account, review), false],
    ['acceptPublished', (account, review) => harness.store.acceptPublished(account, review), false],
    ['drop', (account, review) => harness.store.drop(account, review), false],
  ])('%s finds no reply of another account', async (name, run, notFound) => {
    const ownReview = await harness.aReview('a');
    const otherReview = await harness.aReview('a');
    await harness.replies.put(harness.caller(otherReview.accountId), otherReview.id, 'Thanks');
    if (name !== 'drop') await harness.work();
    const before = await harness.row(otherReview.id);
    expect(await fixture.database.transaction(() => run(ownReview.accountId, otherReview.id))).toEqual(notFound);
    expect(await harness.row(otherReview.id)).toEqual(before);
    // The account of the reply gets another result.
    expect(await fixture.database.transaction(() => run(otherReview.accountId, otherReview.id))).not.toEqual(notFound);
  });
});
