import { RESPONSE_BYTES, responseHeaders, responseText, ExchangeBudget, withoutSignatures } from './exchange';

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
