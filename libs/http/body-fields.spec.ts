// cspell:ignore nmae
import { AppError } from '@libs/kernel';
import {
  BodyBoolean,
  BodyEnum,
  BodyEnumList,
  BodyIds,
  BodyInteger,
  BodyIntegerList,
  BodyList,
  BodyName,
  BodyObject,
  BodyText,
  BodyTextList,
  BodyTexts,
} from './body-fields';
import { Input } from './input-fields';
import { readObject } from './read-object';

class Item extends Input({ url: BodyText({ description: 'address', min: 1, max: 20 }) }) {}

class Example extends Input({
  label: BodyName({ description: 'label', max: 9, optional: true }),
  name: BodyText({ description: 'name', min: 1, max: 5 }),
  note: BodyText({ description: 'note', max: 5, nullable: true, optional: true }),
  flag: BodyBoolean({ description: 'flag', optional: true }),
  id: BodyInteger({ description: 'id', optional: true }),
  kind: BodyEnum({ description: 'kind', values: ['a', 'b'], optional: true }),
  ids: BodyIds({ description: 'ids', min: 1, max: 3, optional: true, nullable: true }),
  pins: BodyIds({ description: 'pins', min: 1, max: 'any', optional: true }),
  ratings: BodyIntegerList({
    description: 'ratings',
    max: 6,
    items: { min: 0, max: 5 },
    distinct: true,
    optional: true,
  }),
  events: BodyEnumList({ description: 'events', min: 1, max: 2, values: ['x', 'y'], distinct: true, optional: true }),
  slugs: BodyTextList({ description: 'slugs', max: 2, items: { min: 1, max: 3 }, optional: true }),
  links: BodyList(() => Item, { description: 'links', max: 2, optional: true }),
  item: BodyObject(() => Item, { description: 'item', optional: true }),
  fields: BodyTexts({ description: 'fields', maxEntries: 2, maxLength: 3, optional: true }),
}) {}

const read = (body: unknown): Example => readObject(Example, body, '');

function errorOf(body: unknown): string {
  try {
    read(body);
  } catch (error) {
    if (error instanceof AppError) return `${error.code} ${error.detail}`;
    throw error;
  }
  return 'accepted';
}

