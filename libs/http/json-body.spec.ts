import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { AppError } from '@libs/kernel';
import { FAR_FROM_QUADRATIC, growth } from '@test/support/growth';
import { hasDefinedBody, NO_BODY, parseJsonObject, readJsonBody } from './json-body';

function refusal(bytes: Uint8Array): string {
  try {
    parseJsonObject(bytes);
  } catch (error) {
    if (error instanceof AppError) return `${error.code}: ${error.detail}`;
    throw error;
  }
  return 'read';
}

const nested = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

describe('JSON bodies (contract §1.3)', () => {
  it.each<[string, string]>([
    ['an empty object', '{}'],
    ['brackets inside strings are no depth', JSON.stringify({ a: '{[{['.repeat(50), b: '\\"[[[[' })],
    ['32 levels', nested(32)],
    ['surrounding white space', ' \n{"a":1}\n '],
  ])('are read: %s', (_, text) => expect(refusal(Buffer.from(text))).toBe('read'));

  it.each<[string, string | Uint8Array, RegExp]>([
    ['33 levels', nested(33), /32 levels/],
    ['100 000 levels', '['.repeat(100_000), /32 levels/],
    ['null', 'null', /must be a JSON object/],
    ['an array', '[]', /must be a JSON object/],
    ['a string', '"x"', /must be a JSON object/],
    ['a number', '1', /must be a JSON object/],
    ['cut off', '{"a":', /not valid JSON/],
    ['a comma behind', '{"a":1,}', /not valid JSON/],
    ['two documents', '{}{}', /not valid JSON/],
    ['a BOM', '\ufeff{}', /not valid JSON/],
    ['NaN', '{"a":NaN}', /not valid JSON/],
    ['UTF-16', Buffer.from('{}', 'utf16le'), /not valid JSON/],
    ['broken UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), /not valid UTF-8/],
  ])('are 400: %s', (_, text, detail) => {
    expect(refusal(typeof text === 'string' ? Buffer.from(text) : text)).toMatch(/^bad_request: /);
    expect(refusal(typeof text === 'string' ? Buffer.from(text) : text)).toMatch(detail);
  });

  it.each<[string, (size: number) => string]>([
    ['quotes behind backslashes', (size) => `{"a":"${'\\"'.repeat(size / 2)}`],
    ['quotes', (size) => '"'.repeat(size)],
  ])('take time that does not depend on malice: 1 MB of %s', (_, text) => {
    const body = (size: number): Buffer => Buffer.from(text(size));
    expect(growth(8_000, body, refusal)).toBeLessThan(FAR_FROM_QUADRATIC);
    expect(refusal(body(1_000_000))).toMatch(/not valid JSON/);
  });
});

describe('the body of a request, as it comes over the wire', () => {
  const MIB = 1024 * 1024;
  let server: http.Server;
  let outcome: Promise<string>;

  beforeAll((done) => {
    server = http.createServer((request, response) => {
      outcome = readJsonBody(request).then(
        ({ value }) => (value === NO_BODY ? 'no body' : JSON.stringify(value).slice(0, 40)),
        (error: AppError) => `${error.code}: ${error.detail}`,
      );
      void outcome.then((text) => response.end(text));
    });
    server.listen(0, '127.0.0.1', done);
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  /** Sends the bytes as they are and gives what was read. */
  const sent = (headers: readonly string[], body: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1');
      let answer = '';
      socket.on('data', (chunk) => (answer += String(chunk))).on('error', reject);
      socket.on('close', () => resolve(answer.slice(answer.indexOf('\r\n\r\n') + 4)));
      socket.write(`${['POST / HTTP/1.1', 'Host: x', 'Connection: close', ...headers].join('\r\n')}\r\n\r\n${body}`);
    });
  const withLength = (length: number | string, ...headers: string[]): string[] => [
    `Content-Length: ${length}`,
    ...headers,
  ];
  const JSON_TYPE = 'Content-Type: application/json';
  const CHUNKED = 'Transfer-Encoding: chunked';

  it.each<[string, readonly string[], string, string | RegExp]>([
    ['none is announced', [], '', 'no body'],
    ['a length of 0 is no body', withLength(0), '', 'no body'],
    ['a length of 0 is no body, with any content type', withLength(0, 'Content-Type: text/plain'), '', 'no body'],
    ['empty chunks are no body', [CHUNKED], '0\r\n\r\n', 'no body'],
    ['empty chunks are no body, with any content type', [CHUNKED, 'Content-Type: x/y'], '0\r\n\r\n', 'no body'],
    ['an object', withLength(7, JSON_TYPE), '{"a":1}', '{"a":1}'],
    ['an object in chunks', [CHUNKED, JSON_TYPE], '3\r\n{"a\r\n4\r\n":1}\r\n0\r\n\r\n', '{"a":1}'],
    ['one byte that is no JSON', withLength(1, JSON_TYPE), '{', /^bad_request: .*not valid JSON/],
    ['a subtype', withLength(2, 'Content-Type: application/merge-patch+json'), '{}', '{}'],
    ['a charset', withLength(2, 'Content-Type: application/json; charset="UTF-8"'), '{}', '{}'],
    ['ASCII', withLength(2, 'Content-Type: application/json;charset=us-ascii'), '{}', '{}'],
    ['another parameter', withLength(2, 'Content-Type: application/json; q=1'), '{}', '{}'],
    ['another charset', withLength(2, 'Content-Type: application/json; charset=latin1'), '{}', /charset .* utf-8/],
    ['no type', withLength(2), '{}', /^bad_request: Content-Type/],
    ['another type', withLength(2, 'Content-Type: text/json'), '{}', /^bad_request: Content-Type/],
    [
      'a type that only begins so',
      withLength(2, 'Content-Type: application/jsonp'),
      '{}',
      /^bad_request: Content-Type/,
    ],
    ['compressed', withLength(2, JSON_TYPE, 'Content-Encoding: gzip'), '{}', /compressed/],
    ['compressed by name alone', withLength(2, JSON_TYPE, 'Content-Encoding: Identity'), '{}', '{}'],
  ])('%s', async (_, headers, body, expected) => {
    const read = await sent(headers, body);
    if (typeof expected === 'string') expect(read).toBe(expected);
    else expect(read).toMatch(expected);
  });

  const ofBytes = (size: number): string => `{"a":"${'x'.repeat(size - 8)}"}`;
  it.each<[string, number, RegExp]>([
    ['exactly 1 MiB', MIB, /^\{"a":"x/],
    ['a byte more', MIB + 1, /^bad_request: .*1 MiB/],
  ])('%s, by its length and in chunks', async (_, size, expected) => {
    expect(await sent(withLength(size, JSON_TYPE), ofBytes(size))).toMatch(expected);
    const chunk = `${size.toString(16)}\r\n${ofBytes(size)}\r\n0\r\n\r\n`;
    expect(await sent([CHUNKED, JSON_TYPE], chunk)).toMatch(expected);
  });

  it('cut off in the middle', async () => {
    const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1');
    const asked = new Promise((resolve) => server.once('request', resolve));
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${JSON_TYPE}\r\nContent-Length: 100\r\n\r\n{"a":`);
    await asked;
    socket.destroy();
    expect(await outcome).toMatch(/^bad_request: .*cut off/);
  });

  it.each<[string | undefined, boolean]>([
    ['POST', true],
    ['PUT', true],
    ['PATCH', true],
    ['GET', false],
    ['HEAD', false],
    ['DELETE', false],
    ['OPTIONS', false],
    [undefined, false],
  ])('%s means its body: %s', (method, does) => expect(hasDefinedBody(method)).toBe(does));
});
