import { languageName } from './languages';

test.each([
  ['de', 'German'],
  ['ja', 'Japanese'],
  ['und', 'Not known'],
  ['zz', 'zz'],
])('%s is %s', (code, name) => expect(languageName(code)).toBe(name));
