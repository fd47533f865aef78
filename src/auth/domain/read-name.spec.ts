import { AppError } from '@libs/kernel';
import { readName } from './read-name';

describe('the name of an account or a key (contract §5.1)', () => {
  it.each<[string, string, string]>([
    ['unchanged if it has no outer whitespace', 'Acme Hotels', 'Acme Hotels'],
    ['without its outer whitespace', '  Acme ', 'Acme'],
    ['unchanged if it has 12 characters in more than 12 bytes', '😀'.repeat(12), '😀'.repeat(12)],
  ])('is stored %s', (_, input, name) => expect(readName(input, 12)).toBe(name));

  it.each<[string, string]>([
    ['empty', ''],
    ['only whitespace', ' \n '],
    ['too long', 'x'.repeat(13)],
  ])('is refused if it is %s', (_, input) => {
    const expectedError = new AppError('validation_error', 'name: must be 1 to 12 characters long');
    expect(() => readName(input, 12)).toThrow(expectedError);
  });
});
