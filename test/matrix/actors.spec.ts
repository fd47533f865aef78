import { accountChecksum, wholeChecksum } from '@test/support/matrix-checksum';
import { codeOf, comparable, MatrixCaller, statusAndCodeOf, type CallToSend } from '@test/support/matrix-caller';
import {
  createResources,
  anAccountNamed,
  tenActors,
  UNKNOWN_IDS,
  type Actor,
  type MatrixAccount,
} from '@test/support/matrix-harness';
import { OpenApiCheck } from '@test/support/openapi-check';
import { testApp, type TestApp } from '@test/support/test-app';
import { callOf, isWrite, KEYED_ROUTES, methodOf, type RouteRow } from './route-table';

/** Returns the expected refusal by the access of the route and the status of the caller, or null (contract §5, §1.2). */
function refusalOf(row: RouteRow, actor: Actor): string | null {
  if (actor.access === 'none') return '401 unauthorized';
  if (actor.access === 'suspended' && !row.evenWhenSuspended) return '402 payment_required';
  if (row.access === 'session') return '403 session_required';
  if (row.access === 'propose' && actor.access === 'read_only') return '403 forbidden';
  if (row.access === 'write' && ['read_only', 'propose'].includes(actor.access)) return '403 forbidden';
  if (row.access === 'master' && actor.access !== 'master') return '403 forbidden';
  return null;
}

const NAMES = [
  'no key',
  'malformed key',
  'revoked key',
  'read_only of A',
  'propose of A',
  'full of A',
  'read_only of B',
  'full of B',
  'full of a suspended account',
  'master of A',
];

// A test sends hundreds of requests, and the machine may be busy.
describe('actors and routes (contract §5)', () => {
  let app: TestApp;
  let check: OpenApiCheck;
  let a: MatrixAccount;
  let actors: readonly Actor[];
  let callers = 0;

  beforeAll(async () => {
    app = await testApp({ environment: { HREV_RATE_LIMIT: '1000000' } });
    check = new OpenApiCheck(app.app);
    a = await anAccountNamed(app, 'ALPHA');
    actors = await tenActors(app, a, await anAccountNamed(app, 'BRAVO'));
  });

  afterAll(() => app?.close());

  function actorOf(name: string): Actor {
    const actor = actors.find((candidate) => candidate.name === name);
    if (!actor) throw new Error(`there is no actor ${name}`);
    return actor;
  }

  function callerOf(actor: Actor): MatrixCaller {
    callers += 1;
    return new MatrixCaller(app, actor.key);
  }

  it.each(NAMES)('%s gets the status or the refusal of every route, with ids of its account', async (name) => {
    const actor = actorOf(name);
    const wrong: string[] = [];
    let resources = await createResources(app, actor.account);
    for (const row of KEYED_ROUTES) {
      const call = callOf(row, resources);
      const answer = await callerOf(actor).call(call);
      const refusal = refusalOf(row, actor);
      // Only a write that is accepted changes the resources.
      if (isWrite(row) && refusal === null) resources = await createResources(app, actor.account);
      const given = statusAndCodeOf(answer);
      if (refusal === null ? answer.status !== row.status : given !== refusal)
        wrong.push(`${row.route}: ${given} and not ${refusal ?? row.status}`);
      wrong.push(...check.problems({ ...call, ...answer }).map((problem) => `${row.route}: ${problem}`));
    }
    expect(wrong).toEqual([]);
    expect(callers).toBeGreaterThan(30);
  });

  // Order of checks (contract §1.3): 401, 402 and 403, then 400 and 422 for the input, then 404 for ids.
  it.each(NAMES)('%s is refused before the input and the ids are checked', async (name) => {
    const actor = actorOf(name);
    const wrong: string[] = [];
    const before = await wholeChecksum(app.database);
    for (const row of KEYED_ROUTES) {
      const refusal = refusalOf(row, actor);
      if (refusal === null) continue;
      const call = callOf(row, UNKNOWN_IDS);
      const invalidCalls: readonly CallToSend[] = [
        call,
        ...(isWrite(row)
          ? [
              { ...call, body: '{"broken":' },
              { ...call, body: { unknown: 1 } },
            ]
          : []),
        { ...call, path: call.path.replace(String(UNKNOWN_IDS.object), '%ff') },
        { ...call, path: `${call.path}${call.path.includes('?') ? '&' : '?'}limit=x&limit=y&group_id=0` },
      ];
      for (const one of invalidCalls) {
        const answer = await callerOf(actor).call(one);
        if (statusAndCodeOf(answer) !== refusal)
          wrong.push(
            `${row.route} (${one.path} ${JSON.stringify(one.body)}): ${statusAndCodeOf(answer)} and not ${refusal}`,
          );
      }
    }
    expect(wrong).toEqual([]);
    expect(await wholeChecksum(app.database)).toEqual(before);
  });

  it('all invalid keys get the same response (contract §5.1)', async () => {
    const answers = new Set<string>();
    for (const actor of actors.filter(({ access }) => access === 'none')) {
      for (const row of KEYED_ROUTES.filter((candidate) => methodOf(candidate) === 'GET'))
        answers.add(comparable(await callerOf(actor).call(callOf(row, UNKNOWN_IDS))));
    }
    expect([...answers]).toEqual([expect.stringContaining('"code":"unauthorized"')]);
  });

  it('a read_only key changes no row of its account', async () => {
    const before = await accountChecksum(app.database, a.accountId);
    const resources = await createResources(app, a);
    const checksumWithResources = await accountChecksum(app.database, a.accountId);
    const caller = callerOf(actorOf('read_only of A'));
    for (const row of KEYED_ROUTES.filter((candidate) => candidate.access === 'write')) {
      expect([row.route, codeOf(await caller.call(callOf(row, resources)))]).toEqual([row.route, 'forbidden']);
    }
    expect(checksumWithResources).not.toEqual(before);
    expect(await accountChecksum(app.database, a.accountId)).toEqual(checksumWithResources);
  });
});