describe('body fields (contract §1.3)', () => {
  it.each<[object, object]>([
    [{ name: ' ab ' }, { name: 'ab' }],
    [
      { name: 'a', label: ' a\u200fb\n' },
      { name: 'a', label: 'a\u200fb' },
    ],
    [{ name: 'a\nb' }, { name: 'a\nb' }],
    [
      { name: 'a', label: '\u202ea\u2066b' },
      { name: 'a', label: '\u202ea\u2066b' },
    ],
    [{ name: '😀😀😀😀😀' }, { name: '😀😀😀😀😀' }],
    [
      { name: 'a', note: null },
      { name: 'a', note: null },
    ],
    [
      { name: 'a', note: '   ' },
      { name: 'a', note: '' },
    ],
    [
      { name: 'a', flag: false, id: 1, kind: 'b' },
      { name: 'a', flag: false, id: 1, kind: 'b' },
    ],
    [
      { name: 'a', ids: [3, 1, 3] },
      { name: 'a', ids: [3, 1, 3] },
    ],
    [
      { name: 'a', ids: null },
      { name: 'a', ids: null },
    ],
    [
      { name: 'a', links: [{ url: 'u' }], item: { url: 'v' } },
      { name: 'a', links: [{ url: 'u' }], item: { url: 'v' } },
    ],
  ])('accepts %j', (body, value) => expect(JSON.parse(JSON.stringify(read(body)))).toEqual(value));

  it('creates instances of the declared classes', () => {
    const body = read({ name: 'a', links: [{ url: 'u' }] });
    expect(body).toBeInstanceOf(Example);
    expect(body.links?.[0]).toBeInstanceOf(Item);
  });

  it('reads at most 1001 items of a list without a maximum length', () => {
    const ids = Array.from({ length: 100_000 }, (_, index) => index + 1);
    expect(read({ name: 'a', pins: ids.slice(0, 1_000) }).pins).toHaveLength(1_000);
    expect(read({ name: 'a', pins: ids }).pins).toEqual(ids.slice(0, 1_001));
  });

  it.each<[string, object]>([
    ['name: is required', {}],
    ['name: must not be null', { name: null }],
    ['name: must be a string', { name: 1 }],
    ['name: must be a string', { name: ['a'] }],
    ['name: must be 1 to 5 characters long', { name: '   ' }],
    ['name: must be 1 to 5 characters long', { name: 'abcdef' }],
    ['name: must be well-formed text without NUL', { name: 'a\u0000' }],
    ['name: must be well-formed text without NUL', { name: '\ud800' }],
    ['flag: must be true or false', { name: 'a', flag: 'true' }],
    ['flag: must be true or false', { name: 'a', flag: 0 }],
    ['id: must be a whole number from 1 to 9007199254740991', { name: 'a', id: '1' }],
    ['id: must be a whole number from 1 to 9007199254740991', { name: 'a', id: 1.5 }],
    ['id: must be a whole number from 1 to 9007199254740991', { name: 'a', id: 2 ** 53 }],
    ['kind: must be one of a, b', { name: 'a', kind: 'c' }],
    ['ids: must be an array', { name: 'a', ids: { length: 1e9 } }],
    ['ids: must hold 1 to 3 items', { name: 'a', ids: [] }],
    ['ids: must hold 1 to 3 items', { name: 'a', ids: [1, 2, 3, 4] }],
    ['pins: must hold at least 1 item', { name: 'a', pins: [] }],
    ['pins[0]: must be a whole number from 1 to 9007199254740991', { name: 'a', pins: [0] }],
    ['ids[1]: must be a whole number from 1 to 9007199254740991', { name: 'a', ids: [1, null] }],
    ['ids[0]: must be a whole number from 1 to 9007199254740991', { name: 'a', ids: [[1]] }],
    ['ratings: must not hold an item twice', { name: 'a', ratings: [1, 1] }],
    ['events[0]: must be one of x, y', { name: 'a', events: ['z'] }],
    ['slugs[0]: must be 1 to 3 characters long', { name: 'a', slugs: [''] }],
    ['fields: must be an object of at most 2 texts of at most 3 characters', { name: 'a', fields: ['abc'] }],
    [
      'fields: must be an object of at most 2 texts of at most 3 characters',
      { name: 'a', fields: { a: 1, b: 'abcd' } },
    ],
    ['fields: must be an object of at most 2 texts of at most 3 characters', { name: 'a', fields: { a: 'a\u0000' } }],
    [
      'fields: must be an object of at most 2 texts of at most 3 characters',
      { name: 'a', fields: { '\ud800': 'abcd' } },
    ],
    [
      'fields: must be an object of at most 2 texts of at most 3 characters',
      { name: 'a', fields: { a: '', b: '', c: 'abcd' } },
    ],
    ['fields.b: must be at most 3 characters long', { name: 'a', fields: { a: 'abc', b: 'abcd' } }],
    [
      `fields.${'n'.repeat(60)}…: must be at most 3 characters long`,
      { name: 'a', fields: { ['n'.repeat(90)]: 'abcd' } },
    ],
    ['links[1].url: is required', { name: 'a', links: [{ url: 'u' }, {}] }],
    ['links[0]: must be an object', { name: 'a', links: ['u'] }],
    ['links[0].more: is not a known field', { name: 'a', links: [{ url: 'u', more: 1 }] }],
    ['item: must be an object', { name: 'a', item: [] }],
    ['nmae: is not a known field', { name: 'a', nmae: 'b' }],
    ['constructor: is not a known field', { name: 'a', constructor: { prototype: {} } }],
    ['__proto__: is not a known field', JSON.parse('{"name":"a","__proto__":{"flag":true}}') as object],
    [
      'id: must be a whole number from 1 to 9007199254740991; kind: must be one of a, b; more: is not a known field',
      { name: 'a', id: 0, kind: 1, more: 1 },
    ],
  ])('responds with 422 "%s"', (detail, body) => expect(errorOf(body)).toBe(`validation_error ${detail}`));

  it('shortens a long field name in the error', () =>
    expect(errorOf({ name: 'a', ['x'.repeat(1000)]: 1 }).length).toBeLessThan(120));
});

describe('a name', () => {
  it.each([
    ['an escape sequence', 'a\u001b[2J'],
    ['a C1 control', 'a\u009b31m'],
    ['a line end', 'a\nb'],
    ['a tab', 'a\tb'],
    ['DEL', 'a\u007fb'],
    ['a line separator', 'a\u2028b'],
  ])('is refused with %s', (_, label) => {
    expect(errorOf({ name: 'a', label })).toBe('validation_error label: must be one line without control characters');
  });
});
