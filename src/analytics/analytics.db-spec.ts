import { feedHarness, seededRandom, type FeedHarness } from '@test/support/feed-harness';
import { insertReviews } from '@test/support/review-factory';
import { testApp, type TestApp } from '@test/support/test-app';
import { AnalyticsService } from './analytics.service';
import type { CountParams, Reader } from './counted-scopes';
import type { RequestedRange } from './domain/applied-range';
import { GRANULARITIES } from './domain/periods';
import type { ReplyTimeFigures } from './domain/reply-figures';
import { ReplyTimesService } from './reply-times.service';
import { COUNTER_TABLES, CounterStore } from '@src/reviews/counters/persistence/counter.store';
import {
  readReference,
  referenceLanguages,
  referenceReplyTimes,
  referenceSeries,
  referenceSummary,
  type ReferenceReview,
} from '@test/support/reference-counts';

/** Seed of the random data; printed with every failure and settable to repeat the run. */
const SEED = Number(process.env['ANALYTICS_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const TRIAL_REVIEWS_PER_LINK = 40;

describe(`figures (contract §4.7, §4.8; ANALYTICS_SEED=${SEED})`, () => {
  const random = seededRandom(SEED);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  let app: TestApp;
  let fixture: FeedHarness;
  let analytics: AnalyticsService;
  let replyTimes: ReplyTimesService;
  let counters: CounterStore;

  beforeAll(async () => {
    app = await testApp();
    analytics = app.app.get(AnalyticsService, { strict: false });
    replyTimes = app.app.get(ReplyTimesService, { strict: false });
    counters = new CounterStore(app.database);
    fixture = await feedHarness(app.database, 6_000, random);
  });
  afterAll(() => app?.close());

  const readers = (): readonly Reader[] => {
    const full = { objectCeiling: 1, allowedSources: null, canPublishReplies: true, trialRepliesPerSource: null };
    const { accountId } = fixture;
    return [null, null, TRIAL_REVIEWS_PER_LINK].map((visibleReviewsPerLink) => ({
      accountId,
      entitlements: { ...full, visibleReviewsPerLink },
    }));
  };

  const randomDate = (): string => {
    const day = Date.UTC(2019, 6, 1) + Math.floor(random() * 2_900) * 86_400_000;
    const date = new Date(day).toISOString().slice(0, 10);
    return random() < 0.3 ? `${date.slice(0, 7)}-01` : date;
  };

  const randomRange = (): RequestedRange =>
    pick<() => RequestedRange>([
      () => ({}),
      () => ({}),
      () => ({ from: randomDate() }),
      () => ({ to: randomDate() }),
      () => ({ from: '2000-01-01' }),
      () => ({ to: '9999-12-31' }),
      () => ({ from: '0001-01-01', to: '9999-12-31' }),
      () => {
        const [from = '', to = ''] = [randomDate(), randomDate()].sort();
        return { from, to };
      },
    ])();

  const params = (lowerBounds: readonly number[]): CountParams => {
    const minRating = random() < 0.4 ? (lowerBounds[0] ?? 1) : pick(lowerBounds);
    const maxRating = random() < 0.5 ? 5 : pick([5, 4.35, 3.999, 2, 1].filter((max) => max >= minRating));
    const sourceIds = pick([[], [], [1], [2, 3], [4], [3, 77]]);
    const languages = pick([[], [], [], ['en'], ['de'], ['und', 'ko'], ['xx']]);
    return { published: randomRange(), minRating, maxRating, sourceIds, languages };
  };

  const randomSelection = () =>
    pick([
      { kind: 'object', objectId: fixture.largeObjectId } as const,
      { kind: 'object', objectId: fixture.largeObjectId } as const,
      { kind: 'account' } as const,
    ]);

  const expectSummaries = async (reviews: readonly ReferenceReview[], times: number): Promise<void> => {
    for (let time = 0; time < times; time += 1) {
      const request = { reader: pick(readers()), selection: randomSelection(), params: params([1, 0, 1.5, 4.35, 5]) };
      const result = await analytics.summary(request.reader, request.selection, {
        ...request.params,
        withReplyDelay: true,
      });
      const objectIds = new Set(result.applied.objectIds);
      const visible = request.reader.entitlements.visibleReviewsPerLink;
      const expected = referenceSummary(
        reviews.filter((review) => objectIds.has(review.objectId)),
        { ...request.params, range: result.applied.range, visiblePerLink: visible },
      );
      const { total, lastReplyDate, medianReplyHours, access } = result;
      const bySource = result.bySource
        .filter((source) => source.figures.reviewCount > 0)
        .map(({ sourceId, figures, latestReviewDate }) => ({ sourceId, figures, latestReviewDate }));
      const hiddenTotal = access?.hiddenTotal ?? null;
      expect({ request, total, lastReplyDate, medianReplyHours, bySource, hiddenTotal }).toEqual({
        request,
        ...expected,
      });
    }
  };

  const expectLanguagesAndReplyTimes = async (reviews: readonly ReferenceReview[], times: number): Promise<void> => {
    for (let time = 0; time < times; time += 1) {
      const request = { reader: pick(readers()), selection: randomSelection(), params: params([1, 0, 1.5, 4.35, 5]) };
      const { reader, selection } = request;
      const byLanguage = await analytics.languages(reader, selection, request.params);
      const most = pick([10_000, 10_000, 300, 60, 5, 0]);
      const summary = await replyTimes.summary(reader, selection, request.params, most);
      const objects = await replyTimes.objects(reader, selection, { ...request.params, limit: 1_000, offset: 0 }, most);
      const objectIds = new Set(summary.applied.objectIds);
      const question = {
        ...request.params,
        range: summary.applied.range,
        visiblePerLink: reader.entitlements.visibleReviewsPerLink,
      };
      const covered = reviews.filter((review) => objectIds.has(review.objectId));
      const withReviews = <T extends { readonly figures: ReplyTimeFigures }>(
        items: readonly T[],
        id: keyof T,
      ): object =>
        Object.fromEntries(items.filter(({ figures }) => figures.reviews > 0).map((item) => [item[id], item.figures]));
      const languages = Object.fromEntries(byLanguage.languages.map(({ language, figures }) => [language, figures]));
      const counts = byLanguage.languages.map(({ figures }) => figures.reviewCount);
      expect(counts).toEqual([...counts].sort((a, b) => b - a));
      expect({
        ...{ request, most },
        languages,
        total: summary.total,
        bySource: withReviews(summary.bySource, 'sourceId'),
        byObject: withReviews(objects.data, 'objectId'),
      }).toEqual({
        ...{ request, most },
        languages: referenceLanguages(covered, question),
        ...referenceReplyTimes(covered, question, most),
      });
    }
  };

  const expectSeries = async (reviews: readonly ReferenceReview[], times: number): Promise<void> => {
    for (let time = 0; time < times; time += 1) {
      const sourceIds = pick([[0], [0, 2], [1, 3], [2]]);
      const granularity = pick(GRANULARITIES);
      const seriesParams = { ...params([1, 1.5, 4.35, 5]), sourceIds, granularity };
      const from = randomDate();
      const request = {
        reader: pick(readers()),
        selection: randomSelection(),
        params: { ...seriesParams, published: { from, to: pick([from, '2026-12-31', '2027-01-03']) } },
      };
      if (from > request.params.published.to) continue;
      const result = await analytics.timeseries(request.reader, request.selection, request.params);
      const objectIds = new Set(result.applied.objectIds);
      const visible = request.reader.entitlements.visibleReviewsPerLink;
      const covered = reviews.filter((review) => objectIds.has(review.objectId));
      const expected = referenceSeries(covered, {
        ...request.params,
        range: result.applied.range,
        visiblePerLink: visible,
      });
      const series = result.series.map(({ sourceId, points }) => ({ sourceId, points }));
      expect({ request, series }).toEqual({ request, series: expected });
    }
  };

  /** Changes random reviews with SQL, without the services: edits, replies, deletions, curation, changed dates and purges. */
  const writeRandomly = async (): Promise<void> => {
    const whereInPart = (part: number): string =>
      `where account_id = $1 and id % 97 = any(array[${part}, ${part + 1}])`;
    const randomPart = (): number => Math.floor(random() * 96);
    const statements = [
      `update review set rating = 100 + (id * 7 % 401)::smallint ${whereInPart(randomPart())}`,
      `update review set rating = null ${whereInPart(randomPart())}`,
      `update review set review_date = review_date + interval '40 days' ${whereInPart(randomPart())}`,
      `update review set review_date = null ${whereInPart(randomPart())}`,
      `update review set reply_text = 'Thanks', reply_date = '2026-11-30' ${whereInPart(randomPart())}`,
      `update review set reply_text = null, reply_date = null ${whereInPart(randomPart())}`,
      `update review set deleted_at = now() ${whereInPart(randomPart())}`,
      `update review set deleted_at = null ${whereInPart(randomPart())}`,
      `update review set hidden_at = now(), pin_position = null, pinned_at = null ${whereInPart(randomPart())}`,
      `update review set hidden_at = null, pin_position = 1, pinned_at = now() ${whereInPart(randomPart())}`,
      `update review set text = null, images = null ${whereInPart(randomPart())}`,
      `update review set language = 'de' ${whereInPart(randomPart())}`,
      `update review set language = 'und', deleted_at = null ${whereInPart(randomPart())}`,
      `delete from review ${whereInPart(randomPart())}`,
    ];
    for (const statement of statements) await app.database.query(statement, [fixture.accountId]);
    const seeds = fixture.liveLinks.map((link) => ({
      ...link,
      reviewDate: `${randomDate()}T23:59:59`,
      rating: 4.5,
      language: 'en',
    }));
    await insertReviews(app.database, seeds);
  };

  it.each([0, 1, 2, 3])('equal a recount of the reviews in memory after %i rounds of writes', async (round) => {
    if (round > 0) await writeRandomly();
    const reviews = await readReference(app.database, fixture.accountId);
    await expectSummaries(reviews, 60);
    await expectSeries(reviews, 30);
    await expectLanguagesAndReplyTimes(reviews, 40);
    for (const table of COUNTER_TABLES) expect(await counters.mismatches(fixture.accountId, table)).toBe(0);
  });
});
