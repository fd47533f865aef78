import { OpenApiCheck } from '@test/support/openapi-check';
import { testApp, type TestApp } from '@test/support/test-app';
import { ContractClient, type Answer, type Json } from '../contract-client';

const TRUSTPILOT = 'https://www.trustpilot.com/review/pier.example';
const OTHER = 'https://www.trustpilot.com/review/bay.example';
const STEAM = 'https://store.steampowered.com/app/440';

/** Import of objects and links (contract §4.19: v3 only). */
describe('v3: imports', () => {
  let app: TestApp;
  let client: ContractClient;

  beforeAll(async () => {
    app = await testApp({ environment: { HREV_RATE_LIMIT: '1000000' } });
  });
  afterAll(() => app?.close());
  beforeEach(async () => {
    client = new ContractClient(app, 'v3', await app.anAccount());
  });

  const send = async (file: string, format = 'csv', query = ''): Promise<Answer> => {
    const answer = await client.post(`/v3/imports${query}`, { format, file });
    new OpenApiCheck(app.app).expect({ method: 'POST', path: '/v3/imports', ...answer });
    return answer;
  };
  const lines = async (file: string, format = 'csv', query = ''): Promise<readonly Json[]> =>
    (await send(file, format, query)).body['data'] as readonly Json[];
  const results = (of: readonly Json[]): readonly unknown[] => of.map(({ result }) => result);
  const stored = async (): Promise<readonly object[]> =>
    app.database.query(
      `select o.name, array(select l.url from link l where l.object_id = o.id and l.deleted_at is null order by l.id) as urls
       from tracked_object o where o.account_id = $1 order by o.id`,
      [client.account.accountId],
    );

  it.each<[format: string, file: string]>([
    ['csv', `name,url\nPier,${TRUSTPILOT} ${STEAM}\nBay,${OTHER}\nPier,${TRUSTPILOT}\n`],
    [
      'jsonl',
      [
        { name: 'Pier', urls: [TRUSTPILOT, STEAM] },
        { name: 'Bay', urls: [OTHER] },
        { name: 'Pier', urls: [TRUSTPILOT] },
      ]
        .map((line) => JSON.stringify(line))
        .join('\n'),
    ],
  ])('%s: a dry run says what the import then does, and a repeated import finds everything', async (format, file) => {
    const expected = ['created', 'created', 'present'];
    const dry = await lines(file, format, '?dry_run=true');
    expect(results(dry)).toEqual(expected);
    expect(dry.map((line) => line['object_id'])).toEqual([null, null, null]);
    expect(await stored()).toEqual([]);
    const real = await lines(file, format);
    expect(results(real)).toEqual(expected);
    expect(real[0]?.['object_id']).toBe(real[2]?.['object_id']);
    expect(await stored()).toEqual([
      { name: 'Pier', urls: [TRUSTPILOT, STEAM] },
      { name: 'Bay', urls: [OTHER] },
    ]);
    expect(results(await lines(file, format))).toEqual(['present', 'present', 'present']);
    expect(results(await lines(file, format, '?dry_run=true'))).toEqual(['present', 'present', 'present']);
    expect(await stored()).toHaveLength(2);
  });

  it('adds links to an object by its name or its id, and collects them', async () => {
    const { body } = await client.post('/v3/objects', { name: 'Pier', links: [{ url: TRUSTPILOT }] });
    const id = String(body['id']);
    const file = `object_id,name,url\n,Pier,${STEAM}\n`;
    for (const query of ['?dry_run=true', '']) {
      const [line] = await lines(file, 'csv', query);
      expect(line).toMatchObject({ line: 2, result: 'links_added', name: 'Pier', object_id: body['id'], error: null });
    }
    expect(await stored()).toEqual([{ name: 'Pier', urls: [TRUSTPILOT, STEAM] }]);
    const due = await app.database.query(
      'select from link_collection where object_id = $1 and next_run_at is not null',
      [body['id']],
    );
    expect(due).toHaveLength(2);
    expect(results(await lines(`object_id,name,url\n${id},Anything,${STEAM}\n`))).toEqual(['present']);
    expect(await stored()).toHaveLength(1);
  });

  it('a refused line has its code and affects no other one, in a dry run and for real', async () => {
    await client.post('/v3/objects', { name: 'Twice' });
    await client.post('/v3/objects', { name: 'Twice' });
    await client.post('/v3/objects', { name: 'Pier', links: [{ url: TRUSTPILOT }] });
    const foreign = new ContractClient(app, 'v3', await app.anAccount());
    const { body } = await foreign.post('/v3/objects', { name: 'Foreign' });
    const file = `object_id,name,url\n,Twice,${STEAM}\n${String(body['id'])},Foreign,${STEAM}\n,Pier,${OTHER}\n,,${STEAM}\n,Bay,https://nowhere.example/\n`;
    for (const query of ['?dry_run=true', '']) {
      const found = await lines(file, 'csv', query);
      expect(found.map(({ result, error_code: code }) => [result, code])).toEqual([
        ['refused', 'conflict'],
        ['refused', 'not_found'],
        ['refused', 'source_already_linked'],
        ['refused', 'validation_error'],
        ['created', null],
      ]);
      expect(found[4]?.['link_results']).toMatchObject([{ error_code: 'source_not_detected', link_id: null }]);
    }
  });

  it('a dry run says which other objects may be that of a line: by a page, or by the name of a new object', async () => {
    const { body: pier } = await client.post('/v3/objects', { name: 'Pier', links: [{ url: TRUSTPILOT }] });
    const foreign = new ContractClient(app, 'v3', await app.anAccount());
    await foreign.post('/v3/objects', { name: 'Bay', links: [{ url: OTHER }] });
    const { body: gone } = await client.post('/v3/objects', { name: 'BAY', links: [{ url: OTHER }] });
    await client.delete(`/v3/objects/${String(gone['id'])}`);
    const file = `name,url\nQuay,${TRUSTPILOT}\nPIER,\nBay,${OTHER}\nbay,${OTHER}/\nPier,${STEAM}\n`;
    const ofPier = { object_id: pier['id'], line: null, name: 'Pier' };
    const found = await lines(file, 'csv', '?dry_run=true');
    expect(found.map(({ similar }) => similar)).toEqual([
      [{ same: 'page', ...ofPier }],
      [{ same: 'name', ...ofPier }],
      ['page', 'name'].map((same) => ({ same, object_id: null, line: 5, name: 'bay' })),
      ['page', 'name'].map((same) => ({ same, object_id: null, line: 4, name: 'Bay' })),
      [],
    ]);
    for (const { similar } of await lines(file)) expect(similar).toEqual([]);
  });

  it('a cell may have several addresses, also without their scheme', async () => {
    const file = `name;url\nPier;"www.trustpilot.com/review/pier.example | ${STEAM}"\nBay;not known yet\n`;
    for (const query of ['?dry_run=true', '']) {
      const found = await lines(file, 'csv', query);
      expect(found.map((line) => (line['link_results'] as Json[]).map(({ url }) => url))).toEqual([
        [TRUSTPILOT, STEAM],
        ['not known yet'],
      ]);
    }
    expect(await stored()).toEqual([
      { name: 'Pier', urls: [TRUSTPILOT, STEAM] },
      { name: 'Bay', urls: [] },
    ]);
  });

  it('the limits of the plan are those of single calls', async () => {
    client = new ContractClient(app, 'v3', await app.anAccount({ plan: 'trial' }));
    const file = `name\n${['A', 'B', 'C', 'D', 'A'].join('\n')}\n`;
    for (const query of ['?dry_run=true', '']) {
      const found = await lines(file, 'csv', query);
      expect(found.map(({ result, error_code: code }) => [result, code])).toEqual([
        ['created', null],
        ['created', null],
        ['created', null],
        ['refused', 'object_limit_reached'],
        ['present', null],
      ]);
    }
    expect(await stored()).toHaveLength(3);
  });

  it('two imports of one file at the same time create each object once', async () => {
    const file = `name,url\n${Array.from({ length: 10 }, (_, n) => `Object ${n},${TRUSTPILOT}`).join('\n')}\n`;
    const both = await Promise.all([lines(file), lines(file)]);
    expect(both.flatMap(results).sort()).toEqual([
      ...Array.from({ length: 10 }, () => 'created'),
      ...Array.from({ length: 10 }, () => 'present'),
    ]);
    expect(await stored()).toHaveLength(10);
  });

  it.each<[what: string, file: string]>([
    ['no head', `Pier,${TRUSTPILOT}\n`],
    ['another column', 'name,page\nPier,x\n'],
    ['more than 1,000 lines', `name\n${'Pier\n'.repeat(1_001)}`],
  ])('a file with %s is refused as a whole', async (_, file) => {
    expect(await send(file)).toMatchObject({ status: 422, body: { code: 'validation_error' } });
    expect(await stored()).toEqual([]);
  });

  it('a dry run takes 5,000 lines', async () => {
    const file = (count: number): string =>
      `name,url\n${Array.from({ length: count }, (_, n) => `Inn ${n},www.trustpilot.com/review/${n}.example\n`).join('')}`;
    const found = results(await lines(file(5_000), 'csv', '?dry_run=true'));
    expect(found).toEqual(Array.from({ length: 5_000 }, () => 'created'));
    expect(await send(file(5_001), 'csv', '?dry_run=true')).toMatchObject({
      status: 422,
      body: { code: 'validation_error', detail: 'file: has 5001 lines; at most 5000 are imported at once' },
    });
  });

  it('needs a key that may write', async () => {
    const answer = await app.agent
      .post('/v3/imports?dry_run=true')
      .set('X-API-Key', client.account.readOnly)
      .send({ format: 'csv', file: 'name\nPier\n' });
    expect([answer.status, (answer.body as Json)['code']]).toEqual([403, 'forbidden']);
  });
});
