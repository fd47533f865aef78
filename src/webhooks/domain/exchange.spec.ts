import {
  ExchangeBudget,
  recordedExchange,
  RESPONSE_BYTES,
  responseHeaders,
  responseText,
  withoutSignatures,
} from './exchange';

describe('headers of a request as they are stored', () => {
  it('contain eight characters of every signature', () => {
    const headers = {
      'X-Hrev-Signature': `sha256=${'ab'.repeat(32)},sha256=${'cd'.repeat(32)}`,
      'webhook-signature': `v1,${'Q'.repeat(43)}= v1,${'R'.repeat(43)}=`,
      'X-Hrev-Event': 'reviews.new',
    };
    expect(withoutSignatures(headers)).toEqual({
      'X-Hrev-Signature': 'sha256=abababab…,sha256=cdcdcdcd…',
      'webhook-signature': 'v1,QQQQQQQQ… v1,RRRRRRRR…',
      'X-Hrev-Event': 'reviews.new',
    });
  });
});

describe('headers of a response as they are stored', () => {
  it('are at most 50, with values of at most 500 characters', () => {
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`h${index}`, 'x']));
    expect(Object.keys(responseHeaders(many))).toHaveLength(50);
    expect(responseHeaders({ long: 'x'.repeat(900) })['long']).toHaveLength(500);
  });

  it('have at most 4 KiB together', () => {
    const large = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`h${index}`, 'x'.repeat(500)]));
    expect(JSON.stringify(responseHeaders(large)).length).toBeLessThan(4_400);
  });
});

describe('the beginning of a body', () => {
  it('is text of at most 2 KiB without an incomplete character', () => {
    expect(responseText(Buffer.from('{"error":"ü"}'), {})).toBe('{"error":"ü"}');
    const bytes = Buffer.from(`x${'ü'.repeat(RESPONSE_BYTES)}`);
    expect(responseText(bytes, {})).toBe(`x${'ü'.repeat(RESPONSE_BYTES / 2 - 1)}`);
  });

  it('contains no NUL, and replaces bytes that are not UTF-8', () =>
    expect(responseText(Buffer.from([0x61, 0x00, 0xff, 0x62]), {})).toBe('a\ufffdb'));

  it('is null for a compressed body', () => {
    expect(responseText(Buffer.from('x'), { 'content-encoding': 'gzip' })).toBeNull();
    expect(responseText(Buffer.from('x'), { 'content-encoding': 'Identity' })).toBe('x');
  });
});

describe('the budget of stored exchanges', () => {
  const taken = (budget: ExchangeBudget, webhookId: number, isSuccess: boolean, now = 0): number =>
    Array.from({ length: 100 }, () => budget.take(webhookId, isSuccess, now)).filter(Boolean).length;

  it('has ten successes and sixty failures for each webhook and minute', () => {
    const budget = new ExchangeBudget();
    expect([taken(budget, 1, true), taken(budget, 1, false)]).toEqual([10, 60]);
    expect([taken(budget, 2, true), taken(budget, 1, true, 59_999)]).toEqual([10, 0]);
    expect(taken(budget, 1, true, 60_000)).toBe(10);
  });
});

/** Contract §4.11: the values of own headers are never shown, "also where the receiver repeats them". */
describe('the values of own headers', () => {
  const SECRET = 'Bearer s3cr"et\\value';
  const own = [
    ['Authorization', SECRET],
    ['X-Short', 'abc'],
  ] as const;
  const sent = { Authorization: SECRET, 'X-Short': 'abc', 'X-Hrev-Event': 'reviews.new' };
  const record = (headers: Readonly<Record<string, string>>, body: string) =>
    recordedExchange(sent, own, { headers, body: Buffer.from(body) });

  it('are hidden in the request', () => {
    expect(recordedExchange(sent, own, null)).toEqual({
      requestHeaders: { Authorization: '[hidden]', 'X-Short': '[hidden]', 'X-Hrev-Event': 'reviews.new' },
      responseHeaders: null,
      responseBody: null,
    });
  });

  it('are hidden in the headers and the body of the answer, as text and in JSON', () => {
    const { responseHeaders: headers, responseBody } = record(
      { 'x-echo': `you sent ${SECRET}`, 'x-short': 'abc', 'x-other': 'abcd' },
      `${SECRET} ${JSON.stringify({ headers: sent })}`,
    );
    expect(headers).toEqual({ 'x-echo': 'you sent [hidden]', 'x-short': '[hidden]', 'x-other': 'abcd' });
    expect(responseBody).not.toContain('s3cr');
    expect(responseBody?.match(/\[hidden\]/g)).toHaveLength(2);
  });

  it.each([1, 4, 9, SECRET.length - 1])(
    'are hidden where the stored part ends after %i of their characters',
    (length) => {
      const body = `${'x'.repeat(RESPONSE_BYTES - length)}${SECRET}`;
      const stored = record({}, body).responseBody ?? '';
      expect(stored.endsWith(length < 4 ? SECRET.slice(0, length) : 'x[hidden]')).toBe(true);
    },
  );

  it('are hidden in a header that is longer than what is stored of it', () => {
    const value = `${'x'.repeat(490)}${SECRET}`;
    expect(record({ 'x-echo': value }, '').responseHeaders?.['x-echo']).not.toContain('Bearer');
  });

  it('do not change an answer without them', () => {
    expect(record({ 'x-a': 'b' }, 'thank you')).toMatchObject({
      responseHeaders: { 'x-a': 'b' },
      responseBody: 'thank you',
    });
  });
});
