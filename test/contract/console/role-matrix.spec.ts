import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { proofNeeded, type DocumentedEndpoint, type DocumentedSession } from '@libs/http';
import { aMember, Browser, type Invited } from '@test/support/console-person';
import { wholeChecksum } from '@test/support/matrix-checksum';
import {
  anAccountNamed,
  createResources,
  UNKNOWN_ID,
  type Ids,
  type MatrixAccount,
} from '@test/support/matrix-harness';
import { testApp, type TestApp } from '@test/support/test-app';
import { OpenApiCheck } from '@test/support/openapi-check';
import { ROLE_TABLE, type RoleRow, type Who } from './role-table';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Caller = 'stranger without a session' | 'viewer' | 'member' | 'owner' | 'operator' | 'owner of another account';

const MEMBERS: readonly Caller[] = ['viewer', 'member', 'owner'];
const CALLERS: readonly Caller[] = ['stranger without a session', ...MEMBERS, 'operator', 'owner of another account'];
const OF_ACCOUNT: readonly Who[] = ['viewer', 'member', 'owner'];
const MISSING_ACCOUNT = 999_999_999;
const isConsole = ({ route }: RoleRow): boolean => route.includes(' /console/');
const methodOf = ({ route }: Pick<RoleRow, 'route'>): Method => route.split(' ')[0] as Method;
/** Bodies that are JSON, and responses without a body. */
const isDescribed = (type: string | undefined): boolean => type === undefined || type.includes('json');
const QUERY_ROUTES = /\/console\/api\/(events|media|reviews\.csv)/;

