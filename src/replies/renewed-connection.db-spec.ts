import type { OpenConnection } from '@src/connections';
import { PLATFORMS, replyWorld, type ReplyWorld } from '@test/support/reply-world';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';

describe('a connection made anew while the older one is in use (contract §4.5)', () => {
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
  const placeOf = ({ accountId, objectId }: Placed) => ({ accountId, objectId, sourceId: PLATFORMS.a.id });
  const renew = ({ accountId, objectId }: Placed) =>
    world.connections.add(accountId, objectId, 'platform-a', { key: 'open' });
  const opened = async (review: Placed): Promise<OpenConnection> => {
    const connection = await world.connections.open(placeOf(review));
    if (connection === null) throw new Error('there is no connection');
    return connection;
  };
  const statusOf = (review: Placed) => world.connections.status(placeOf(review));
  const replyOf = async (review: Placed): Promise<unknown> => {
    const { state, error } = await world.row(review.id);
    return [state, error];
  };

  it('a publication that the old one was refused is tried with the new one, which stays', async () => {
    const review = await world.aReview('a');
    await world.replies.put(world.caller(review.accountId), review.id, 'Thanks');
    world.platform.done.length = 0;
    world.platform.moods = [401];
    world.platform.meanwhile = () => renew(review);
    await world.work();
    expect([await replyOf(review), await statusOf(review), world.platform.done]).toEqual([
      ['published', null],
      'active',
      [`${review.externalId}: Thanks`],
    ]);
  });

  it('so is a question that the old one was refused: published once', async () => {
    const review = await world.aReview('a');
    await world.replies.put(world.caller(review.accountId), review.id, 'Thanks');
    world.platform.done.length = 0;
    world.platform.moods = ['cut_after'];
    const claim = await world.leases.claim(30_000);
    await world.publishing.carryOut(claim!, AbortSignal.timeout(5_000));
    world.platform.readMoods = [401];
    world.platform.meanwhile = () => renew(review);
    await world.pass('1 minute');
    await world.work();
    expect([await replyOf(review), await statusOf(review), world.platform.done]).toEqual([
      ['published', null],
      'active',
      [`${review.externalId}: Thanks`],
    ]);
  });

  it('refused as often as it is tried, each time by one that was replaced, it fails and leaves the new one alone', async () => {
    const review = await world.aReview('a');
    await world.replies.put(world.caller(review.accountId), review.id, 'Thanks');
    world.platform.moods = [401, 401, 401];
    const renewAgain = async (): Promise<void> => {
      await renew(review);
      world.platform.meanwhile = renewAgain;
    };
    world.platform.meanwhile = renewAgain;
    // A renewal asks the platform too: what happens meanwhile is set again only after that.
    await world.work();
    world.platform.meanwhile = null;
    expect([await replyOf(review), await statusOf(review)]).toEqual([['failed', 'platform_unavailable'], 'active']);
  });

  it('tokens of the old one are not laid over the new one', async () => {
    const review = await world.aReview('a');
    const old = await opened(review);
    await renew(review);
    await old.saveCredentials({ access_token: 'old' });
    expect((await opened(review)).credentials).toEqual({ key: 'open' });
    expect([await old.markRevoked(), await statusOf(review)]).toEqual([false, 'active']);
  });

  it('its own tokens are kept, however often they are refreshed, and its refusal counts after that', async () => {
    const review = await world.aReview('a');
    const connection = await opened(review);
    await connection.saveCredentials({ access_token: 'first', refresh_token: 'next' });
    await connection.saveCredentials({ access_token: 'second' });
    expect((await opened(review)).credentials).toEqual({ key: 'open', access_token: 'second', refresh_token: 'next' });
    expect([await connection.markRevoked(), await statusOf(review)]).toEqual([true, 'revoked']);
  });

  it('of two who refresh at one moment one is kept, and the refusal of the other says nothing', async () => {
    const review = await world.aReview('a');
    const both = [await opened(review), await opened(review)] as const;
    await Promise.all(both.map((one, index) => one.saveCredentials({ access_token: `token ${index}` })));
    const refusals = [await both[0].markRevoked(), await both[1].markRevoked()];
    expect(refusals.filter((counts) => counts)).toHaveLength(1);
  });

  it.each([[401 as const], ['normal' as const]])(
    'a check of the old one (%s) writes nothing over the new one',
    async (answer) => {
      const review = await world.aReview('a');
      const { id } = await renew(review);
      world.platform.readMoods = [answer];
      world.platform.meanwhile = () => renew(review);
      const { outcome } = await world.connections.check(id);
      expect([outcome.status, await statusOf(review)]).toEqual(['unknown', 'active']);
    },
  );
});
