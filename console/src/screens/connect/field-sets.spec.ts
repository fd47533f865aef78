import { fieldsOfSet, isMissing, valuesOf } from './field-sets';

const aField = (name: string, required = false) => ({ name, required, secret: false, description: '' });
const fields = [aField('property', true), aField('client'), aField('secret'), aField('key'), aField('place')];
const alternatives = [
  { title: 'A client', required: ['client', 'secret'], optional: [] },
  { title: 'A key', required: ['key'], optional: ['place'] },
];
const shown = (chosen: number) =>
  fieldsOfSet({ fields, alternatives }, chosen).map(({ name, required }) => (required ? `${name}*` : name));

test.each([
  [0, ['property*', 'client*', 'secret*']],
  [1, ['property*', 'key*', 'place']],
])('set %i shows its fields and those of no set', (chosen, names) => expect(shown(chosen)).toEqual(names));

test('without sets all fields are shown as they are', () =>
  expect(fieldsOfSet({ fields, alternatives: [] }, 0)).toEqual(fields));

test('only the filled fields of the chosen set are sent', () =>
  expect(
    valuesOf(fieldsOfSet({ fields, alternatives }, 1), {
      property: '7',
      client: 'c',
      secret: 's',
      key: 'k',
      place: '',
    }),
  ).toEqual({ property: '7', key: 'k' }));

test.each([
  [aField('a', true), {}, true],
  [aField('a', true), { a: ' ' }, true],
  [aField('a', true), { a: 'x' }, false],
  [aField('a'), {}, false],
])('%j with %j is missing: %p', (field, values, expected) => expect(isMissing(field, values)).toBe(expected));
