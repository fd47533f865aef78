import type { OpenConnection } from '@src/connections';
import { PLATFORMS, replyHarness, type ReplyHarness } from '@test/support/reply-harness';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';

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

  type Placed = Awaited<ReturnType<ReplyHarness['aReview']>>;
  const keyOf = ({ accountId, objectId }: Placed) => ({ accountId, objectId, sourceId: PLATFORMS.a.id });
  const renew = ({ accountId, objectId }: Placed) =>
    harness.connections.add(accountId, objectId, 'platform-a', { key: 'open' });
  const opened = async (review: Placed): Promise<OpenConnection> => {
    const connection = await harness.connections.open(keyOf(review));
    if (connection === null) throw new Error('there is no connection');
    return connection;
  };
  const statusOf = (review: Placed) => harness.connections.status(keyOf(review));
  const replyOf = async (review: Placed): Promise<unknown> => {
    const { state, error } = await harness.row(review.id);
    return [state, error];
  };

  it('repeats a publication that was refused with the old credentials, with the new ones, which stay active', async () => {
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

  it('repeats a read that was refused with the old credentials, and publishes once', async () => {
    const review = await harness.aReview('a');
    await harness.replies.put(harness.caller(review.accountId), review.id, 'Thanks');
    harness.platform.done.length = 0;
    harness.platform.moods = ['cut_after'];
    const claim = await harness.leases.claim(30_000);
    await harness.publishing.carryOut(claim!, AbortSignal.timeout(5_000));
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

  it('fails if each attempt is refused with replaced credentials, and the new credentials stay active', async () => {
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
    const old = await opened(review);
    await renew(review);
    await old.saveCredentials({ access_token: 'old' });
    expect((await opened(review)).credentials).toEqual({ key: 'open' });
    expect([await old.markRevoked(), await statusOf(review)]).toEqual([false, 'active']);
  });

  it('stores the tokens of each refresh, and a refusal after that revokes the connection', async () => {
    const review = await harness.aReview('a');
    const connection = await opened(review);
    await connection.saveCredentials({ access_token: 'first', refresh_token: 'next' });
    await connection.saveCredentials({ access_token: 'second' });
    expect((await opened(review)).credentials).toEqual({ key: 'open', access_token: 'second', refresh_token: 'next' });
    expect([await connection.markRevoked(), await statusOf(review)]).toEqual([true, 'revoked']);
  });

  it('stores one of two concurrent refreshes, and ignores the refusal of the other', async () => {
    const review = await harness.aReview('a');
    const both = [await opened(review), await opened(review)] as const;
    await Promise.all(both.map((connection, index) => connection.saveCredentials({ access_token: `token ${index}` })));
    const refusals = [await both[0].markRevoked(), await both[1].markRevoked()];
    expect(refusals.filter((isRevoked) => isRevoked)).toHaveLength(1);
  });

  it.each([[401 as const], ['normal' as const]])(
    'does not overwrite the new connection by the result of a check of the old one (%s)',
    async (mood) => {
      const review = await harness.aReview('a');
      const { id } = await renew(review);
      harness.platform.readMoods = [mood];
      harness.platform.meanwhile = () => renew(review);
      const { outcome } = await harness.connections.check(id);
      expect([outcome.status, await statusOf(review)]).toEqual(['unknown', 'active']);
    },
  );
});
