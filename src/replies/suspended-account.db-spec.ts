import { loadConfig } from '@libs/config';
import type { AccountsService } from '@src/auth';
import { accountsOn } from '@test/support/notices-on';
import { replyHarness, type ReplyHarness } from '@test/support/reply-harness';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';

const LEASE_MS = 30_000;

describe('replies of a suspended or closed account (contract §5.3)', () => {
  let fixture: StoreFixture;
  let harness: ReplyHarness;
  let accounts: AccountsService;

  beforeAll(async () => {
    fixture = await storeFixture();
    harness = await replyHarness(fixture.database);
    accounts = accountsOn(fixture.database, loadConfig({ NODE_ENV: 'test' }));
  });
  beforeEach(async () => {
    await fixture.database.query('truncate review_reply');
    harness.platform.done.length = 0;
  });
  afterAll(async () => {
    await harness?.close();
    await fixture?.close();
  });

  type ReviewFixture = Awaited<ReturnType<ReplyHarness['aReview']>>;
  const acceptedReply = async (): Promise<ReviewFixture> => {
    const review = await harness.aReview('a');
    await harness.replies.put(harness.caller(review.accountId), review.id, 'Thanks');
    // The new connection asked the platform.
    harness.platform.requests = 0;
    return review;
  };
  const close = async ({ accountId }: ReviewFixture): Promise<unknown> =>
    accounts.close(accountId, (await accounts.find(accountId)).name);
  const claimed = async () => {
    const claim = await harness.leases.claim(LEASE_MS);
    if (claim === null) throw new Error('no reply is due');
    return claim;
  };
  const carryOut = (claim: Awaited<ReturnType<typeof claimed>>): Promise<void> =>
    harness.publishing.carryOut(claim, AbortSignal.timeout(60_000));
  const waits = async ({ id }: ReviewFixture): Promise<void> =>
    expect(await harness.row(id)).toMatchObject({ state: 'pending', attempts: 0, lease_token: null, in_doubt: false });

  it.each<[string, (review: ReviewFixture) => Promise<unknown>]>([
    ['closed', close],
    ['suspended', ({ accountId }) => accounts.suspend(accountId)],
    [
      'over its trial',
      ({ accountId }) =>
        fixture.database.query('update account set trial_ends_at = clock_timestamp() where id = $1', [accountId]),
    ],
  ])('wait while the account is %s, and do not delay those of others', async (_, stop) => {
    const stopped = await acceptedReply();
    const other = await acceptedReply();
    await stop(stopped);
    await harness.work();
    expect(harness.platform.done).toEqual([`${other.externalId}: Thanks`]);
    await waits(stopped);
    expect(await harness.leases.claim(LEASE_MS)).toBeNull();
  });

  it('are sent after the account is resumed', async () => {
    const review = await acceptedReply();
    await close(review);
    await harness.work();
    await accounts.resume(review.accountId);
    await harness.pass('6 minutes');
    await harness.work();
    expect(harness.platform.done).toEqual([`${review.externalId}: Thanks`]);
    expect(await harness.row(review.id)).toMatchObject({ state: 'published', attempts: 1 });
  });

  it('are not sent if the account is closed after a worker claimed them', async () => {
    const review = await acceptedReply();
    const claim = await claimed();
    await close(review);
    await carryOut(claim);
    expect(harness.platform.requests).toBe(0);
    await waits(review);
  });

  it('wait for a closing that is not committed yet, and are not sent after it', async () => {
    const review = await acceptedReply();
    const claim = await claimed();
    let commit: () => void = () => undefined;
    const isCommitted = new Promise<void>((resolve) => (commit = resolve));
    const closing = fixture.database.transaction(async () => {
      await close(review);
      await isCommitted;
    });
    const sending = carryOut(claim);
    await new Promise((resolve) => setTimeout(resolve, 300));
    const requests = harness.platform.requests;
    commit();
    await closing;
    await sending;
    expect(requests).toBe(0);
    expect(harness.platform.requests).toBe(0);
    await waits(review);
  });

  it('are not read from the platform meanwhile, and an earlier request stays in doubt', async () => {
    const review = await acceptedReply();
    harness.platform.moods = ['cut_after'];
    await carryOut(await claimed());
    await close(review);
    await harness.pass('1 hour');
    harness.platform.requests = 0;
    await harness.work();
    expect(harness.platform.requests).toBe(0);
    expect(await harness.row(review.id)).toMatchObject({ state: 'pending', attempts: 1, in_doubt: true });
    await accounts.resume(review.accountId);
    await harness.pass('6 minutes');
    await harness.work();
    expect(harness.platform.done).toEqual([`${review.externalId}: Thanks`]);
    expect(await harness.row(review.id)).toMatchObject({ state: 'published', in_doubt: false });
  });
});
