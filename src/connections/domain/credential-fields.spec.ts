import type { CredentialField } from '@libs/sources';
import { readFields } from './credential-fields';

const EXPECTED: readonly CredentialField[] = [
  { name: 'key', secret: true, description: 'API key', required: true },
  { name: 'unit', secret: false, description: 'business unit', required: false },
];

describe('the fields of a connection (contract §4.5)', () => {
  it.each<[Record<string, string>, Record<string, string>]>([
    [{ key: 'abc' }, { key: 'abc' }],
    [{ key: ' abc\n', unit: ' ' }, { key: 'abc' }],
    [
      { key: 'abc', unit: 'u' },
      { key: 'abc', unit: 'u' },
    ],
  ])('%j are read as %j', (fields, credentials) => expect(readFields(fields, EXPECTED)).toEqual(credentials));

  it.each<[Record<string, string>, RegExp]>([
    [{}, /^fields\.key: is required$/],
    [{ key: ' ' }, /^fields\.key: is required$/],
    [{ key: 'hidden-value', other: 'hidden-value' }, /^fields\.other: is not known; known are key, unit$/],
    [{ key: 'x'.repeat(16_385) }, /^fields\.key: must be at most 16384/],
  ])('%j cause an error that contains no value', (fields, message) => {
    expect(() => readFields(fields, EXPECTED)).toThrow(message);
    expect(() => readFields(fields, EXPECTED)).not.toThrow(/hidden-value|xxxx/);
  });

  it.each<[Record<string, string>, boolean]>([
    [{}, false],
    [{ client: 'a' }, false],
    [{ client: 'a', secret: ' ' }, false],
    [{ client: 'a', secret: 'b' }, true],
    [{ key: 'c' }, true],
  ])('%j fill one of the sets of fields: %s', (fields, isAccepted) => {
    const expected = ['client', 'secret', 'key'].map((name) => ({
      name,
      secret: true,
      description: '',
      required: false,
    }));
    const read = (): unknown =>
      readFields(fields, expected, [
        { title: 'A client', required: ['client', 'secret'] },
        { title: 'A key', required: ['key'] },
      ]);
    if (isAccepted) expect(read()).toEqual(fields);
    else expect(read).toThrow(/^fields: fill client, secret; or key$/);
  });
});
