import { wholeChecksum } from '@test/support/matrix-checksum';
import { MatrixCaller, verdictOf } from '@test/support/matrix-caller';
import { aHolding, anAccountMarked, type IdKind, type Ids } from '@test/support/matrix-world';
import { testApp, type TestApp } from '@test/support/test-app';
import { callOf, KEYED_ROUTES, type RouteRow } from './route-table';

const OBJECT_GOES: readonly IdKind[] = ['object', 'link', 'review'];
const LINK_GOES: readonly IdKind[] = ['link', 'review'];

/** Every DELETE of the table, with the kinds that it deletes along with its target (contract §4.6). */
const FAMILIES: readonly (readonly [route: string, kinds: readonly IdKind[]])[] = [
  ['DELETE /v2/groups/{group_id}', OBJECT_GOES],
  ['DELETE /v3/objects/{object_id}', OBJECT_GOES],
  ['DELETE /v2/groups/{group_id}/links/{link_id}', LINK_GOES],
  ['DELETE /v3/objects/{object_id}/links/{link_id}', LINK_GOES],
  ['DELETE /v2/folders/{folder_id}', ['folder']],
  ['DELETE /v3/folders/{folder_id}', ['folder']],
  ['DELETE /v2/webhooks/{webhook_id}', ['webhook']],
  ['DELETE /v3/webhooks/{webhook_id}', ['webhook']],
];

const DELETES = KEYED_ROUTES.filter((row) => row.access === 'write' && /^DELETE .*\}$/.test(row.route));

function rowOfFamily(route: string): RouteRow {
  const row = KEYED_ROUTES.find((candidate) => candidate.route === route);
  if (!row) throw new Error(`${route} is not in the table`);
  return row;
}

/** The kinds of ids that a valid call to a route contains, those of the path first. */
function kindsIn(row: RouteRow): readonly IdKind[] {
  return Object.values({ ...row.path, ...row.query, ...row.bodyIds });
}

// Hundreds of requests a test, on machines that may be busy.
describe('use after a deletion (contract §4.6)', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await testApp({ environment: { HREV_RATE_LIMIT: '1000000' } });
  });

  afterAll(() => app?.close());

  async function aLeaver(): Promise<{ readonly caller: MatrixCaller; readonly own: Ids }> {
    const account = await anAccountMarked(app, 'LEAVER');
    return { caller: new MatrixCaller(app, account.full), own: await aHolding(app, account) };
  }

  it('every DELETE has its family', () =>
    expect(FAMILIES.map(([route]) => route).sort()).toEqual(DELETES.map((row) => row.route).sort()));

  it.each(FAMILIES)('%s: every route that names %j of it answers 404, a second DELETE too', async (route, kinds) => {
    const { caller, own } = await aLeaver();
    expect((await caller.call(callOf(rowOfFamily(route), own))).status).toBe(204);
    const before = await wholeChecksum(app.database);
    const reached = KEYED_ROUTES.filter(
      (row) => !['session', 'master'].includes(row.access) && kindsIn(row).some((k) => kinds.includes(k)),
    );
    expect(reached.length).toBeGreaterThan(3);
    for (const row of reached) {
      const [first] = kindsIn(row).filter((kind) => kinds.includes(kind));
      const expected = first === 'folder' ? '404 folder_not_found' : '404 not_found';
      expect([row.route, verdictOf(await caller.call(callOf(row, own)))]).toEqual([row.route, expected]);
    }
    expect(await wholeChecksum(app.database)).toEqual(before);
  });

  /** A text that identifies each kind, and the paths that list it. */
  const SHOWN: Readonly<Partial<Record<IdKind, readonly [text: string, paths: readonly string[]]>>> = {
    object: ['LEAVER object', ['/v2/groups', '/v3/objects', '/v2/folders', '/v3/folders']],
    link: ['www.google.com/maps', ['/v2/groups', '/v3/objects']],
    review: ['LEAVER text', ['/v3/reviews', '/v3/reviews?folder_id={folder}', '/v2/reviews?folder_id={folder}']],
    folder: ['LEAVER folder', ['/v2/folders', '/v3/folders']],
    webhook: ['/LEAVER', ['/v2/webhooks', '/v3/webhooks']],
  };

  it.each(FAMILIES)('%s: no list and no feed contains %j afterwards', async (route, kinds) => {
    const { caller, own } = await aLeaver();
    const places = kinds.flatMap((kind) => {
      const [text = '', paths = []] = SHOWN[kind] ?? [];
      return paths.map((path) => ({ text, path: path.replace('{folder}', String(own.folder)) }));
    });
    const seen = async (): Promise<readonly string[]> => {
      const answers = await Promise.all(places.map(({ path }) => caller.call({ method: 'GET', path })));
      return answers.map(({ status, text }, index) => `${status} ${text.includes(places[index]?.text ?? '')}`);
    };
    expect(places.length).toBeGreaterThan(1);
    expect(new Set(await seen())).toEqual(new Set(['200 true']));
    expect((await caller.call(callOf(rowOfFamily(route), own))).status).toBe(204);
    expect(new Set(await seen())).toEqual(new Set(['200 false']));
  });
});
