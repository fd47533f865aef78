import { testApp, type TestApp } from '@test/support/test-app';
import { ContractClient, dataOf, type Json } from '../contract-client';

const STEAM = 'https://store.steampowered.com/app/620';
const OTHER_STEAM = 'https://store.steampowered.com/app/400';
const TRUSTPILOT = 'https://www.trustpilot.com/review/detect.example';

describe('v3: detection of the platforms of addresses (contract §4.6)', () => {
  let app: TestApp;
  let client: ContractClient;

  beforeAll(async () => {
    app = await testApp();
  });
  beforeEach(async () => {
    client = new ContractClient(app, 'v3', await app.anAccount({ plan: 'full' }));
  });
  afterAll(() => app.close());

  const detect = async (urls: readonly string[], objectId?: unknown): Promise<readonly Json[]> => {
    const answer = await client.post('/v3/links/detect', { urls, ...(objectId ? { object_id: objectId } : {}) });
    expect(answer.status).toBe(200);
    return dataOf(answer);
  };
  const codes = (results: readonly Json[]): unknown[] => results.map((result) => result['error_code']);

  it('returns the result of each address in request order, with the canonical address', async () => {
    expect(await detect([`${STEAM}/Portal_2/?l=german`, 'https://nowhere.example/x', 'no address'])).toEqual([
      {
        url: `${STEAM}/Portal_2/?l=german`,
        link_id: null,
        source_name: 'steam',
        link_name: null,
        error: null,
        error_code: null,
        canonical_url: STEAM,
        is_short: false,
      },
      expect.objectContaining({ error_code: 'source_not_detected', source_name: null, canonical_url: null }),
      expect.objectContaining({ error_code: 'source_url_invalid', error: expect.any(String), canonical_url: null }),
    ]);
  });

  it('decides each address by itself: pages of one platform may belong to different objects', async () => {
    expect(codes(await detect([STEAM, OTHER_STEAM, STEAM]))).toEqual([null, null, null]);
  });

  it("takes the object's links into account if object_id is given", async () => {
    const object = await client.post('/v3/objects', { name: 'o', links: [{ url: STEAM }] });
    expect(codes(await detect([STEAM, OTHER_STEAM, TRUSTPILOT], object.body['id']))).toEqual([
      'link_already_added',
      'source_already_linked',
      null,
    ]);
  });

  it('gives the outcome that adding the address has', async () => {
    const [detected] = await detect([TRUSTPILOT]);
    const created = await client.post('/v3/objects', { name: 'o', links: [{ url: TRUSTPILOT }] });
    const [added] = created.body['link_results'] as Json[];
    expect(detected).toEqual({ ...added, link_id: null, canonical_url: TRUSTPILOT, is_short: false });
  });

  it('names the platform of a refused address where its host is known, and marks a short address', async () => {
    const results = await detect(['https://www.trustpilot.com/about', 'https://maps.app.goo.gl/abcdef']);
    expect(results.map((result) => [result['source_name'], result['error_code'], result['is_short']])).toEqual([
      ['trustpilot', 'source_url_invalid', false],
      ['google', null, true],
    ]);
  });

  it('writes nothing', async () => {
    await detect([STEAM, TRUSTPILOT]);
    expect((await client.get('/v3/objects')).body['total']).toBe(0);
    const [row] = await app.database.query<{ n: number }>('select count(*) as n from link where account_id = $1', [
      client.account.accountId,
    ]);
    expect(row?.n).toBe(0);
  });

  it('returns the same 404 for an object of another account and for one that does not exist', async () => {
    const other = new ContractClient(app, 'v3', await app.anAccount({ plan: 'full' }));
    const foreign = await other.post('/v3/objects', { name: 'o' });
    const post = (id: unknown) => client.post('/v3/links/detect', { urls: [STEAM], object_id: id });
    const [theirs, missing] = [await post(foreign.body['id']), await post(9_007_199_254_740_000)];
    expect([theirs.status, missing.status]).toEqual([404, 404]);
    expect(theirs.body['code']).toBe(missing.body['code']);
  });

  it.each<[string, unknown]>([
    ['no address', []],
    ['201 addresses', Array.from({ length: 201 }, () => STEAM)],
    ['an empty address', ['']],
    ['an address of 2049 characters', ['x'.repeat(2049)]],
    ['a text', STEAM],
  ])('refuses %s with 422', async (_, urls) => {
    const answer = await client.post('/v3/links/detect', { urls } as Json);
    expect([answer.status, answer.body['code']]).toEqual([422, 'validation_error']);
  });

  it('accepts 200 addresses of 2048 characters', async () => {
    const long = `https://nowhere.example/${'x'.repeat(2048 - 24)}`;
    expect(await detect(Array.from({ length: 200 }, () => long))).toHaveLength(200);
  });
});
