import { systemCode } from './egress-error';

describe('systemCode', () => {
  it.each<[string, unknown, string]>([
    ['the code of a system error', Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
    [
      'the code of the first error if several addresses failed',
      new AggregateError([Object.assign(new Error('a'), { code: 'ETIMEDOUT' }), new Error('b')]),
      'ETIMEDOUT',
    ],
    ['the name of an empty AggregateError', new AggregateError([]), 'AggregateError'],
    ['the name of an error whose code is a number', Object.assign(new RangeError('x'), { code: 5 }), 'RangeError'],
    ['"unknown" for an object without a name', { name: 1 }, 'unknown'],
    ['"unknown" for a string', 'ECONNRESET', 'unknown'],
    ['"unknown" for null', null, 'unknown'],
    ['"unknown" for undefined', undefined, 'unknown'],
  ])('returns %s', (_, thrown, code) => {
    expect(systemCode(thrown)).toBe(code);
  });
});
