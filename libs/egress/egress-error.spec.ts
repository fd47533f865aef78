import { systemCode } from './egress-error';

describe('systemCode', () => {
  it.each<[string, unknown, string]>([
    ['a code of the system', Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
    [
      'several failed addresses: the code of the first',
      new AggregateError([Object.assign(new Error('a'), { code: 'ETIMEDOUT' }), new Error('b')]),
      'ETIMEDOUT',
    ],
    ['an empty AggregateError: its name', new AggregateError([]), 'AggregateError'],
    ['a code that is a number', Object.assign(new RangeError('x'), { code: 5 }), 'RangeError'],
    ['no name', { name: 1 }, 'unknown'],
    ['a text', 'ECONNRESET', 'unknown'],
    ['null', null, 'unknown'],
    ['nothing', undefined, 'unknown'],
  ])('%s', (_, thrown, code) => {
    expect(systemCode(thrown)).toBe(code);
  });
});
