import { replyHarness, type Mood, type ReplyHarness } from '@test/support/reply-harness';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';

describe('the notice about a failed reply (contract §4.5)', () => {
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
  const noticesOf = async ({ accountId }: ReviewFixture) =>
    (await harness.notices.list(accountId, { limit: 100, offset: 0 })).notices.map(({ kind, subject, body }) => ({
      kind,
      subject,
      body,
    }));
  const put = ({ accountId, id }: ReviewFixture, text: string) =>
    harness.replies.put(harness.caller(accountId), id, text);
  const attempt = async (review: ReviewFixture, ...moods: readonly Mood[]): Promise<void> => {
    await put(review, 'Our secret text');
    harness.platform.moods = [...moods];
    await harness.work();
  };

  it.each<[string, Mood[], string]>([
    ['the text is rejected', [400], 'text_rejected'],
    ['access is refused', [401], 'access_revoked'],
    ['the platform is unavailable', [429, 429, 429], 'platform_unavailable'],
  ])('is sent once with the code of the failure, without the text or a credential, if %s', async (_, moods, code) => {
    const review = await harness.aReview('a');
    await attempt(review, ...moods);
    await harness.work();
    const [notice, ...more] = await noticesOf(review);
    expect(more).toEqual([]);
    expect(notice).toMatchObject({
      kind: 'reply_failed',
      subject: `The reply to review ${review.id} could not be published (${code})`,
    });
    expect(notice?.body).toContain(`review ${review.id} of object ${review.objectId}`);
    expect(notice?.body).not.toMatch(/secret text|\bopen\b/);
  });

  it('is not sent for temporary failures', async () => {
    const review = await harness.aReview('a');
    await attempt(review, 429, 429);
    expect([(await harness.row(review.id))['state'], await noticesOf(review)]).toEqual(['published', []]);
  });

  it('is sent again if the next request also fails', async () => {
    const review = await harness.aReview('a');
    await attempt(review, 400);
    await attempt(review, 400);
    expect(await noticesOf(review)).toHaveLength(2);
  });

  it('is sent for a failed removal', async () => {
    const review = await harness.aReview('a');
    await attempt(review);
    await harness.replies.remove(review.accountId, review.id);
    harness.platform.moods = [409];
    await harness.work();
    expect((await noticesOf(review)).map(({ subject }) => subject)).toEqual([
      `The reply to review ${review.id} could not be removed (platform_error)`,
    ]);
  });

  it('is not sent by a worker that lost its lease', async () => {
    const review = await harness.aReview('a');
    await put(review, 'Thanks');
    const expired = await harness.leases.claim(30_000);
    await harness.pass('31 seconds');
    await harness.work();
    harness.platform.moods = [400];
    await harness.publishing.carryOut(expired!, AbortSignal.timeout(60_000));
    harness.platform.moods = [];
    expect([(await harness.row(review.id))['state'], await noticesOf(review)]).toEqual(['published', []]);
  });
});
