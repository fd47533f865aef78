import { AppError } from '@libs/kernel';
import { replyHarness, type ReplyHarness } from '@test/support/reply-harness';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';

describe('a moderated platform that never shows a reply (contract §4.5, platform C)', () => {
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

  type Placed = Awaited<ReturnType<ReplyHarness['aReview']>>;
  const put = ({ accountId, id }: Placed, text: string) => harness.replies.put(harness.caller(accountId), id, text);
  const state = async (review: Placed): Promise<unknown> => {
    const row = await harness.row(review.id);
    return [row['state'], row['error'], row['held_text'], row['in_doubt']];
  };
  const workAfter = async (time: string): Promise<void> => {
    await harness.pass(time);
    await harness.work();
  };
  /** A reply that was accepted and was not shown until the time limit of moderation. */
  const neverShown = async (): Promise<Placed> => {
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
    expect(await state(await neverShown())).toEqual(['failed', 'text_rejected', 'Thanks', true]));

  it('is not deleted without a call, because it reached the platform', async () => {
    const { accountId, id } = await neverShown();
    await expect(harness.replies.remove(accountId, id)).rejects.toMatchObject({ code: 'reply_delete_not_supported' });
  });

  it('is replaced by another text, which is sent once, after a read', async () => {
    const review = await neverShown();
    await put(review, 'Other');
    await workAfter('1 minute');
    expect([await state(review), harness.platform.done]).toEqual([
      ['published', null, 'Other', false],
      [`${review.externalId}: Other`],
    ]);
  });

  it.each(['Thanks', 'Other'])(
    'is not followed by a second reply if the platform shows it later (PUT of %s)',
    async (text) => {
      const review = await neverShown();
      harness.platform.approve();
      await put(review, text);
      await workAfter('1 minute');
      const outcome = text === 'Thanks' ? ['published', null, 'Thanks', false] : ['failed', 'platform_error'];
      expect(await state(review)).toEqual(expect.arrayContaining(outcome));
      expect(harness.platform.done).toEqual([]);
    },
  );

  it('is confirmed by a collection if the platform shows it later', async () => {
    const review = await neverShown();
    await fixture.database.query(`update review set reply_text = 'Thanks' where id = $1`, [review.id]);
    await fixture.database.transaction(() => harness.confirming.afterRun(review.accountId, [review.objectId]));
    expect(await state(review)).toEqual(['published', null, 'Thanks', false]);
    await expect(put(review, 'Other')).rejects.toBeInstanceOf(AppError);
  });
});
