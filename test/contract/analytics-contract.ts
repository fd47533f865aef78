/** The contract of analytics (contract §4.7, §4.8, §4.13, §1.2), tested for each version. */
import { describeSummary } from './analytics-summary-contract';
import { describeTimeseries } from './analytics-timeseries-contract';
import { AnalyticsFixture } from './analytics-fixture';
import type { ApiNames } from './contract-client';

export function describeAnalytics(api: ApiNames): void {
  let fixture: AnalyticsFixture;
  beforeAll(async () => {
    fixture = await AnalyticsFixture.create(api);
  });
  afterAll(() => fixture?.app.close());

  describeSummary(api, () => fixture);
  describeTimeseries(api, () => fixture);
}
