// cspell:ignore xchunked
import { gzipSync } from 'node:zlib';
import { wholeChecksum } from '@test/support/matrix-checksum';
import { codeOf, comparable, MatrixCaller, statusAndCodeOf, faultsLogged } from '@test/support/matrix-caller';
import { exchange, inParallel, send, type WireAnswer } from '@test/support/matrix-wire';
import {
  createResources,
  anAccountNamed,
  UNKNOWN_IDS,
  withMasterKey,
  type Ids,
  type MatrixAccount,
} from '@test/support/matrix-harness';
import { OpenApiCheck } from '@test/support/openapi-check';
import { testApp, type TestApp } from '@test/support/test-app';
import { fieldCases, unreadableBodies, type BodyCase } from './body-classes';
import { documentedInputs, type Body } from './documented-inputs';
import { callOf, isWrite, KEYED_ROUTES, type Call, type RouteRow } from './route-table';

// A test sends hundreds of requests, and the machine may be busy.
describe('bad bodies (contract §1.3)', () => {
  let app: TestApp;
  let check: OpenApiCheck;
  let account: MatrixAccount;
  let caller: MatrixCaller;
  let ownIds: Ids;
  let bodies: readonly Body[];
  let sent = 0;

  beforeAll(async () => {
    app = await testApp({ environment: { HREV_RATE_LIMIT: '1000000' } });
    check = new OpenApiCheck(app.app);
    account = await withMasterKey(app, await anAccountNamed(app, 'BODIES'));
    caller = new MatrixCaller(app, account.full);
    ownIds = await createResources(app, account);
    // Every key is refused on routes that need a session, before the body is read.
    bodies = documentedInputs(app).bodies.filter(({ row }) => row.access !== 'session');
  });

  afterAll(() => app?.close());

  const rowsWithBody = (): readonly RouteRow[] => bodies.map(({ row }) => row);

  function problemsOf(
    call: Call,
    answer: WireAnswer,
    { outcome, field }: Pick<BodyCase, 'outcome' | 'field'>,
    furtherRules: readonly string[] = [],
  ): readonly string[] {
    sent += 1;
    const problems = [...check.problems({ ...call, ...answer })];
    const refused = /^422|bad_request/.test(statusAndCodeOf(answer));
    if (answer.status >= 500) problems.push(`internal error: ${answer.text}`);
    const isRuleBroken = furtherRules.some(
      (name) => statusAndCodeOf(answer) === '422 validation_error' && answer.text.includes(name),
    );
    if (outcome === 'fits' && refused && !isRuleBroken) problems.push(`refused: ${answer.text}`);
    if (outcome === 422 && statusAndCodeOf(answer) !== '422 validation_error')
      problems.push(`${statusAndCodeOf(answer)} instead of 422`);
    if (outcome === 422 && !answer.text.includes(field))
      problems.push(`the detail does not name ${field}: ${answer.text}`);
    if (outcome === 400 && statusAndCodeOf(answer) !== '400 bad_request')
      problems.push(`${statusAndCodeOf(answer)} instead of 400`);
    return problems.map((problem) => `${call.method} ${call.path}: ${problem}`);
  }

  async function fieldProblems({ row }: Body, one: BodyCase): Promise<readonly string[]> {
    const call = callOf(row, ownIds);
    const answer = await caller.call({ ...call, body: one.text });
    return problemsOf(call, answer, one, row.furtherRules).map((problem) => `${problem} (${one.text.slice(0, 120)})`);
  }

  it('exactly the routes with a body in the route table have a documented body', () => {
    const expected = KEYED_ROUTES.filter((row) => row.access !== 'session' && (row.body ?? row.bodyIdLists)).map(
      (row) => row.route,
    );
    expect(
      rowsWithBody()
        .map((row) => row.route)
        .sort(),
    ).toEqual([...expected].sort());
  });

  it('every invalid value of every field gives 422, which names the field, and writes nothing', async () => {
    const cases = bodies.flatMap((body) =>
      fieldCases(body.schema, callOf(body.row, ownIds).body ?? {}).map((one) => ({ body, one })),
    );
    const refused = cases.filter(({ one }) => one.outcome === 422);
    expect(refused.length).toBeGreaterThan(400);
    const before = await wholeChecksum(app.database);
    const problems = await inParallel(refused, 6, ({ body, one }) => fieldProblems(body, one));
    expect(problems.flat()).toEqual([]);
    expect(await wholeChecksum(app.database)).toEqual(before);
  });

  it('unusual valid values are accepted, and the responses match the documents', async () => {
    const cases = bodies.flatMap((body) =>
      fieldCases(body.schema, callOf(body.row, ownIds).body ?? {}).map((one) => ({ body, one })),
    );
    const read = cases.filter(({ one }) => one.outcome !== 422);
    expect(read.length).toBeGreaterThan(200);
    const problems = await inParallel(read, 6, ({ body, one }) => fieldProblems(body, one));
    expect(problems.flat()).toEqual([]);
  });

  it('an unreadable body gives 400 on every route with a body, and writes nothing', async () => {
    const before = await wholeChecksum(app.database);
    const problems: string[] = [];
    for (const row of rowsWithBody()) {
      const call = callOf(row, ownIds);
      const answers = await inParallel(unreadableBodies(call.body ?? {}), 4, async ([name, body]) => {
        const headers = [
          ['X-API-Key', account.full],
          ['Content-Type', 'application/json'],
        ] as const;
        return problemsOf(call, await send(app.address, { ...call, headers, body }), { outcome: 400, field: '' }).map(
          (problem) => `${problem} (${name})`,
        );
      });
      problems.push(...answers.flat());
    }
    expect(problems).toEqual([]);
    expect(await wholeChecksum(app.database)).toEqual(before);
  });

  const TYPES: readonly (readonly [string, 'fits' | 400])[] = [
    ['application/json', 'fits'],
    ['Application/JSON; Charset=UTF-8', 'fits'],
    ['application/json;charset="utf-8"', 'fits'],
    ['application/merge-patch+json', 'fits'],
    ['', 400],
    ['text/plain', 400],
    ['application/x-www-form-urlencoded', 400],
    ['multipart/form-data; boundary=x', 400],
    ['application/xml', 400],
    ['application/jsonp', 400],
    ['application', 400],
    ['application/json; charset=utf-16', 400],
    ['application/json; charset=iso-8859-1', 400],
    ['text/html; application/json', 400],
  ];

  it.each(TYPES)('a body with the Content-Type %j: %s', async (type, outcome) => {
    for (const row of rowsWithBody()) {
      const call = callOf(row, await createResources(app, account));
      const body = JSON.stringify(call.body);
      const answer = await send(app.address, {
        ...call,
        headers: [
          ['X-API-Key', account.full],
          ['Content-Type', type],
        ],
        body,
      });
      expect(problemsOf(call, answer, { outcome, field: '' })).toEqual([]);
    }
  });

  it('a body without a content type, and a compressed one, give 400', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000, 0x20));
    for (const row of rowsWithBody()) {
      const call = callOf(row, ownIds);
      const body = Buffer.from(JSON.stringify(call.body));
      const key = ['X-API-Key', account.full] as const;
      const json = ['Content-Type', 'application/json'] as const;
      const requests = [
        { headers: [key], body },
        { headers: [key, json, ['Content-Encoding', 'gzip'] as const], body: gzipSync(body) },
        { headers: [key, json, ['Content-Encoding', 'gzip'] as const], body: bomb },
        { headers: [key, json, ['Content-Encoding', 'br'] as const], body },
        { headers: [key, json, ['Content-Encoding', 'deflate, gzip'] as const], body },
      ];
      for (const request of requests)
        expect(problemsOf(call, await send(app.address, { ...call, ...request }), { outcome: 400, field: '' })).toEqual(
          [],
        );
    }
  });

  it('a missing body gives 400, or is accepted or gives 422 if all fields are optional', async () => {
    for (const row of rowsWithBody()) {
      // Of its own: earlier tests and routes change what an approval depends on.
      const { body: _, ...call } = callOf(row, await createResources(app, account));
      const answer = await caller.call(call);
      expect([
        row.route,
        [200, row.status, 400, 422].includes(answer.status) || answer.text,
        check.problems({ ...call, ...answer }),
      ]).toEqual([row.route, true, []]);
    }
  });

  it('a route without a documented body refuses any field with 422 and an unreadable body with 400, and writes nothing', async () => {
    const rows = KEYED_ROUTES.filter(
      ({ route, access, body, bodyIdLists }) =>
        access !== 'session' && /^(POST|PUT|PATCH) /.test(route) && !body && !bodyIdLists,
    );
    const routes = ['collect', 'rotate-secret', 'test', 'redeliver', 'confirmation'];
    expect(routes.filter((ending) => !rows.some(({ route }) => route.endsWith(`/${ending}`)))).toEqual([]);
    const before = await wholeChecksum(app.database);
    const problems = await inParallel(rows, 4, async (row) => {
      const call = callOf(row, ownIds);
      const unknownField = problemsOf(call, await caller.call({ ...call, body: '{"a":1}' }), {
        outcome: 422,
        field: 'a',
      });
      return [
        ...unknownField,
        ...problemsOf(call, await caller.call({ ...call, body: '{"a":' }), { outcome: 400, field: '' }),
      ];
    });
    expect(problems.flat()).toEqual([]);
    expect(await wholeChecksum(app.database)).toEqual(before);
  });

  it('a body in a GET request does not change the response', async () => {
    // New data, because the other tests disable their object.
    const fresh = await createResources(app, account);
    for (const row of KEYED_ROUTES.filter((candidate) => !isWrite(candidate) && candidate.access === 'read')) {
      const call = callOf(row, fresh);
      const plain = await caller.call(call);
      expect([row.route, plain.status]).toEqual([row.route, row.status]);
      for (const body of ['{"a":1}', 'not json'])
        expect(comparable(await caller.call({ ...call, body }))).toBe(comparable(plain));
    }
  });

  describe('framing', () => {
    /** `isCutOff`: the client closes its side before the body is complete. */
    type Frame = readonly [name: string, lines: readonly string[], body: string, isCutOff: boolean];
    const head = (call: Call, ...lines: readonly string[]): string => {
      const headerLines = [
        'Host: x',
        'Connection: close',
        'Content-Type: application/json',
        `X-API-Key: ${account.full}`,
        ...lines,
      ];
      return `${call.method} ${call.path} HTTP/1.1\r\n${headerLines.join('\r\n')}\r\n\r\n`;
    };
    const BODY = '{"name":"Framed"}';
    const FRAMES: readonly Frame[] = [
      ['a shorter Content-Length', [`Content-Length: ${BODY.length - 1}`], BODY, false],
      ['a longer Content-Length without further bytes', [`Content-Length: ${BODY.length + 9}`], BODY, true],
      ['a negative Content-Length', ['Content-Length: -1'], BODY, false],
      ['a Content-Length that is not a number', ['Content-Length: 17x'], BODY, false],
      ['a Content-Length beyond 64 bits', ['Content-Length: 99999999999999999999'], BODY, false],
      ['two different Content-Lengths', ['Content-Length: 17', 'Content-Length: 5'], BODY, false],
      [
        'Content-Length and chunked',
        ['Content-Length: 17', 'Transfer-Encoding: chunked'],
        `11\r\n${BODY}\r\n0\r\n\r\n`,
        false,
      ],
      [
        'chunked given twice',
        ['Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'],
        `11\r\n${BODY}\r\n0\r\n\r\n`,
        false,
      ],
      ['an unknown transfer encoding', ['Transfer-Encoding: xchunked'], BODY, false],
      ['chunked that is not last', ['Transfer-Encoding: chunked, identity'], BODY, false],
      ['a chunk size that is not a number', ['Transfer-Encoding: chunked'], `zz\r\n${BODY}\r\n0\r\n\r\n`, false],
      ['a chunk shorter than its size', ['Transfer-Encoding: chunked'], `5\r\n${BODY}\r\n0\r\n\r\n`, false],
      ['chunks without an end', ['Transfer-Encoding: chunked'], `11\r\n${BODY}\r\n`, true],
      ['a space before the colon of a header', ['Content-Length : 17'], BODY, false],
      ['a folded header', ['X-Folded: a\r\n b', 'Content-Length: 1'], BODY, false],
      ['an unknown expectation', ['Expect: 200-maybe', 'Content-Length: 17'], BODY, false],
    ];

    it.each(FRAMES)(
      '%s gives 400 or closes the connection, and creates no object',
      async (_, lines, body, isCutOff) => {
        const before = await wholeChecksum(app.database);
        const bytes = Buffer.from(`${head({ method: 'POST', path: '/v3/objects' }, ...lines)}${body}`);
        // A client that closes its side gets no response.
        const answer = await exchange(app.address, bytes, 'POST', isCutOff).catch((error: Error) => error.message);
        if (typeof answer === 'string')
          expect([isCutOff, answer]).toEqual([true, expect.stringContaining('no answer (closed)')]);
        else
          expect([statusAndCodeOf(answer), Object.keys(answer.body as object)]).toEqual([
            '400 bad_request',
            ['detail', 'code'],
          ]);
        await new Promise((resolve) => setTimeout(resolve, 20));
        expect(await wholeChecksum(app.database)).toEqual(before);
      },
    );

    it.each([
      [
        'chunked bodies',
        ['Transfer-Encoding: chunked'],
        `5\r\n${BODY.slice(0, 5)}\r\nc\r\n${BODY.slice(5)}\r\n0\r\n\r\n`,
      ],
      ['bodies after 100-continue', ['Expect: 100-continue', `Content-Length: ${BODY.length}`], BODY],
    ])('%s are accepted', async (_, lines, body) => {
      const answer = await exchange(
        app.address,
        Buffer.from(`${head({ method: 'POST', path: '/v3/objects' }, ...lines)}${body}`),
        'POST',
      );
      expect([answer.status, codeOf(answer), answer.text]).toEqual([201, '', expect.stringContaining('Framed')]);
    });
  });

  it('after more than a thousand requests no fault is logged, and the service responds', async () => {
    expect(sent).toBeGreaterThan(1_000);
    expect(faultsLogged(app)).toEqual([]);
    expect((await caller.call({ method: 'GET', path: `/v3/objects/${UNKNOWN_IDS.object}` })).status).toBe(404);
  });
});
