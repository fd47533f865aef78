import { AppError } from '@libs/kernel';
import { assertMayHaveHeaders, assertOwnHeaders } from './own-headers';
import { signedHeaders } from './signature';

const refusalOf = (...headers: readonly (readonly [string, string])[]): string | null => {
  try {
    assertOwnHeaders(headers);
    return null;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'validation_error') throw error;
    return error.message;
  }
};

/** Contract §4.11: "`headers` … are refused with 422 that names the header". */
describe('own headers of a webhook', () => {
  it.each([
    ['Authorization', 'Bearer abc.def'],
    ['Cookie', 'session=1; theme=dark'],
    ['X-Api-Key', '!~'],
    ["!#$%&'*+-.^_`|~0aZ", 'x'],
    ['a'.repeat(100), 'x'.repeat(1_000)],
    ['Proxy', 'x'],
    ['X-Hrev', 'x'],
    ['Content-Disposition', 'inline'],
  ])('may have the name %s and the value %s', (name, value) => expect(refusalOf([name, value])).toBeNull());

  it.each([
    ...['connection', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'proxy-authorization', 'proxy-x'],
    ...['host', 'content-length', 'content-type', 'content-encoding', 'accept-encoding', 'expect', 'user-agent'],
    ...['x-hrev-signature', 'x-hrev-anything', 'webhook-id', 'webhook-signature', 'webhook-timestamp'],
    ...['traceparent', 'tracestate', 'baggage'],
  ])('cannot be %s, in any case', (name) => {
    for (const form of [name, name.toUpperCase(), name.replace(/^./, (letter) => letter.toUpperCase())])
      expect(refusalOf([form, 'SECRET'])).toMatch(`headers.${form}: `);
  });

  it('cannot be a header that the service sends', () => {
    const head = { event: 'reviews.new', deliveryId: 1, eventId: 1, timestamp: 1, sequence: 1 };
    const sent = Object.keys(signedHeaders(head, [`whsec_${'a'.repeat(43)}`], Buffer.from('{}')));
    expect(sent).toHaveLength(12);
    for (const name of [...sent, 'traceparent']) expect(refusalOf([name, 'x'])).toContain(`headers.${name}: `);
  });

  it.each([
    ['', 'x'],
    ['a b', 'x'],
    ['a:b', 'x'],
    ['a\r\nb', 'x'],
    ['ä', 'x'],
    ['\u212a', 'x'],
    ['a'.repeat(101), 'x'],
    ['X-A', ''],
    ['X-A', ' SECRET'],
    ['X-A', 'SECRET '],
    ['X-A', 'SECRET\r\nX-B: 1'],
    ['X-A', 'SECRET\t'],
    ['X-A', 'SECRETä'],
    ['X-A', 'SECRET\u007f'],
  ])('cannot have the name %j and the value %j, and the error has no value', (name, value) => {
    const refusal = refusalOf(['X-Before', 'x'], [name, value]);
    expect(refusal).toMatch(/^headers\./);
    expect(refusal).not.toContain('SECRET');
  });

  it('cannot have a name twice, compared without case', () => {
    expect(refusalOf(['X-Key', '1'], ['x-kEY', '2'])).toMatch(/^headers\.x-kEY: occurs twice/);
  });

  it('belong to webhooks of v3 alone', () => {
    expect(() => assertMayHaveHeaders(2)).toThrow('headers: need a webhook created through v3');
    expect(() => assertMayHaveHeaders(3)).not.toThrow();
  });
});
