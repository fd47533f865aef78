import { describeAnalytics } from '../analytics-contract';
import { AnalyticsWorld, codeOf } from '../analytics-world';
import { V2_WORDS } from '../contract-client';

describe('v2: analytics', () => describeAnalytics(V2_WORDS));

describe('v2: required parameters of analytics', () => {
  let world: AnalyticsWorld;
  beforeAll(async () => {
    world = await AnalyticsWorld.make(V2_WORDS);
  });
  afterAll(() => world?.app.close());

  it('§4.7, §7.2: the summary needs group_id or folder_id', async () => {
    expect(codeOf(await world.get(''))).toEqual([400, 'group_or_folder_required']);
  });

  it('§4.8: the timeseries needs group_id, a missing field is 422', async () => {
    expect(codeOf(await world.get('/timeseries'))).toEqual([422, 'validation_error']);
    expect(codeOf(await world.get('/timeseries?folder_id=1'))).toEqual([422, 'validation_error']);
  });

  it('§4.13: ratings exist only in v3', async () => {
    expect(codeOf(await world.get(`/ratings?group_id=${world.objectId}`))).toEqual([404, 'not_found']);
  });
});