/** ASVS 5.0.0, 8.2.1-8.2.3 and 7.5.1, over every route of the console. */
describe('roles and routes of the console', () => {
  let app: TestApp;
  let check: OpenApiCheck;
  let account: MatrixAccount;
  let foreign: MatrixAccount;
  let operatorAccount: MatrixAccount;
  let ids: Ids;
  const people = new Map<Caller, Invited>();

  beforeAll(async () => {
    app = await testApp({ environment: { HREV_RATE_LIMIT: '1000000' } });
    check = new OpenApiCheck(app.app);
    [account, foreign, operatorAccount] = (await Promise.all(
      ['ALPHA', 'BETA', 'OPERATOR'].map((mark) => anAccountNamed(app, mark)),
    )) as [MatrixAccount, MatrixAccount, MatrixAccount];
    ids = await createResources(app, account);
    for (const role of ['viewer', 'member', 'owner'] as const)
      people.set(role, await aMember(app, account.accountId, role));
    people.set('owner of another account', await aMember(app, foreign.accountId, 'owner'));
    const operator = await aMember(app, operatorAccount.accountId, 'owner');
    await app.database.query('update person set is_operator = true where email = $1', [operator.email]);
    people.set('operator', operator);
  });
  afterAll(() => app?.close());

  const browserOf = (caller: Caller): Browser => people.get(caller)?.browser ?? new Browser(app);
  const ownAccount = (caller: Caller): number => {
    if (caller === 'owner of another account') return foreign.accountId;
    return caller === 'operator' ? operatorAccount.accountId : account.accountId;
  };
  /** The path with these ids in the order of the parameters; every other id is unknown. */
  const pathOf = ({ route, query }: RoleRow, accountId: number, inPath: readonly (number | string)[] = []): string => {
    const given = [...inPath];
    const path = (route.split(' ')[1] ?? '').replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      String(given.shift() ?? unknown(name)),
    );
    const parameters = [
      ...(QUERY_ROUTES.test(path) ? [`account_id=${accountId}`] : []),
      ...(query === undefined ? [] : [query]),
    ];
    return parameters.length === 0 ? path : `${path}?${parameters.join('&')}`;
  };
  const call = (caller: Caller, row: RoleRow, accountId: number, inPath?: readonly (number | string)[]) =>
    browserOf(caller).send(methodOf(row), pathOf(row, accountId, inPath), row.body ?? null, {
      'x-hrev-account': String(accountId),
      'x-request-id': 'the-same',
    });
  const withoutProof = (work: () => Promise<void>) => async () => {
    await app.database.query(`update session set proved_at = now() - interval '11 minutes'`);
    try {
      await work();
    } finally {
      await app.database.query('update session set proved_at = now()');
    }
  };
  /** Everything but the time of the last use of sessions. */
  const content = async (): Promise<readonly string[]> =>
    (await wholeChecksum(app.database)).filter((line) => !/^(session|person): /.test(line));

  describe('the table', () => {
    interface Declared {
      readonly endpoint: DocumentedEndpoint;
      readonly session: DocumentedSession | null;
    }
    let declared: ReadonlyMap<string, Declared>;
    beforeAll(() => {
      const { paths } = SwaggerModule.createDocument(app.app, new DocumentBuilder().build());
      const found = Object.entries(paths).flatMap(([path, item]) =>
        Object.entries(item as Record<string, Record<string, unknown>>).map(
          ([method, operation]) =>
            [
              `${method.toUpperCase()} ${path}`,
              {
                endpoint: operation['x-hrev-endpoint'] as DocumentedEndpoint,
                session: (operation['x-hrev-session'] as DocumentedSession | undefined) ?? null,
              },
            ] as const,
        ),
      );
      declared = new Map(
        found.filter(
          ([route, { endpoint }]) =>
            route.includes(' /console/api/') ||
            (route.includes(' /v3/') &&
              (endpoint.needsProof === true || endpoint.access === 'session' || endpoint.access === 'master')),
        ),
      );
    });

    it('has a row for each of these routes', () => {
      expect(ROLE_TABLE.map(({ route }) => route).sort()).toEqual([...declared.keys()].sort());
    });

    it('states what the guards of the routes declare', () => {
      const stated = ROLE_TABLE.map((row) => [row.route, row.guard ?? row.who, row.proof]);
      const guarded = ROLE_TABLE.map(({ route }) => {
        const { endpoint, session } = declared.get(route) as Declared;
        return [route, whoOf(endpoint, session), session?.needsProof ?? proofNeeded(endpoint, methodOf({ route }))];
      });
      expect(stated).toEqual(guarded);
    });

    function whoOf({ access, leastRole }: DocumentedEndpoint, session: DocumentedSession | null): Who {
      if (session !== null) {
        if (session.leastRole !== null) return session.leastRole;
        return session.stages.includes('full') ? 'person' : 'waiting';
      }
      if (access === 'master') return 'operator';
      if (access === 'session') return leastRole ?? 'owner';
      return access === 'write' ? 'member' : 'public';
    }
  });

  /** The status and code of a call in the account, by the table alone. */
  function expected(row: RoleRow, caller: Caller): string {
    const { who, status, guard } = row;
    if (who === 'public') return String(status);
    if (caller === 'stranger without a session') return '401 unauthorized';
    if (who === 'waiting') return '401 unauthorized';
    if (who === 'person') return String(status);
    if (who === 'operator') return caller === 'operator' ? String(status) : '403 forbidden';
    if (!MEMBERS.includes(caller)) return '404 not_found';
    const place = OF_ACCOUNT.indexOf(who);
    if (MEMBERS.indexOf(caller) >= place) return String(status);
    return guard === undefined || MEMBERS.indexOf(caller) < place ? '403 forbidden' : String(status);
  }

  it.each(CALLERS)('a %s gets what the table says, as documented, and changes nothing', async (caller) => {
    const before = await content();
    const problems: string[] = [];
    for (const row of ROLE_TABLE) {
      const answer = expected(row, caller);
      if (row.isSlow === true && answer === String(row.status)) continue;
      const accountId = row.who === 'operator' ? ownAccount(caller) : account.accountId;
      const { status, headers, body } = await call(caller, row, accountId);
      const { code } = body as { code?: string };
      const given = answer.includes(' ') ? `${status} ${code}` : String(status);
      if (given !== answer) problems.push(`${row.route}: ${status} ${code ?? ''} instead of ${answer}`);
      const checked = { method: methodOf(row), path: pathOf(row, accountId), status, headers, body };
      if (isConsole(row) && isDescribed(headers['content-type']))
        problems.push(...check.problems(checked).map((problem) => `${row.route}: ${problem}`));
    }
    expect(problems).toEqual([]);
    expect(await content()).toEqual(before);
  });

  it('a key opens none of the routes of sessions', async () => {
    const problems: string[] = [];
    for (const row of ROLE_TABLE.filter(({ who }) => who !== 'public' && who !== 'operator')) {
      const { status } = await browserOf('owner').send(
        methodOf(row),
        pathOf(row, account.accountId),
        row.body ?? null,
        {
          'x-hrev-account': String(account.accountId),
          'x-api-key': account.full,
        },
      );
      const answer = isConsole(row) ? 401 : row.who === 'member' ? row.status : 403;
      if (status !== answer) problems.push(`${row.route}: ${status} instead of ${answer}`);
    }
    expect(problems).toEqual([]);
  });

  describe('a proof (7.5.1, 7.5.2)', () => {
    const proven = ROLE_TABLE.filter(({ proof }) => proof);

    it(
      'is needed on every route that the table says, and without one nothing is changed',
      withoutProof(async () => {
        expect(proven.length).toBeGreaterThan(20);
        const before = await content();
        const problems: string[] = [];
        for (const row of proven) {
          const caller = row.who === 'operator' ? 'operator' : 'owner';
          const { status, body } = await call(caller, row, ownAccount(caller));
          const { code } = body as { code?: string };
          if (status !== 403 || code !== 'proof_required') problems.push(`${row.route}: ${status} ${code}`);
        }
        expect(problems).toEqual([]);
        expect(await content()).toEqual(before);
      }),
    );

    it.each<[string, RoleRow, Caller]>([
      [
        'a key of scope full',
        { ...rowOf('POST /v3/keys'), body: { name: 'New', scope: 'full' }, status: 403 },
        'owner',
      ],
      [
        'the plan of an account',
        { ...rowOf('PATCH /v3/admin/accounts/{account_id}'), body: { plan: 'full' }, status: 403 },
        'operator',
      ],
      [
        'a key of any account',
        { ...rowOf('POST /v3/admin/accounts/{account_id}/keys'), body: { scope: 'full' }, status: 403 },
        'operator',
      ],
    ])('is needed for %s', (_, row, caller) =>
      withoutProof(async () => {
        const before = await content();
        const { status, body } = await call(caller, row, ownAccount(caller), [foreign.accountId]);
        expect([status, (body as { code: string }).code]).toEqual([403, 'proof_required']);
        expect(await content()).toEqual(before);
      })(),
    );
  });

  describe('resources of another account (8.2.2)', () => {
    const ofAccount = ROLE_TABLE.filter(({ who }) => OF_ACCOUNT.includes(who));

    it('an account of which the person is not a member is answered like one that does not exist, byte for byte', async () => {
      const differing: string[] = [];
      for (const row of ofAccount)
        for (const caller of ['owner of another account', 'operator'] as const) {
          const [existing, missing] = [account.accountId, MISSING_ACCOUNT].map((id) => call(caller, row, id));
          const [a, b] = [await existing, await missing];
          if (a?.status !== 404 || bytesOf(a) !== bytesOf(b)) differing.push(`${row.route}: ${a?.text} ${b?.text}`);
        }
      expect(differing).toEqual([]);
    });

    it('ids of another account are answered like ids that do not exist, byte for byte, and nothing is changed', async () => {
      const of = await foreignIds();
      const before = await content();
      const differing: string[] = [];
      for (const [route, inPath] of Object.entries(of.paths)) {
        const body = of.bodies[route];
        const row = body === undefined ? rowOf(route) : { ...rowOf(route), body };
        const a = await call('owner of another account', row, foreign.accountId, inPath);
        const b = await call('owner of another account', row, foreign.accountId);
        if (a.status !== 404 || bytesOf(a) !== bytesOf(b))
          differing.push(`${route}: ${a.status} ${a.text} ${b.status} ${b.text}`);
      }
      expect(differing).toEqual([]);
      expect(await content()).toEqual(before);
      const withIds = ROLE_TABLE.filter(
        ({ route, who }) => route.includes('{') && (OF_ACCOUNT.includes(who) || who === 'person'),
      );
      expect(Object.keys(of.paths).sort()).toEqual(withIds.map(({ route }) => route).sort());
    });

    it.each([
      ['attention?scope=object:', 'the object of a scope'],
      ['attention?scope=folder:', 'the folder of a scope'],
    ])('%s does not open %s of another account', async (path) => {
      const id = path.includes('object') ? ids.object : ids.folder;
      const answers = [];
      for (const given of [id, UNKNOWN_ID])
        answers.push(
          await browserOf('owner of another account').send('GET', `/console/api/${path}${given}`, null, {
            'x-hrev-account': String(foreign.accountId),
          }),
        );
      expect([answers[0]?.status, answers[0]?.text]).toEqual([404, answers[1]?.text]);
    });

    it('the export does not contain the object of another account', async () => {
      const export_ = (objectId: number) =>
        browserOf('owner of another account').send(
          'GET',
          `/console/api/reviews.csv?account_id=${foreign.accountId}&object_id=${objectId}`,
        );
      const [a, b] = [await export_(ids.object), await export_(UNKNOWN_ID)];
      expect([a.status, a.text]).toEqual([404, b.text]);
    });
  });

  /** The ids of things of the account by the route that names them, and bodies with which the route reads them. */
  async function foreignIds(): Promise<{
    readonly paths: Readonly<Record<string, readonly (number | string)[]>>;
    readonly bodies: Readonly<Record<string, object>>;
  }> {
    const owner = browserOf('owner');
    const inAccount = { 'x-hrev-account': String(account.accountId) };
    const made = async (path: string, body: object): Promise<number> => {
      const answer = await owner.send('POST', `/console/api/${path}`, body, inAccount);
      expect([path, answer.status]).toEqual([path, 201]);
      return (answer.body as { id: number }).id;
    };
    const one = async (sql: string, parameters: readonly unknown[] = []): Promise<number> => {
      const [found] = await app.database.query<{ id: number }>(sql, parameters);
      if (found === undefined) throw new Error(`no row: ${sql}`);
      return found.id;
    };
    const emailOf = (caller: Caller): string => people.get(caller)?.email ?? '';
    const person = await one('select id from person where email = $1', [emailOf('viewer')]);
    const ownerId = await one('select id from person where email = $1', [emailOf('owner')]);
    const view = await made('views', { name: 'Shared', path: 'reviews', query: '', shared: true });
    const template = await made('reply-templates', { name: 'Thanks', text: 'Thank you' });
    const invitation = await made('invitations', { email: 'new@harbor.example', role: 'viewer' });
    const connection = await one('select id from platform_connection where account_id = $1', [account.accountId]);
    const session = await one('select id from session where person_id = $1 limit 1', [ownerId]);
    const factor = await one('select id from factor where person_id = $1', [ownerId]);
    const flow = await one(
      `insert into consent_flow (account_id, source_id, person_id, session_id, state_digest, client_id, redirect_uri, state)
       select $1, id, $2, $3, sha256('state'), 'client', 'http://localhost', 'ready' from source where slug = 'google' returning id`,
      [account.accountId, ownerId, session],
    );
    await one(
      `insert into request_log (account_id, at, request_id, key_id, method, route, path, status, ms, is_body_cut)
       values ($1, now(), 'import-7', $2, 'GET', '/v3/objects', '/v3/objects', 200, 1, false) returning id`,
      [account.accountId, account.fullKeyId],
    );
    return {
      paths: {
        'POST /console/api/me/factors/{factor_id}/confirm': [factor],
        'PATCH /console/api/me/factors/{factor_id}': [factor],
        'DELETE /console/api/me/factors/{factor_id}': [factor],
        'DELETE /console/api/sessions/{session_id}': [session],
        'PATCH /console/api/views/{view_id}': [view],
        'DELETE /console/api/views/{view_id}': [view],
        'PATCH /console/api/reply-templates/{template_id}': [template],
        'DELETE /console/api/reply-templates/{template_id}': [template],
        'GET /console/api/reviews/{review_id}/answering': [ids.review],
        'PUT /console/api/reviews/{review_id}/writing': [ids.review],
        'GET /console/api/requests/{request_id}': ['import-7'],
        'GET /console/api/members/{person_id}': [person],
        'PATCH /console/api/members/{person_id}': [person],
        'DELETE /console/api/members/{person_id}': [person],
        'DELETE /console/api/members/{person_id}/keys': [person],
        'DELETE /console/api/invitations/{invitation_id}': [invitation],
        'GET /console/api/media/{review_id}/{n}': [ids.review, 1],
        'DELETE /v3/keys/{key_id}': [account.fullKeyId],
        'DELETE /v3/connections/{connection_id}': [connection],
        'POST /v3/connections/{connection_id}/check': [connection],
        'GET /v3/connections/oauth/{flow_id}': [flow],
        'POST /v3/connections/oauth/{flow_id}/attach': [flow],
      },
      bodies: {
        'POST /console/api/me/factors/{factor_id}/confirm': { code: '000000' },
        'PATCH /console/api/me/factors/{factor_id}': { name: 'Mine' },
        'PATCH /console/api/views/{view_id}': { name: 'Mine' },
        'PATCH /console/api/reply-templates/{template_id}': { name: 'Mine' },
        'PATCH /console/api/members/{person_id}': { role: 'viewer' },
        'POST /v3/connections/oauth/{flow_id}/attach': {
          pairs: [{ card: 'accounts/1/locations/1', object_id: ids.object }],
        },
      },
    };
  }
});

function rowOf(route: string): RoleRow {
  const row = ROLE_TABLE.find((candidate) => candidate.route === route);
  if (row === undefined) throw new Error(`the table has no row ${route}`);
  return row;
}

/** An id that no row has, or a name that nothing has. */
function unknown(name: string): number | string {
  if (name === 'slug') return 'nowhere';
  if (name === 'job_id') return 'mail-1';
  return name === 'n' ? 1 : name === 'request_id' ? 'unknown' : UNKNOWN_ID;
}

/** The status, the headers that say something, and the body. */
function bytesOf(answer: { status: number; headers: Record<string, string>; text: string } | undefined): string {
  const { date: _date, ...headers } = answer?.headers ?? {};
  const told = Object.entries(headers).filter(([name]) => !name.startsWith('ratelimit'));
  return JSON.stringify([answer?.status, told, answer?.text]);
}
