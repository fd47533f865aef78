import { AppError } from '@libs/kernel';
import { seededRandom } from '@test/support/feed-harness';
import { replyHarness, type Mood, type ReplyHarness } from '@test/support/reply-harness';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';

const seed = Number(process.env['HREV_TEST_SEED'] ?? Date.now() % 1_000_000);
const MOODS: readonly Mood[] = ['normal', 'normal', 'normal', 'cut_after', 'cut_before', 429, 500];

/** The last accepted request of the client for each review: a text, or null after a DELETE. */
type Register = Map<number, string | null>;

describe(`random sequences of requests (seed ${seed})`, () => {
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

  it('after random PUTs, DELETEs, broken requests and crashed workers, the platform has the last accepted text, and no text was published twice', async () => {
    const random = seededRandom(seed);
    const reviews = await Promise.all(Array.from({ length: 8 }, () => harness.aReview('a')));
    const register: Register = new Map();
    let textCount = 0;

    const request = async (review: (typeof reviews)[number]): Promise<void> => {
      const text = `Text ${(textCount += 1)}`;
      const removes = random() < 0.25;
      try {
        if (removes) await harness.replies.remove(review.accountId, review.id);
        else await harness.replies.put(harness.caller(review.accountId), review.id, text);
        register.set(review.id, removes ? null : text);
      } catch (error) {
        if (!(error instanceof AppError) || !['reply_in_progress', 'reply_not_found'].includes(error.code)) throw error;
      }
    };
    /** A worker that carries out one reply, or crashes at a random point. */
    const workOnce = async (): Promise<void> => {
      const claim = await harness.leases.claim(30_000);
      if (claim === null) return;
      const chance = random();
      if (chance < 0.1) return;
      if (chance < 0.2 && claim.state === 'publishing' && !claim.inDoubt) {
        await harness.leases.begin(claim, { provenAbsent: false });
        return;
      }
      await harness.publishing.carryOut(claim, AbortSignal.timeout(60_000));
    };
    for (let step = 0; step < 60; step += 1) {
      harness.platform.moods = Array.from({ length: 4 }, () => MOODS[Math.floor(random() * MOODS.length)] ?? 'normal');
      const chosen = [0, 1].map(() => reviews[Math.floor(random() * reviews.length)] as (typeof reviews)[number]);
      await Promise.all([...chosen.map(request), workOnce(), workOnce()]);
      if (random() < 0.3) await harness.pass('31 seconds');
    }

    harness.platform.moods = [];
    for (const { id, accountId } of reviews) {
      await harness.pass('31 seconds');
      await harness.work();
      // After three broken attempts the reply has failed, and the client repeats its request.
      const hasFailed = (await harness.row(id))['state'] === 'failed';
      const lastText = register.get(id);
      if (hasFailed && typeof lastText === 'string') await harness.replies.put(harness.caller(accountId), id, lastText);
      if (hasFailed && lastText === null) await harness.replies.remove(accountId, id);
    }
    await harness.work();

    const expected = reviews.map(({ externalId, id }) => [externalId, register.get(id) ?? null]);
    expect(reviews.map(({ externalId }) => [externalId, harness.platform.held.get(externalId) ?? null])).toEqual(
      expected,
    );
    const storedTexts = await Promise.all(
      reviews.map(async ({ id, externalId }) => [externalId, (await harness.reviewRow(id))['reply_text']]),
    );
    expect(storedTexts).toEqual(expected);
    const publications = harness.platform.done.filter((action) => !action.startsWith('remove'));
    expect(publications.length).toBeGreaterThan(10);
    expect(publications).toEqual([...new Set(publications)]);
  });
});
