import { AccessRevoked } from '@libs/sources';
import type { OpenConnection } from '@src/connections';
import { PLATFORMS, replyHarness, type ReplyHarness } from '@test/support/reply-harness';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';

const REFUSAL = new AccessRevoked('the platform refuses the key');

describe('a connection that is replaced while the old one is in use (contract §4.5)', () => {
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
  const keyOf = ({ accountId, objectId }: ReviewFixture) => ({ accountId, objectId, sourceId: PLATFORMS.a.id });
  const renew = ({ accountId, objectId }: ReviewFixture) =>
    harness.connections.add(accountId, objectId, 'platform-a', { key: 'open' });
  const openConnection = async (review: ReviewFixture): Promise<OpenConnection> => {
    const connection = await harness.connections.open(keyOf(review));
    if (connection === null) throw new Error('there is no connection');
    return connection;
  };
  const statusOf = (review: ReviewFixture) => harness.connections.status(keyOf(review));
  const replyOf = async (review: ReviewFixture): Promise<unknown> => {
    const { state, error } = await harness.row(review.id);
    return [state, error];
  };

  it('repeats a refused publication with the new credentials, and keeps the new connection active', async () => {
    const review = await harness.aReview('a');
    await harness.replies.put(harness.caller(review.accountId), review.id, 'Thanks');
    harness.platform.done.length = 0;
    harness.platform.moods = [401];
    harness.platform.meanwhile = () => renew(review);
    await harness.work();
    expect([await replyOf(review), await statusOf(review), harness.platform.done]).toEqual([
      ['published', null],
      'active',
      [`${review.externalId}: Thanks`],
    ]);
  });

  it('repeats a refused read with the new credentials, and publishes once', async () => {
    const review = await harness.aReview('a');
    await harness.replies.put(harness.caller(review.accountId), review.id, 'Thanks');
    harness.platform.done.length = 0;
    harness.platform.moods = ['cut_after'];
    const claim = await harness.leases.claim(30_000);
    await harness.publishing.carryOut(claim!, AbortSignal.timeout(60_000));
    harness.platform.readMoods = [401];
    harness.platform.meanwhile = () => renew(review);
    await harness.pass('1 minute');
    await harness.work();
    expect([await replyOf(review), await statusOf(review), harness.platform.done]).toEqual([
      ['published', null],
      'active',
      [`${review.externalId}: Thanks`],
    ]);
  });

  it('fails if the credentials are replaced during each refused attempt, and keeps the new connection active', async () => {
    const review = await harness.aReview('a');
    await harness.replies.put(harness.caller(review.accountId), review.id, 'Thanks');
    harness.platform.moods = [401, 401, 401];
    const renewAgain = async (): Promise<void> => {
      await renew(review);
      harness.platform.meanwhile = renewAgain;
    };
    harness.platform.meanwhile = renewAgain;
    // A renewal makes a call too, so the hook is set again after it.
    await harness.work();
    harness.platform.meanwhile = null;
    expect([await replyOf(review), await statusOf(review)]).toEqual([['failed', 'platform_unavailable'], 'active']);
  });

  it('does not merge tokens of the old credentials into the new ones', async () => {
    const review = await harness.aReview('a');
    const old = await openConnection(review);
    await renew(review);
    await old.saveCredentials({ access_token: 'old' });
    expect((await openConnection(review)).credentials).toEqual({ key: 'open' });
    expect([await old.markRevoked(REFUSAL), await statusOf(review)]).toEqual([false, 'active']);
  });

  it('stores the tokens of each refresh, and is revoked by a later refusal', async () => {
    const review = await harness.aReview('a');
    const connection = await openConnection(review);
    await connection.saveCredentials({ access_token: 'first', refresh_token: 'next' });
    await connection.saveCredentials({ access_token: 'second' });
    expect((await openConnection(review)).credentials).toEqual({
      key: 'open',
      access_token: 'second',
      refresh_token: 'next',
    });
    expect([await connection.markRevoked(REFUSAL), await statusOf(review)]).toEqual([true, 'revoked']);
  });

  it('stores one of two concurrent refreshes, and ignores the refusal of the other', async () => {
    const review = await harness.aReview('a');
    const connections = [await openConnection(review), await openConnection(review)] as const;
    await Promise.all(
      connections.map((connection, index) => connection.saveCredentials({ access_token: `token ${index}` })),
    );
    const refusals = [await connections[0].markRevoked(REFUSAL), await connections[1].markRevoked(REFUSAL)];
    expect(refusals.filter((isRevoked) => isRevoked)).toHaveLength(1);
  });

  it.each([[401 as const], ['normal' as const]])(
    'does not overwrite the status of the new connection with the result of a check of the old one (%s)',
    async (mood) => {
      const review = await harness.aReview('a');
      const { id } = await renew(review);
      harness.platform.readMoods = [mood];
      harness.platform.meanwhile = () => renew(review);
      const { outcome } = await harness.connections.check(review.accountId, id);
      expect([outcome.status, await statusOf(review)]).toEqual(['unknown', 'active']);
    },
  );
});
