import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { AppError } from '@libs/kernel';
import { FAR_FROM_QUADRATIC, growth } from '@test/support/growth';
import { hasDefinedBody, NO_BODY, parseJsonObject, readJsonBody } from './json-body';

function errorOf(bytes: Uint8Array): string {
  try {
    parseJsonObject(bytes);
  } catch (error) {
    if (error instanceof AppError) return `${error.code}: ${error.detail}`;
    throw error;
  }
  return 'accepted';
}

const nested = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

describe('parseJsonObject (contract §1.3)', () => {
  it.each<[string, string]>([
    ['an empty object', '{}'],
    ['many brackets inside strings', JSON.stringify({ a: '{[{['.repeat(50), b: '\\"[[[[' })],
    ['32 nested levels', nested(32)],
    ['surrounding whitespace', ' \n{"a":1}\n '],
  ])('accepts %s', (_, text) => expect(errorOf(Buffer.from(text))).toBe('accepted'));

  it.each<[string, string | Uint8Array, RegExp]>([
    ['33 nested levels', nested(33), /32 levels/],
    ['100,000 nested levels', '['.repeat(100_000), /32 levels/],
    ['null', 'null', /must be a JSON object/],
    ['an array', '[]', /must be a JSON object/],
    ['a string', '"x"', /must be a JSON object/],
    ['a number', '1', /must be a JSON object/],
    ['truncated JSON', '{"a":', /not valid JSON/],
    ['a trailing comma', '{"a":1,}', /not valid JSON/],
    ['two documents', '{}{}', /not valid JSON/],
    ['a BOM', '\ufeff{}', /not valid JSON/],
    ['NaN', '{"a":NaN}', /not valid JSON/],
    ['UTF-16', Buffer.from('{}', 'utf16le'), /not valid JSON/],
    ['invalid UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), /not valid UTF-8/],
  ])('refuses %s with 400', (_, text, detail) => {
    expect(errorOf(typeof text === 'string' ? Buffer.from(text) : text)).toMatch(/^bad_request: /);
    expect(errorOf(typeof text === 'string' ? Buffer.from(text) : text)).toMatch(detail);
  });

  it.each<[string, (size: number) => string]>([
    ['escaped quotes', (size) => `{"a":"${'\\"'.repeat(size / 2)}`],
    ['quotes', (size) => '"'.repeat(size)],
  ])('parses 1 MB of %s in linear time', (_, text) => {
    const body = (size: number): Buffer => Buffer.from(text(size));
    expect(growth(8_000, body, errorOf)).toBeLessThan(FAR_FROM_QUADRATIC);
    expect(errorOf(body(1_000_000))).toMatch(/not valid JSON/);
  });
});

describe('readJsonBody', () => {
  const MIB = 1024 * 1024;
  let server: http.Server;
  let outcome: Promise<string>;

  beforeAll((done) => {
    server = http.createServer((request, response) => {
      outcome = readJsonBody(request).then(
        (value) => (value === NO_BODY ? 'no body' : JSON.stringify(value).slice(0, 40)),
        (error: AppError) => `${error.code}: ${error.detail}`,
      );
      void outcome.then((text) => response.end(text));
    });
    server.listen(0, '127.0.0.1', done);
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  /** Sends the headers and the body unchanged; resolves to the result of `readJsonBody`. */
  const resultOf = (headers: readonly string[], body: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1');
      let response = '';
      socket.on('data', (chunk) => (response += String(chunk))).on('error', reject);
      socket.on('close', () => resolve(response.slice(response.indexOf('\r\n\r\n') + 4)));
      socket.write(`${['POST / HTTP/1.1', 'Host: x', 'Connection: close', ...headers].join('\r\n')}\r\n\r\n${body}`);
    });
  const withLength = (length: number | string, ...headers: string[]): string[] => [
    `Content-Length: ${length}`,
    ...headers,
  ];
  const JSON_TYPE = 'Content-Type: application/json';
  const CHUNKED = 'Transfer-Encoding: chunked';

  it.each<[string, readonly string[], string, string | RegExp]>([
    ['treats a request without length and encoding as no body', [], '', 'no body'],
    ['treats a length of 0 as no body', withLength(0), '', 'no body'],
    [
      'treats a length of 0 with another content type as no body',
      withLength(0, 'Content-Type: text/plain'),
      '',
      'no body',
    ],
    ['treats empty chunks as no body', [CHUNKED], '0\r\n\r\n', 'no body'],
    [
      'treats empty chunks with another content type as no body',
      [CHUNKED, 'Content-Type: x/y'],
      '0\r\n\r\n',
      'no body',
    ],
    ['accepts an object', withLength(7, JSON_TYPE), '{"a":1}', '{"a":1}'],
    ['accepts an object in chunks', [CHUNKED, JSON_TYPE], '3\r\n{"a\r\n4\r\n":1}\r\n0\r\n\r\n', '{"a":1}'],
    ['refuses one byte that is not JSON', withLength(1, JSON_TYPE), '{', /^bad_request: .*not valid JSON/],
    ['accepts a type with the suffix +json', withLength(2, 'Content-Type: application/merge-patch+json'), '{}', '{}'],
    ['accepts a quoted charset utf-8', withLength(2, 'Content-Type: application/json; charset="UTF-8"'), '{}', '{}'],
    ['accepts the charset us-ascii', withLength(2, 'Content-Type: application/json;charset=us-ascii'), '{}', '{}'],
    ['accepts another parameter of the type', withLength(2, 'Content-Type: application/json; q=1'), '{}', '{}'],
    [
      'refuses another charset',
      withLength(2, 'Content-Type: application/json; charset=latin1'),
      '{}',
      /charset .* utf-8/,
    ],
    ['refuses a missing content type', withLength(2), '{}', /^bad_request: Content-Type/],
    ['refuses another content type', withLength(2, 'Content-Type: text/json'), '{}', /^bad_request: Content-Type/],
    [
      'refuses a content type that only begins with application/json',
      withLength(2, 'Content-Type: application/jsonp'),
      '{}',
      /^bad_request: Content-Type/,
    ],
    ['refuses a compressed body', withLength(2, JSON_TYPE, 'Content-Encoding: gzip'), '{}', /compressed/],
    ['accepts the content encoding Identity', withLength(2, JSON_TYPE, 'Content-Encoding: Identity'), '{}', '{}'],
  ])('%s', async (_, headers, body, expected) => {
    const result = await resultOf(headers, body);
    if (typeof expected === 'string') expect(result).toBe(expected);
    else expect(result).toMatch(expected);
  });

  const bodyOfSize = (size: number): string => `{"a":"${'x'.repeat(size - 8)}"}`;
  it.each<[string, number, RegExp]>([
    ['accepts a body of 1 MiB', MIB, /^\{"a":"x/],
    ['refuses a body of 1 MiB and one byte', MIB + 1, /^bad_request: .*1 MiB/],
  ])('%s, with Content-Length and in chunks', async (_, size, expected) => {
    expect(await resultOf(withLength(size, JSON_TYPE), bodyOfSize(size))).toMatch(expected);
    const chunk = `${size.toString(16)}\r\n${bodyOfSize(size)}\r\n0\r\n\r\n`;
    expect(await resultOf([CHUNKED, JSON_TYPE], chunk)).toMatch(expected);
  });

  it('responds with 400 to a body that was cut off', async () => {
    const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1');
    const requestArrived = new Promise((resolve) => server.once('request', resolve));
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${JSON_TYPE}\r\nContent-Length: 100\r\n\r\n{"a":`);
    await requestArrived;
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
  ])('hasDefinedBody(%s) is %s', (method, expected) => expect(hasDefinedBody(method)).toBe(expected));
});
