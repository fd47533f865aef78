import { wholeChecksum } from '@test/support/matrix-checksum';
import { MatrixCaller, statusAndCodeOf } from '@test/support/matrix-caller';
import { createResources, anAccountNamed, type IdKind, type Ids } from '@test/support/matrix-harness';
import { testApp, type TestApp } from '@test/support/test-app';
import { callOf, KEYED_ROUTES, type RouteRow } from './route-table';

const OBJECT_AND_PARTS: readonly IdKind[] = ['object', 'link', 'review'];
const LINK_AND_PARTS: readonly IdKind[] = ['link', 'review'];

/** Every DELETE route with status 204, with the kinds of resources that it deletes (contract §4.6). */
const DELETED_KINDS: readonly (readonly [route: string, kinds: readonly IdKind[]])[] = [
  ['DELETE /v2/groups/{group_id}', OBJECT_AND_PARTS],
  ['DELETE /v3/objects/{object_id}', OBJECT_AND_PARTS],
  ['DELETE /v2/groups/{group_id}/links/{link_id}', LINK_AND_PARTS],
  ['DELETE /v3/objects/{object_id}/links/{link_id}', LINK_AND_PARTS],
  ['DELETE /v2/folders/{folder_id}', ['folder']],
  ['DELETE /v3/folders/{folder_id}', ['folder']],
  ['DELETE /v2/webhooks/{webhook_id}', ['webhook']],
  ['DELETE /v3/webhooks/{webhook_id}', ['webhook']],
  ['DELETE /v3/embeds/{embed_id}', ['embed']],
];

/** A removed import stays in its list, with the time of its removal (contract §4.22). */
const STAYS = 'DELETE /v3/review-imports/{import_id}';

/** With status 200, a DELETE stops something that stays in its list. */
const DELETES = KEYED_ROUTES.filter(
  (row) => row.access === 'write' && row.status === 204 && /^DELETE .*\}$/.test(row.route) && row.route !== STAYS,
);

function rowOfRoute(route: string): RouteRow {
  const row = KEYED_ROUTES.find((candidate) => candidate.route === route);
  if (!row) throw new Error(`${route} is not in the route table`);
  return row;
}

/** Returns the kinds of ids in a valid call of a route, those of the path first. */
function kindsIn(row: RouteRow): readonly IdKind[] {
  return Object.values({ ...row.path, ...row.query, ...row.bodyIdLists });
}

describe('resources after their deletion (contract §4.6)', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await testApp({ environment: { HREV_RATE_LIMIT: '1000000' } });
  });

  afterAll(() => app?.close());

  async function anOwner(): Promise<{ readonly caller: MatrixCaller; readonly ownIds: Ids }> {
    const account = await anAccountNamed(app, 'LEAVER');
    return { caller: new MatrixCaller(app, account.full), ownIds: await createResources(app, account) };
  }

  it('every DELETE route is tested', () =>
    expect(DELETED_KINDS.map(([route]) => route).sort()).toEqual(DELETES.map((row) => row.route).sort()));

  it.each(DELETED_KINDS)(
    '%s: every route with an id of %j gives 404, including a second DELETE',
    async (route, kinds) => {
      const { caller, ownIds } = await anOwner();
      expect((await caller.call(callOf(rowOfRoute(route), ownIds))).status).toBe(204);
      const before = await wholeChecksum(app.database);
      const reached = KEYED_ROUTES.filter(
        (row) => !['session', 'master'].includes(row.access) && kindsIn(row).some((k) => kinds.includes(k)),
      );
      // An embed is read by its token, not by its id.
      expect(reached.length).toBeGreaterThan(kinds.includes('embed') ? 1 : 3);
      for (const row of reached) {
        const [first] = kindsIn(row).filter((kind) => kinds.includes(kind));
        const expected = first === 'folder' ? '404 folder_not_found' : '404 not_found';
        expect([row.route, statusAndCodeOf(await caller.call(callOf(row, ownIds)))]).toEqual([row.route, expected]);
      }
      expect(await wholeChecksum(app.database)).toEqual(before);
    },
  );

  /** For each kind, a text that identifies it and the paths that list it. */
  const LISTED_AT: Readonly<Partial<Record<IdKind, readonly [text: string, paths: readonly string[]]>>> = {
    object: ['LEAVER object', ['/v2/groups', '/v3/objects', '/v2/folders', '/v3/folders']],
    link: ['www.google.com/maps', ['/v2/groups', '/v3/objects']],
    review: ['LEAVER text', ['/v3/reviews', '/v3/reviews?folder_id={folder}', '/v2/reviews?folder_id={folder}']],
    folder: ['LEAVER folder', ['/v2/folders', '/v3/folders']],
    webhook: ['/LEAVER', ['/v2/webhooks', '/v3/webhooks']],
    embed: ['"id":{embed},', ['/v3/embeds']],
  };

  it.each(DELETED_KINDS)('%s: no list and no feed contains %j after the deletion', async (route, kinds) => {
    const { caller, ownIds } = await anOwner();
    const places = kinds.flatMap((kind) => {
      const [text = '', paths = []] = LISTED_AT[kind] ?? [];
      const withId = text.replace('{embed}', String(ownIds.embed));
      return paths.map((path) => ({ text: withId, path: path.replace('{folder}', String(ownIds.folder)) }));
    });
    const listings = async (): Promise<readonly string[]> => {
      const answers = await Promise.all(places.map(({ path }) => caller.call({ method: 'GET', path })));
      return answers.map(({ status, text }, index) => `${status} ${text.includes(places[index]?.text ?? '')}`);
    };
    expect(places.length).toBeGreaterThan(kinds.includes('embed') ? 0 : 1);
    expect(new Set(await listings())).toEqual(new Set(['200 true']));
    expect((await caller.call(callOf(rowOfRoute(route), ownIds))).status).toBe(204);
    expect(new Set(await listings())).toEqual(new Set(['200 false']));
  });
});
