import { feedHarness, manyObjectsHarness, seededRandom, type FeedHarness } from '@test/support/feed-harness';
import { testApp, type TestApp } from '@test/support/test-app';
import { AnalyticsService } from './analytics.service';
import type { CountParams, Reader } from './counted-scopes';
import { ObjectFiguresService, type ObjectFigures } from './object-figures.service';

/** Seed of the random data; printed with every failure and settable to repeat the run. */
const SEED = Number(process.env['ANALYTICS_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const WHOLE = { compared: null, sortBy: 'review_count', sortOrder: 'desc', limit: 1_000, offset: 0 } as const;

describe(`figures by object (contract §4.7; ANALYTICS_SEED=${SEED})`, () => {
  const random = seededRandom(SEED);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  let app: TestApp;
  let harnesses: readonly FeedHarness[];
  let analytics: AnalyticsService;
  let figures: ObjectFiguresService;

  beforeAll(async () => {
    app = await testApp();
    analytics = app.app.get(AnalyticsService, { strict: false });
    figures = app.app.get(ObjectFiguresService, { strict: false });
    harnesses = [
      await feedHarness(app.database, 1_500, random),
      await manyObjectsHarness(app.database, [400, 300, 90, 20, 3, 1, 0, 5], random),
    ];
  });
  afterAll(() => app?.close());

  const readerOf = (accountId: number): Reader => ({
    accountId,
    entitlements: {
      objectCeiling: 1,
      allowedSources: null,
      canPublishReplies: true,
      trialRepliesPerSource: null,
      visibleReviewsPerLink: pick([null, null, 15]),
    },
  });

  const ranges = (): CountParams['published'] =>
    pick([
      {},
      {},
      { from: '2026-10-25', to: '2026-11-24' },
      { from: '2025-11-25', to: '2026-11-24' },
      { from: '2024-02-29' },
      { to: '2023-06-15' },
      { from: '2000-01-01' },
      { from: '2999-01-01' },
    ]);

  const params = (): CountParams => ({
    published: ranges(),
    minRating: pick([1, 1, 0, 1.5]),
    maxRating: pick([5, 5, 3]),
    sourceIds: pick([[], [], [1], [2, 3], [77]]),
  });

  it('equal the summary of each object alone, for the range and for the compared range', async () => {
    for (let time = 0; time < 25; time += 1) {
      const reader = readerOf(pick(harnesses).accountId);
      const request = params();
      const compared = pick([null, ranges()]);
      const page = await figures.page(reader, { kind: 'account' }, { ...WHOLE, ...request, compared });
      const account = await analytics.summary(reader, { kind: 'account' }, request);
      expect(page.data.map((item) => item.objectId).sort((a, b) => a - b)).toEqual(account.applied.objectIds);
      for (const item of page.data) {
        const selection = { kind: 'object', objectId: item.objectId } as const;
        const alone = await analytics.summary(reader, selection, request);
        const before = compared && (await analytics.summary(reader, selection, { ...request, published: compared }));
        expect({ request, compared, figures: item.figures, before: item.before }).toEqual({
          request,
          compared,
          figures: alone.total,
          before: before && before.total,
        });
      }
    }
  });

  it('are paged in every order without a gap or a repetition', async () => {
    const reader = readerOf((harnesses[1] as FeedHarness).accountId);
    const sorts = ['name', 'avg_rating', 'avg_rating_change', 'total_with_reply', 'completeness'] as const;
    for (const sortBy of sorts) {
      const request = {
        ...WHOLE,
        ...params(),
        compared: { to: '2025-01-01' },
        sortBy,
        sortOrder: pick(['asc', 'desc'] as const),
      };
      const whole = await figures.page(reader, { kind: 'account' }, request);
      const pages: ObjectFigures[] = [];
      for (let offset = 0; offset < whole.total; offset += 3) {
        const page = await figures.page(reader, { kind: 'account' }, { ...request, limit: 3, offset });
        expect([page.total, page.has_next]).toEqual([8, offset + 3 < 8]);
        pages.push(...page.data);
      }
      expect(pages).toEqual(whole.data);
    }
  });
});
