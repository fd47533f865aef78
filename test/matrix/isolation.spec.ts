// cspell:ignore CANARYALPHA
import { accountChecksum, wholeChecksum } from '@test/support/matrix-checksum';
import { comparable, MatrixCaller, statusAndCodeOf } from '@test/support/matrix-caller';
import {
  createResources,
  anAccountNamed,
  UNKNOWN_IDS,
  UNKNOWN_ID,
  KINDS_WITHOUT_ROW,
  type IdKind,
  type Ids,
  type MatrixAccount,
} from '@test/support/matrix-harness';
import { seededRandom } from '@test/support/feed-harness';
import { testApp, type TestApp } from '@test/support/test-app';
import { callOf, isWrite, KEYED_ROUTES, type Call, type RouteRow } from './route-table';

const CANARY = 'CANARYALPHA';

/** A place for an id in a call: in the path, in the query, or in the body. */
interface Position {
  readonly row: RouteRow;
  readonly kind: IdKind;
  readonly name: string;
  /** Returns a valid call with the ids `ownIds`, but with the id `other` at this position. */
  call(ownIds: Ids, other: number): Call;
}

/** The routes that keys of B may use. Administration routes, which cover all accounts, are not among them. */
const CLIENT_ROUTES = KEYED_ROUTES.filter((row) => row.access !== 'session' && row.access !== 'master');

const POSITIONS: readonly Position[] = CLIENT_ROUTES.flatMap((row) => [
  ...Object.entries({ ...row.path, ...row.query }).map(([name, kind]) => ({
    row,
    kind,
    name,
    call: (ownIds: Ids, other: number) => callOf(row, { ...ownIds, [kind]: other }),
  })),
  ...Object.entries(row.alternativeQuery ?? {}).map(([name, kind]) => ({
    row,
    kind,
    name,
    call: (ownIds: Ids, other: number) => callOf({ ...row, query: { [name]: kind } }, { ...ownIds, [kind]: other }),
  })),
  ...Object.entries(row.bodyIdLists ?? {}).map(([name, kind]) => ({
    row,
    kind,
    name,
    call: (ownIds: Ids, other: number) => {
      const call = callOf(row, ownIds);
      return { ...call, body: { ...call.body, [name]: [ownIds[kind], other] } };
    },
  })),
  ...Object.entries({ ...row.bodyIds, ...row.optionalBodyIds }).map(([name, kind]) => ({
    row,
    kind,
    name,
    call: (ownIds: Ids, other: number) => {
      const call = callOf(row, ownIds);
      return { ...call, body: { ...call.body, [name]: other } };
    },
  })),
]);

/** Kinds that stay readable after their object is deleted. */
const READABLE_AFTER_DELETION: ReadonlySet<IdKind> = new Set(['run', 'import']);
const TESTED_POSITIONS = POSITIONS.filter(({ kind }) => !KINDS_WITHOUT_ROW.has(kind));
const title = ({ row, name }: Position): string => `${row.route}, ${name}`;
const missingResult = (kind: IdKind): string => (kind === 'folder' ? '404 folder_not_found' : '404 not_found');

