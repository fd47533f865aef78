import { AppError } from '@libs/kernel';
import { replyHarness, type ReplyHarness } from '@test/support/reply-harness';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';

describe('a reply that a moderated platform does not show (contract §4.5, platform C)', () => {
  let fixture: StoreFixture;
  let harness: ReplyHarness;

  beforeAll(async () => {
    fixture = await storeFixture();
    harness = await replyHarness(fixture.database);
    harness.platform.isModerating = true;
  });
  afterAll(async () => {
    await harness?.close();
    await fixture?.close();
  });

  type ReviewFixture = Awaited<ReturnType<ReplyHarness['aReview']>>;
  const put = ({ accountId, id }: ReviewFixture, text: string) =>
    harness.replies.put(harness.caller(accountId), id, text);
  const state = async (review: ReviewFixture): Promise<unknown> => {
    const row = await harness.row(review.id);
    return [row['state'], row['error'], row['held_text'], row['in_doubt']];
  };
  const workAfter = async (time: string): Promise<void> => {
    await harness.pass(time);
    await harness.work();
  };
  /** A reply that was accepted and was not shown until the time limit of moderation. */
  const replyNotShown = async (): Promise<ReviewFixture> => {
    const review = await harness.aReview('c');
    await put(review, 'Thanks');
    await harness.work();
    await workAfter('6 days 23 hours');
    expect(await state(review)).toEqual(['published', null, 'Thanks', false]);
    await workAfter('2 hours');
    harness.platform.done.length = 0;
    return review;
  };

  it('fails and is in doubt after 7 days without being shown', async () =>
    expect(await state(await replyNotShown())).toEqual(['failed', 'text_rejected', 'Thanks', true]));

  it('cannot be deleted, because it reached a platform that cannot delete replies', async () => {
    const { accountId, id } = await replyNotShown();
    await expect(harness.replies.remove(accountId, id)).rejects.toMatchObject({ code: 'reply_delete_not_supported' });
  });

  it('is replaced by another text, which is sent once, after a read', async () => {
    const review = await replyNotShown();
    await put(review, 'Other');
    await workAfter('1 minute');
    expect([await state(review), harness.platform.done]).toEqual([
      ['published', null, 'Other', false],
      [`${review.externalId}: Other`],
    ]);
  });

  it('is read a minute after it was replaced, however often the platform was read before', async () => {
    const review = await replyNotShown();
    await put(review, 'Other');
    harness.platform.readMoods = [429, 429, 429];
    for (let read = 0; read < 4; read += 1) await workAfter('1 minute');
    expect(await state(review)).toEqual(['published', null, 'Other', false]);
    const [due] = await fixture.database.query<{ isWithinAMinute: boolean }>(
      `select due_at between clock_timestamp() and clock_timestamp() + interval '1 minute' as "isWithinAMinute"
       from review_reply where review_id = $1`,
      [review.id],
    );
    expect(due).toEqual({ isWithinAMinute: true });
  });

  it.each(['Thanks', 'Other'])(
    'is not sent a second time if the platform shows it before the next PUT (of %s)',
    async (text) => {
      const review = await replyNotShown();
      harness.platform.approve();
      await put(review, text);
      await workAfter('1 minute');
      const outcome = text === 'Thanks' ? ['published', null, 'Thanks', false] : ['failed', 'platform_error'];
      expect(await state(review)).toEqual(expect.arrayContaining(outcome));
      expect(harness.platform.done).toEqual([]);
    },
  );

  it('is confirmed by a collection if the platform shows it later', async () => {
    const review = await replyNotShown();
    await fixture.database.query(`update review set reply_text = 'Thanks' where id = $1`, [review.id]);
    await fixture.database.transaction(() => harness.confirming.afterRuns(review.accountId, [review.objectId]));
    expect(await state(review)).toEqual(['published', null, 'Thanks', false]);
    await expect(put(review, 'Other')).rejects.toBeInstanceOf(AppError);
  });
});
