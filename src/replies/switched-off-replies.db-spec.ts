import { SwitchStore } from '@src/switches';
import { PLATFORMS, replyHarness, type PlatformName, type ReplyHarness } from '@test/support/reply-harness';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';

const LEASE_MS = 30_000;

describe('replies that the operator has switched off (contract §4.17)', () => {
  let fixture: StoreFixture;
  let harness: ReplyHarness;
  let switches: SwitchStore;

  beforeAll(async () => {
    fixture = await storeFixture();
    harness = await replyHarness(fixture.database);
    switches = new SwitchStore(fixture.database);
  });
  beforeEach(async () => {
    await fixture.database.query('truncate review_reply, switch_off');
    harness.platform.done.length = 0;
  });
  afterAll(async () => {
    await harness?.close();
    await fixture?.close();
  });

  type ReviewFixture = Awaited<ReturnType<ReplyHarness['aReview']>>;
  const put = (review: ReviewFixture, text = 'Thanks'): Promise<string> =>
    harness.replies.put(harness.caller(review.accountId), review.id, text);
  const acceptedReply = async (name: PlatformName = 'a'): Promise<ReviewFixture> => {
    const review = await harness.aReview(name);
    await put(review);
    // The new connection asked the platform.
    harness.platform.requests = 0;
    return review;
  };
  const claimed = async () => {
    const claim = await harness.leases.claim(LEASE_MS);
    if (claim === null) throw new Error('no reply is due');
    return claim;
  };
  const carryOut = (claim: Awaited<ReturnType<typeof claimed>>): Promise<void> =>
    harness.publishing.carryOut(claim, AbortSignal.timeout(60_000));
  const sent = ({ externalId }: ReviewFixture, text = 'Thanks'): string => `${externalId}: ${text}`;
  const WAITS = { state: 'pending', attempts: 0, lease_token: null, in_doubt: false };

  it('are accepted, wait with their due time, and are sent after they are switched on', async () => {
    await switches.turnOff('replies', null, null);
    const review = await acceptedReply();
    const { due_at: dueAt } = await harness.row(review.id);
    await harness.work();
    expect(harness.platform.requests).toBe(0);
    expect(await harness.row(review.id)).toMatchObject({ ...WAITS, due_at: dueAt });
    const record = await harness.replies.state(review.accountId, review.id);
    expect(record).toMatchObject({ state: 'pending', switchedOffSince: expect.any(Date) as Date });

    await switches.turnOn('replies', null);
    await harness.work();
    expect(harness.platform.done).toEqual([sent(review)]);
    expect(await harness.row(review.id)).toMatchObject({ state: 'published', attempts: 1 });
  });

  it('of one platform wait, and those of others are sent', async () => {
    const [off, on] = [await acceptedReply('a'), await acceptedReply('b')];
    await switches.turnOff('replies', PLATFORMS.a.id, null);
    await harness.work();
    expect(harness.platform.done).toEqual([sent(on)]);
    expect(await harness.row(off.id)).toMatchObject(WAITS);
    expect((await harness.replies.state(on.accountId, on.id)).switchedOffSince).toBeNull();
    await switches.turnOn('replies', PLATFORMS.a.id);
    await harness.work();
    expect(harness.platform.done).toEqual([sent(on), sent(off)]);
  });

  it('are not sent if a worker has claimed them, and are not counted as an attempt', async () => {
    const review = await acceptedReply();
    const claim = await claimed();
    await switches.turnOff('replies', null, null);
    await carryOut(claim);
    expect(harness.platform.requests).toBe(0);
    expect(await harness.row(review.id)).toMatchObject(WAITS);
    await switches.turnOn('replies', null);
    await harness.work();
    expect(harness.platform.done).toEqual([sent(review)]);
  });

  it('are concluded if their request was in flight', async () => {
    const review = await acceptedReply();
    const claim = await claimed();
    harness.platform.meanwhile = () => switches.turnOff('replies', null, null);
    await carryOut(claim);
    expect(harness.platform.done).toEqual([sent(review)]);
    expect(await harness.row(review.id)).toMatchObject({ state: 'published', attempts: 1 });
  });

  it('are read on the platform first after they are switched on, if an earlier request may have had an effect', async () => {
    const review = await acceptedReply();
    harness.platform.moods = ['cut_after'];
    await carryOut(await claimed());
    await switches.turnOff('replies', null, null);
    await harness.pass('1 minute');
    harness.platform.requests = 0;
    await harness.work();
    expect(harness.platform.requests).toBe(0);
    expect(await harness.row(review.id)).toMatchObject({ attempts: 1, in_doubt: true });
    await switches.turnOn('replies', null);
    await harness.work();
    expect(harness.platform.done).toEqual([sent(review)]);
    expect(await harness.row(review.id)).toMatchObject({ state: 'published', in_doubt: false });
  });

  it('can be changed and withdrawn meanwhile: what was accepted last is sent', async () => {
    await switches.turnOff('replies', null, null);
    const [changed, withdrawn] = [await acceptedReply(), await acceptedReply()];
    await put(changed, 'Thank you');
    await harness.replies.remove(withdrawn.accountId, withdrawn.id);
    await switches.turnOn('replies', null);
    await harness.work();
    expect(harness.platform.done).toEqual([sent(changed, 'Thank you')]);
    expect(await harness.row(withdrawn.id)).toMatchObject({ state: 'deleted' });
  });

  it('in moderation are not looked at meanwhile, and become visible afterwards', async () => {
    harness.platform.isModerating = true;
    const review = await acceptedReply('c');
    await harness.work();
    expect(await harness.row(review.id)).toMatchObject({ state: 'published', confirmed_at: null });
    await switches.turnOff('replies', PLATFORMS.c.id, null);
    harness.platform.approve();
    await harness.pass('1 hour');
    harness.platform.requests = 0;
    await harness.work();
    expect(harness.platform.requests).toBe(0);
    await switches.turnOn('replies', PLATFORMS.c.id);
    await harness.work();
    expect(await harness.row(review.id)).toMatchObject({ state: 'published', confirmed_at: expect.any(Date) as Date });
    harness.platform.isModerating = false;
  });

  it('are sent in the order of their due times after they are switched on', async () => {
    await switches.turnOff('replies', null, null);
    const reviews = [await acceptedReply(), await acceptedReply('b'), await acceptedReply()];
    await harness.work();
    await switches.turnOn('replies', null);
    await harness.work();
    expect(harness.platform.done).toEqual(reviews.map((review) => sent(review)));
  });
});
