import { describeAnalytics } from '../analytics-contract';
import { AnalyticsFixture, codeOf } from '../analytics-fixture';
import { V2_API } from '../contract-client';

describe('v2: analytics', () => describeAnalytics(V2_API));

describe('v2: parameters of analytics', () => {
  let fixture: AnalyticsFixture;
  beforeAll(async () => {
    fixture = await AnalyticsFixture.create(V2_API);
  });
  afterAll(() => fixture?.app.close());

  it('contract §4.7, §7.2: the summary needs group_id or folder_id', async () => {
    expect(codeOf(await fixture.get(''))).toEqual([400, 'group_or_folder_required']);
  });

  it('contract §4.8: the timeseries needs group_id; without it the status is 422', async () => {
    expect(codeOf(await fixture.get('/timeseries'))).toEqual([422, 'validation_error']);
    expect(codeOf(await fixture.get('/timeseries?folder_id=1'))).toEqual([422, 'validation_error']);
  });

  it('contract §4.13: v2 has no ratings', async () => {
    expect(codeOf(await fixture.get(`/ratings?group_id=${fixture.objectId}`))).toEqual([404, 'not_found']);
  });
});
