import { wholeChecksum } from '@test/support/matrix-checksum';
import { comparable, MatrixCaller, verdictOf, faultsLogged } from '@test/support/matrix-caller';
import { inParallel, type WireAnswer } from '@test/support/matrix-wire';
import { aHolding, anAccountMarked, withMasterKey, UNKNOWN_IDS, type Ids } from '@test/support/matrix-world';
import { seededRandom } from '@test/support/feed-world';
import { OpenApiCheck } from '@test/support/openapi-check';
import { testApp, type TestApp } from '@test/support/test-app';
import { documentedInputs, type Parameter } from './documented-inputs';
import { PATH_IDS, spellingsOf, valuesFor, type Outcome } from './input-classes';
import { callOf, templateOf, type Call } from './route-table';

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

// Hundreds of requests a test, on machines that may be busy.
describe('bad inputs in paths and queries (contract §1.3)', () => {
  let app: TestApp;
  let check: OpenApiCheck;
  let caller: MatrixCaller;
  let own: Ids;
  let inputs: readonly Parameter[];
  let sent = 0;
  const slow: string[] = [];

  beforeAll(async () => {
    app = await testApp({ environment: { HREV_RATE_LIMIT: '1000000' } });
    check = new OpenApiCheck(app.app);
    const account = await withMasterKey(app, await anAccountMarked(app, 'INPUTS'));
    own = await aHolding(app, account);
    caller = new MatrixCaller(app, account.full);
    inputs = documentedInputs(app).parameters.filter(({ row }) => row.access !== 'session');
  });

  afterAll(() => app?.close());

  const keyed = (place: Parameter['place']): readonly Parameter[] => inputs.filter((input) => input.place === place);

  async function problemsOf({ call, outcome, name, without }: Case): Promise<readonly string[]> {
    const answer = await caller.call(call);
    sent += 1;
    if (answer.ms > 20_000) slow.push(`${call.method} ${call.path.slice(0, 200)}: ${Math.round(answer.ms)} ms`);
    const problems = [
      ...check.problems({ ...call, ...answer }),
      ...(await wrongIn(answer, { call, outcome, name, ...(without ? { without } : {}) })),
    ];
    return problems.map((problem) => `${call.method} ${call.path.slice(0, 160)}: ${problem}`);
  }

  const plainAnswers = new Map<string, Promise<string>>();

  /** Nothing is written here, so that the response to a plain call is requested once. */
  function plainAnswer(call: Call): Promise<string> {
    const name = JSON.stringify(call);
    const known = plainAnswers.get(name) ?? caller.call(call).then(comparable);
    plainAnswers.set(name, known);
    return known;
  }

  async function wrongIn(answer: WireAnswer, { outcome, name, without }: Case): Promise<readonly string[]> {
    const refusal = REFUSALS[outcome];
    if (answer.status >= 500) return [`fault of ours: ${answer.text}`];
    if (outcome === 'absent' && without)
      return comparable(answer) === (await plainAnswer(without))
        ? []
        : [`not the answer without ${name}: ${answer.text.slice(0, 200)}`];
    if (outcome === 'fits') return /^422|bad_request/.test(verdictOf(answer)) ? [`refused: ${answer.text}`] : [];
    if (refusal === undefined) return [];
    if (verdictOf(answer) !== refusal) return [`${verdictOf(answer)} and not ${refusal}`];
    return outcome === 422 && !answer.text.includes(name) ? [`the detail does not name ${name}: ${answer.text}`] : [];
  }

  /** Sends all cases; refused ones must leave every table unchanged. */
  async function sendAll(cases: readonly Case[]): Promise<readonly string[]> {
    const before = await wholeChecksum(app.database);
    const problems = await inParallel(cases, 6, problemsOf);
    expect(await wholeChecksum(app.database)).toEqual(before);
    return problems.flat();
  }

  it('the documents name ids in more than twenty paths and values in more than fifty parameters of queries', () => {
    expect(keyed('path').length).toBeGreaterThan(20);
    expect(keyed('query').length).toBeGreaterThan(50);
    expect(keyed('query').filter(({ schema }) => valuesFor(schema) === null)).toEqual([]);
  });

  it('path ids: every class at every id of every route, and nothing is written', async () => {
    const cases = keyed('path').flatMap(({ row, name }) =>
      PATH_IDS.map(([value, outcome]): Case => {
        const filled = templateOf(row).replace(`{${name}}`, value);
        const path = filled.replace(/\{(\w+)\}/g, (_, other: string) =>
          String(UNKNOWN_IDS[row.path?.[other] ?? 'object']),
        );
        // Valid ids do not exist, unless the id also identifies the parent.
        return { call: { ...callOf(row, UNKNOWN_IDS), path }, outcome, name };
      }),
    );
    expect(cases.length).toBeGreaterThan(900);
    expect(await sendAll(cases)).toEqual([]);
  });

  /** The valid call of a route without one parameter, to which another query string can be added. */
  function callWithout(parameter: Parameter): { readonly bare: Call; readonly add: (query: string) => Call } {
    const bare: { -readonly [K in keyof Call]: Call[K] } = callOf(
      {
        ...parameter.row,
        query: Object.fromEntries(
          Object.entries(parameter.row.query ?? {}).filter(([name]) => name !== parameter.name),
        ),
      },
      own,
    );
    // Ids that may be in the query instead of the body are only in one of them.
    if (parameter.row.bodyIds?.[parameter.name]) delete bare.body;
    return { bare, add: (query) => ({ ...bare, path: `${bare.path}${bare.path.includes('?') ? '&' : '?'}${query}` }) };
  }

  function casesOf(parameter: Parameter): readonly Case[] {
    const { name, schema, row } = parameter;
    const { bare, add } = callWithout(parameter);
    const refused = row.refuses?.[name] ?? [];
    const classes = (valuesFor(schema) ?? []).map(
      ([value, outcome]) => [value, refused.includes(value) ? 422 : outcome] as const,
    );
    const fit = classes.find(([, outcome]) => outcome === 'fits')?.[0] ?? '';
    const around = spellingsOf(name, fit, schema).map(([query, outcome]): Case => ({
      call: add(query),
      outcome: parameter.required && outcome === 'absent' ? 422 : outcome,
      name,
      without: bare,
    }));
    return [...classes.map(([value, outcome]): Case => ({ call: add(`${name}=${value}`), outcome, name })), ...around];
  }

  it('query parameters: every class at every parameter of every route, and nothing is written', async () => {
    const cases = keyed('query').flatMap(casesOf);
    expect(cases.length).toBeGreaterThan(2_500);
    expect(await sendAll(cases)).toEqual([]);
  });

  it('queries of several parameters at random: unreadable queries are 400, invalid values 422', async () => {
    const random = seededRandom(4_738);
    const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
    const routes = [...new Set(keyed('query').map(({ row }) => row))];
    const cases = Array.from({ length: 1_200 }, (): Case => {
      const row = pick(routes);
      const chosen = new Map<string, Outcome>();
      const parts = Array.from({ length: 4 }, () => pick(keyed('query').filter((input) => input.row === row))).flatMap(
        ({ name, schema }) => {
          if (chosen.has(name) || Object.keys(row.query ?? {}).includes(name)) return [];
          const [value, outcome] = pick((valuesFor(schema) ?? []).filter(([text]) => text.length < 2_000));
          chosen.set(name, outcome);
          return [`${name}=${value}`];
        },
      );
      const outcomes = [...chosen.values()];
      const call = callOf(row, own);
      const outcome = outcomes.includes(400) ? 400 : outcomes.includes(422) && !outcomes.includes('any') ? 422 : 'any';
      return {
        call: { ...call, path: `${call.path}${call.path.includes('?') ? '&' : '?'}${parts.join('&')}` },
        outcome,
        name: '',
      };
    });
    expect(await sendAll(cases)).toEqual([]);
  });

  it('afterwards: thousands of requests were sent, none took five seconds, no fault was logged, the service answers', async () => {
    expect(sent).toBeGreaterThan(4_500);
    expect(slow).toEqual([]);
    expect(faultsLogged(app)).toEqual([]);
    expect((await caller.call({ method: 'GET', path: '/health/read' })).body).toEqual({ status: 'ready' });
  });
});
