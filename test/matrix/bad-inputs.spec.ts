import { wholeChecksum } from '@test/support/matrix-checksum';
import { comparable, MatrixCaller, statusAndCodeOf, faultsLogged } from '@test/support/matrix-caller';
import { inParallel, type WireAnswer } from '@test/support/matrix-wire';
import { createResources, anAccountNamed, withMasterKey, UNKNOWN_IDS, type Ids } from '@test/support/matrix-harness';
import { seededRandom } from '@test/support/feed-harness';
import { OpenApiCheck } from '@test/support/openapi-check';
import { testApp, type TestApp } from '@test/support/test-app';
import { documentedInputs, type Parameter } from './documented-inputs';
import { PATH_IDS, PATH_NAMES, spellingsOf, valuesFor, type Outcome } from './input-classes';
import { callOf, isWrite, templateOf, type Call } from './route-table';

/** One request with its expected result. */
interface Case {
  readonly call: Call;
  readonly outcome: Outcome;
  readonly name: string;
  readonly without?: Call;
}

const REFUSALS: Readonly<Partial<Record<Outcome, string>>> = {
  400: '400 bad_request',
  404: '404 not_found',
  422: '422 validation_error',
};

// A test sends hundreds of requests, and the machine may be busy.
describe('bad inputs in paths and queries (contract §1.3)', () => {
  let app: TestApp;
  let check: OpenApiCheck;
  let caller: MatrixCaller;
  let ownIds: Ids;
  let inputs: readonly Parameter[];
  let sent = 0;
  const slow: string[] = [];

  beforeAll(async () => {
    app = await testApp({ environment: { HREV_RATE_LIMIT: '1000000' } });
    check = new OpenApiCheck(app.app);
    const account = await withMasterKey(app, await anAccountNamed(app, 'INPUTS'));
    ownIds = await createResources(app, account);
    caller = new MatrixCaller(app, account.full);
    inputs = documentedInputs(app).parameters.filter(({ row }) => row.access !== 'session');
  });

  afterAll(() => app?.close());

  const inputsIn = (place: Parameter['place']): readonly Parameter[] => inputs.filter((input) => input.place === place);

  /** A write with a valid query writes, so its refused queries have a test of their own. */
  const queriesOfReads = () => inputsIn('query').filter(({ row }) => !isWrite(row));

  async function problemsOf({ call, outcome, name, without }: Case): Promise<readonly string[]> {
    const answer = await caller.call(call);
    sent += 1;
    if (answer.ms > 20_000) slow.push(`${call.method} ${call.path.slice(0, 200)}: ${Math.round(answer.ms)} ms`);
    const problems = [
      ...check.problems({ ...call, ...answer }),
      ...(await faultsOf(answer, { call, outcome, name, ...(without ? { without } : {}) })),
    ];
    return problems.map((problem) => `${call.method} ${call.path.slice(0, 160)}: ${problem}`);
  }

  const plainAnswers = new Map<string, Promise<string>>();

  /** Requests the response of a plain call once, because no test of this file writes. */
  function plainAnswer(call: Call): Promise<string> {
    const name = JSON.stringify(call);
    const known = plainAnswers.get(name) ?? caller.call(call).then(comparable);
    plainAnswers.set(name, known);
    return known;
  }

  async function faultsOf(answer: WireAnswer, { outcome, name, without }: Case): Promise<readonly string[]> {
    const refusal = REFUSALS[outcome];
    if (answer.status >= 500) return [`internal error: ${answer.text}`];
    if (outcome === 'absent' && without)
      return comparable(answer) === (await plainAnswer(without))
        ? []
        : [`not the response without ${name}: ${answer.text.slice(0, 200)}`];
    if (outcome === 'fits') return /^422|bad_request/.test(statusAndCodeOf(answer)) ? [`refused: ${answer.text}`] : [];
    if (refusal === undefined) return [];
    if (statusAndCodeOf(answer) !== refusal) return [`${statusAndCodeOf(answer)} instead of ${refusal}`];
    return outcome === 422 && !answer.text.includes(name) ? [`the detail does not name ${name}: ${answer.text}`] : [];
  }

  /** Sends all cases, asserts that no table has changed, and returns the problems. */
  async function sendAll(cases: readonly Case[]): Promise<readonly string[]> {
    const before = await wholeChecksum(app.database);
    const problems = await inParallel(cases, 6, problemsOf);
    expect(await wholeChecksum(app.database)).toEqual(before);
    return problems.flat();
  }

  it('the documents have more than twenty ids in paths and more than fifty query parameters', () => {
    expect(inputsIn('path').length).toBeGreaterThan(20);
    expect(inputsIn('query').length).toBeGreaterThan(50);
    expect(inputsIn('query').filter(({ schema }) => valuesFor(schema) === null)).toEqual([]);
  });

  it('every class of path ids gives its documented response on every route, and writes nothing', async () => {
    const cases = inputsIn('path').flatMap(({ row, name, schema }) =>
      (schema.type === 'integer' ? PATH_IDS : PATH_NAMES).map(([value, outcome]): Case => {
        const filled = templateOf(row).replace(`{${name}}`, value);
        const path = filled.replace(/\{(\w+)\}/g, (_, other: string) =>
          String(UNKNOWN_IDS[row.path?.[other] ?? 'object']),
        );
        // No resource has these ids, except that an id may equal that of its parent.
        return { call: { ...callOf(row, UNKNOWN_IDS), path }, outcome, name };
      }),
    );
    expect(cases.length).toBeGreaterThan(900);
    expect(await sendAll(cases)).toEqual([]);
  });

  /** Returns a valid call of the route without the parameter, and a function that adds a query string to it. */
  function callWithout(parameter: Parameter): { readonly bare: Call; readonly add: (query: string) => Call } {
    const bare: { -readonly [K in keyof Call]: Call[K] } = callOf(
      {
        ...parameter.row,
        query: Object.fromEntries(
          Object.entries(parameter.row.query ?? {}).filter(([name]) => name !== parameter.name),
        ),
      },
      ownIds,
    );
    // Ids may be in the query or in the body, but not in both.
    if (parameter.row.bodyIdLists?.[parameter.name]) delete bare.body;
    return { bare, add: (query) => ({ ...bare, path: `${bare.path}${bare.path.includes('?') ? '&' : '?'}${query}` }) };
  }

  function casesOf(parameter: Parameter): readonly Case[] {
    const { name, schema, row } = parameter;
    const { bare, add } = callWithout(parameter);
    const refused = row.refusedValues?.[name] ?? [];
    const classes = (valuesFor(schema) ?? []).map(
      ([value, outcome]) => [value, refused.includes(value) ? 422 : outcome] as const,
    );
    const fit = classes.find(([, outcome]) => outcome === 'fits')?.[0] ?? '';
    const unusualSpellings = spellingsOf(name, fit, schema).map(([query, outcome]): Case => ({
      call: add(query),
      outcome: parameter.required && outcome === 'absent' ? 422 : outcome,
      name,
      without: bare,
    }));
    return [
      ...classes.map(([value, outcome]): Case => ({ call: add(`${name}=${value}`), outcome, name })),
      ...unusualSpellings,
    ];
  }

  it.each([
    ['v2', 900],
    ['v3', 1_600],
  ])(
    '%s: every class of query values gives its documented response on every route, and writes nothing',
    async (version, least) => {
      const cases = queriesOfReads()
        .filter(({ row }) => row.route.includes(` /${version}/`))
        .flatMap(casesOf);
      expect(cases.length).toBeGreaterThan(least);
      expect(await sendAll(cases)).toEqual([]);
    },
  );

  it('every refused class of query values gives its documented response on every write, and writes nothing', async () => {
    const cases = inputsIn('query')
      .filter(({ row }) => isWrite(row))
      .flatMap(casesOf)
      .filter(({ outcome }) => outcome === 400 || outcome === 422);
    expect(cases.length).toBeGreaterThan(50);
    expect(await sendAll(cases)).toEqual([]);
  });

  it('random queries of several parameters give 400 if unreadable and 422 if a value is invalid', async () => {
    const random = seededRandom(4_738);
    const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
    const routes = [...new Set(queriesOfReads().map(({ row }) => row))];
    const cases = Array.from({ length: 1_200 }, (): Case => {
      const row = pick(routes);
      const chosen = new Map<string, Outcome>();
      const parts = Array.from({ length: 4 }, () =>
        pick(inputsIn('query').filter((input) => input.row === row)),
      ).flatMap(({ name, schema }) => {
        if (chosen.has(name) || Object.keys(row.query ?? {}).includes(name)) return [];
        const [value, outcome] = pick((valuesFor(schema) ?? []).filter(([text]) => text.length < 2_000));
        chosen.set(name, outcome);
        return [`${name}=${value}`];
      });
      const outcomes = [...chosen.values()];
      const call = callOf(row, ownIds);
      const outcome = outcomes.includes(400) ? 400 : outcomes.includes(422) && !outcomes.includes('any') ? 422 : 'any';
      return {
        call: { ...call, path: `${call.path}${call.path.includes('?') ? '&' : '?'}${parts.join('&')}` },
        outcome,
        name: '',
      };
    });
    expect(await sendAll(cases)).toEqual([]);
  });

  it('after thousands of requests none was slow, no fault is logged, and the service is ready', async () => {
    expect(sent).toBeGreaterThan(4_500);
    expect(slow).toEqual([]);
    expect(faultsLogged(app)).toEqual([]);
    expect((await caller.call({ method: 'GET', path: '/health/read' })).body).toEqual({ status: 'ready' });
  });
});
