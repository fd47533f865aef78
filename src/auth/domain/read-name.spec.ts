import { AppError } from '@libs/kernel';
import { readName } from './read-name';

describe('the name of an account or a key (contract §5.1)', () => {
  it.each<[string, string, string]>([
    ['a plain name unchanged', 'Acme Hotels', 'Acme Hotels'],
    ['a name without the whitespace around it', '  Acme ', 'Acme'],
    ['a name with 12 characters and more than 12 bytes', '😀'.repeat(12), '😀'.repeat(12)],
  ])('is stored: %s', (_, input, name) => expect(readName(input, 12)).toBe(name));

  it.each<[string, string]>([
    ['empty', ''],
    ['only whitespace', ' \n '],
    ['too long', 'x'.repeat(13)],
  ])('is refused if it is %s', (_, input) => {
    const refusal = new AppError('validation_error', 'name: must be 1 to 12 characters long');
    expect(() => readName(input, 12)).toThrow(refusal);
  });
});
