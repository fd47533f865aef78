import { AppError } from '@libs/kernel';
import { readName } from './read-name';

describe('names of accounts and keys (contract §5.1)', () => {
  it.each<[string, string, string]>([
    ['unchanged', 'Acme Hotels', 'Acme Hotels'],
    ['without surrounding blanks', '  Acme ', 'Acme'],
    ['of the allowed number of characters, with any number of bytes', '😀'.repeat(12), '😀'.repeat(12)],
  ])('%s', (_, given, name) => expect(readName(given, 12)).toBe(name));

  it.each<[string, string]>([
    ['empty', ''],
    ['blank', ' \n '],
    ['too long', 'x'.repeat(13)],
  ])('refuses one that is %s', (_, given) => {
    const refusal = new AppError('validation_error', 'name: must be 1 to 12 characters long');
    expect(() => readName(given, 12)).toThrow(refusal);
  });
});
