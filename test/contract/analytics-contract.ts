/** The contract of analytics (contract §4.7, §4.8, §4.13, §1.2), tested for each version. */
import { describeSummary } from './analytics-summary-contract';
import { describeTimeseries } from './analytics-timeseries-contract';
import { AnalyticsWorld } from './analytics-world';
import type { Words } from './contract-client';

export function describeAnalytics(words: Words): void {
  let world: AnalyticsWorld;
  beforeAll(async () => {
    world = await AnalyticsWorld.make(words);
  });
  afterAll(() => world?.app.close());

  describeSummary(words, () => world);
  describeTimeseries(words, () => world);
}