// A test sends hundreds of requests, and the machine may be busy.
describe('isolation of accounts (contract §7.1, §1.3)', () => {
  let app: TestApp;
  let a: MatrixAccount;
  let b: MatrixAccount;
  let idsOfA: Ids;
  let caller: MatrixCaller;
  let checksumOfA: readonly string[];

  beforeAll(async () => {
    app = await testApp({ environment: { HREV_RATE_LIMIT: '1000000' } });
    a = await anAccountNamed(app, CANARY);
    b = await anAccountNamed(app, 'BRAVO');
    idsOfA = await createResources(app, a);
    const stored = await new MatrixCaller(app, a.full).call({
      method: 'POST',
      path: '/v3/objects',
      body: { name: CANARY },
      headers: [['Idempotency-Key', CANARY]],
    });
    expect(stored.status).toBe(201);
    checksumOfA = await accountChecksum(app.database, a.accountId);
    caller = new MatrixCaller(app, b.full);
  });

  afterAll(() => app?.close());

  async function createAndDelete(account: MatrixAccount): Promise<Ids> {
    const resources = await createResources(app, account);
    const { object, folder, webhook, listener, export: file } = resources;
    const webhooks = [webhook, listener].map((id) => `/v3/webhooks/${id}`);
    const paths = [`/v3/objects/${object}`, `/v3/folders/${folder}`, ...webhooks, `/v3/exports/${file}`];
    for (const path of paths) {
      const answer = await new MatrixCaller(app, account.full).call({ method: 'DELETE', path });
      expect(answer.status).toBe(204);
    }
    return resources;
  }

  it('the route table has ids in more than twenty positions', () =>
    expect(TESTED_POSITIONS.length).toBeGreaterThan(20));

  it.each(POSITIONS.map((position) => [title(position), position] as const))(
    '%s: ids of other accounts, missing and deleted ones give the same 404',
    async (_, position) => {
      const ownIds = await createResources(app, b);
      const deleted = await createAndDelete(b);
      const before = await wholeChecksum(app.database);
      const missing = await caller.call(position.call(ownIds, UNKNOWN_ID));
      expect(statusAndCodeOf(missing)).toBe(missingResult(position.kind));
      const others = KINDS_WITHOUT_ROW.has(position.kind)
        ? [UNKNOWN_ID - 1]
        : [
            idsOfA[position.kind],
            ...(READABLE_AFTER_DELETION.has(position.kind) ? [] : [deleted[position.kind]]),
            UNKNOWN_ID - 1,
          ];
      for (const other of others)
        expect(comparable(await caller.call(position.call(ownIds, other)))).toBe(comparable(missing));
      expect(await wholeChecksum(app.database)).toEqual(before);
    },
  );

  const CHILDREN = CLIENT_ROUTES.filter((row) => Object.keys(row.path ?? {}).length > 1);

  it.each(CHILDREN.map((row) => [row.route, row] as const))(
    '%s: an id under another parent of the same account gives the same 404',
    async (_, row) => {
      const [one, other] = [await createResources(app, b), await createResources(app, b)];
      const before = await wholeChecksum(app.database);
      const missing = await caller.call(callOf(row, UNKNOWN_IDS));
      const [parent = 'object'] = Object.values(row.path ?? {});
      for (const ids of [
        { ...one, [parent]: other[parent] },
        { ...other, [parent]: one[parent] },
        { ...idsOfA, [parent]: one[parent] },
        { ...one, [parent]: idsOfA[parent] },
      ]) {
        expect(comparable(await caller.call(callOf(row, ids)))).toBe(comparable(missing));
      }
      expect(await wholeChecksum(app.database)).toEqual(before);
    },
  );

  it.each(CLIENT_ROUTES.filter((row) => row.lists).map((row) => [row.route, row] as const))(
    '%s: ids of other accounts in a list of the query match nothing (contract §4.4)',
    async (_, row) => {
      const ownIds = await createResources(app, b);
      const { path } = callOf(row, ownIds);
      for (const [name, kind] of Object.entries(row.lists ?? {})) {
        const responseTo = async (ids: readonly number[]): Promise<string> =>
          comparable(await caller.call({ method: 'GET', path: `${path}&${name}=${ids.join(',')}` }));
        const alone = await responseTo([UNKNOWN_ID]);
        expect(alone).toContain('"data":[]');
        expect(await responseTo([idsOfA[kind]])).toBe(alone);
        expect(await responseTo([ownIds[kind], idsOfA[kind]])).toBe(await responseTo([ownIds[kind]]));
        const { [kind === 'unanswered' ? kind : 'review']: shown } = ownIds;
        expect(await responseTo([ownIds[kind]])).toMatch(new RegExp(`"(review_)?id":${shown}\\b`));
      }
    },
  );

  describe('writes of B', () => {
    it('B may use an Idempotency-Key of A and gets its own response (contract §4.1)', async () => {
      const send = () =>
        caller.call({
          method: 'POST',
          path: '/v3/objects',
          body: { name: 'Of B' },
          headers: [['Idempotency-Key', CANARY]],
        });
      const [first, second] = [await send(), await send()];
      expect(first).toMatchObject({ status: 201, body: { name: 'Of B', user_id: b.accountId } });
      expect(first.headers['idempotent-replayed']).toBeUndefined();
      expect(second).toMatchObject({ status: 201, text: first.text, headers: { 'idempotent-replayed': 'true' } });
    });

    it('every write with ids of A gives 404', async () => {
      for (const row of CLIENT_ROUTES.filter(
        (candidate) => isWrite(candidate) && (candidate.path ?? candidate.bodyIdLists),
      )) {
        expect([row.route, statusAndCodeOf(await caller.call(callOf(row, idsOfA)))]).toEqual([
          row.route,
          expect.stringMatching(/^404 (folder_)?not_found$/),
        ]);
      }
    });

    it('fields that the server owns give 422 in a body and change nothing', async () => {
      const ownIds = await createResources(app, b);
      const before = await wholeChecksum(app.database);
      for (const row of CLIENT_ROUTES.filter((candidate) => candidate.body !== undefined)) {
        const call = callOf(row, ownIds);
        for (const field of [
          'user_id',
          'account_id',
          'id',
          'created_at',
          'deleted_at',
          'failure_count',
          'object_id',
          'group_id',
          'scrape_status',
        ]) {
          // An id that the body may have is a reference, which the positions test.
          if ({ ...row.bodyIds, ...row.optionalBodyIds }[field] !== undefined) continue;
          const answer = await caller.call({ ...call, body: { ...call.body, [field]: a.accountId } });
          expect([row.route, field, statusAndCodeOf(answer)]).toEqual([row.route, field, '422 validation_error']);
        }
      }
      expect(await wholeChecksum(app.database)).toEqual(before);
    });

    it.each([
      ['object_limit_reached', { name: 'One more' }, 'trial', 3],
      ['object_creation_budget_exhausted', { name: 'One more' }, 'trial', 19],
    ] as const)('a creation that is refused with %s writes no row and no job', async (code, body, plan, objects) => {
      const account = await app.anAccount({ plan });
      const deletedAt = code === 'object_limit_reached' ? null : new Date();
      await app.database.query(
        `insert into tracked_object (account_id, name, deleted_at) select $1, 'Old', $2 from generate_series(1, $3)`,
        [account.accountId, deletedAt, objects],
      );
      const before = await wholeChecksum(app.database);
      const refused = new MatrixCaller(app, account.full);
      for (const headers of [[], [['Idempotency-Key', 'k']]] as const) {
        const answer = await refused.call({
          method: 'POST',
          path: '/v3/objects',
          body: { ...body, links: [{ url: 'https://www.trustpilot.com/review/x.example' }] },
          headers,
        });
        expect(statusAndCodeOf(answer)).toBe(`403 ${code}`);
      }
      expect(await wholeChecksum(app.database)).toEqual(before);
    });
  });

  it('B sends two thousand random reads with ids of A', async () => {
    const random = seededRandom(20_261_121);
    const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
    const randomFilter = () =>
      pick([
        '',
        'sort_by=rating',
        'sort_order=asc',
        'include_raw=true',
        'include_deleted=1',
        'show_hidden=true',
        'search=canary',
        'search=text',
        'min_rating=0',
        `link_ids=${idsOfA.link}`,
        `link_ids[]=${idsOfA.link}&link_ids[]=1`,
        'separate_pos_neg=true',
        'offset=1',
        'limit=1000',
        'has_reply=true',
      ]);
    const reads = CLIENT_ROUTES.filter((row) => !isWrite(row));
    const ownIds = await createResources(app, b);
    const bodies: Promise<unknown>[] = [];
    for (let count = 0; count < 2_000; count += 1) {
      const row = pick(reads);
      const { path } = callOf(
        row,
        pick([ownIds, idsOfA, { ...ownIds, link: idsOfA.link }, { ...idsOfA, object: ownIds.object }]),
      );
      bodies.push(
        caller.call({
          method: 'GET',
          path: `${path}${path.includes('?') ? '&' : '?'}${randomFilter()}&${randomFilter()}`,
        }),
      );
      if (bodies.length === 8) await Promise.all(bodies.splice(0));
    }
    await Promise.all(bodies);
  });

  describe('after all requests', () => {
    it('responses to A contain the canary', async () => {
      const owner = new MatrixCaller(app, a.full);
      for (const path of [
        '/v3/objects',
        `/v3/reviews?object_id=${idsOfA.object}&include_raw=true&search=canary`,
        `/v2/groups/${idsOfA.object}/links`,
      ])
        await owner.call({ method: 'GET', path });
      expect(owner.responsesWith(CANARY)).toMatchObject({ total: 3, matching: { length: 3 } });
    });

    it('no response to B contains the canary', () => {
      const { total, matching } = caller.responsesWith(CANARY);
      expect(total).toBeGreaterThan(2_000);
      expect(matching.map((raw) => raw.slice(0, 500))).toEqual([]);
    });

    it('no row of A has changed', async () =>
      expect(await accountChecksum(app.database, a.accountId)).toEqual(checksumOfA));
  });
});
