import { AppError } from '@libs/kernel';
import { FAR_FROM_QUADRATIC, growth } from '@test/support/growth';
import { BodyBoolean, BodyIds, BodyInteger, BodyList, BodyObject, BodyText } from './body-fields';
import { Input } from './input-fields';
import { readObject } from './read-object';

class Item extends Input({
  url: BodyText({ description: 'address', min: 1, max: 20 }),
  place: BodyInteger({ description: 'place', optional: true }),
}) {}

class Base extends Input({
  name: BodyText({ description: 'name', max: 5 }),
  again: BodyBoolean({ description: 'flag', optional: true }),
}) {}

class Example extends Input(Base, {
  again: BodyInteger({ description: 'a number here', min: 0 }),
  ids: BodyIds({ description: 'ids', max: 10_000, distinct: true, optional: true }),
  links: BodyList(() => Item, { description: 'links', max: 3, optional: true }),
  item: BodyObject(() => Item, { description: 'item', optional: true, nullable: true }),
}) {}

class NoFields {}

const GOOD = { name: 'a', again: 1 };

function errorOf(body: object, type: new () => object = Example): string {
  try {
    readObject(type, body, '');
  } catch (error) {
    if (error instanceof AppError) return error.detail;
    throw error;
  }
  return 'accepted';
}

const bodyWith = (json: string): object => ({ ...GOOD, ...(JSON.parse(json) as object) });

describe('readObject with hostile bodies (contract §1.3)', () => {
  it.each<[string, object]>([
    ['name: must be a string', bodyWith('{"name":{"constructor":5}}')],
    ['name: must be a string', bodyWith('{"name":[{"constructor":null}]}')],
    ['ids[0]: must be a whole number from 1 to 9007199254740991', bodyWith('{"ids":[{"constructor":5}]}')],
    ['ids: must be an array', bodyWith('{"ids":{"constructor":5,"length":3}}')],
    ['links[0]: must be an object', bodyWith('{"links":[null]}')],
    ['links[0]: must be an object', bodyWith('{"links":[[{"url":"u"}]]}')],
    ['links[0].constructor: is not a known field', bodyWith('{"links":[{"url":"u","constructor":5}]}')],
    ['links[0].__proto__: is not a known field', bodyWith('{"links":[{"url":"u","__proto__":{"constructor":5}}]}')],
    ['item.hasOwnProperty: is not a known field', bodyWith('{"item":{"url":"u","hasOwnProperty":1}}')],
    ['item.url: must be a string', bodyWith('{"item":{"url":{"then":1}}}')],
    ['unknown 1: is not a known field', bodyWith('{"unknown 1":"name"}')],
    ['accepted', bodyWith('{"item":null}')],
  ])('reports "%s"', (detail, body) => expect(errorOf(body)).toBe(detail));

  it.each<[string, number, (size: number) => object]>([
    ['unknown fields', 6_000, (size) => Object.fromEntries(Array.from({ length: size }, (_, i) => [`x${i}`, 1]))],
    // 10,000 ids are the maximum of the field.
    [
      'ids with one duplicate',
      1_000,
      (size) => ({ ids: Array.from({ length: size }, (_, i) => (i % (size - 1)) + 1) }),
    ],
  ])('handles many %s in linear time', (_, size, fields) => {
    const body = (count: number): object => ({ ...GOOD, ...fields(count) });
    expect(errorOf(body(size * 10))).not.toBe('accepted');
    expect(growth(size, body, errorOf)).toBeLessThan(FAR_FROM_QUADRATIC);
  });

  it('reads at most one item more than the maximum of a list', () => {
    let reads = 0;
    const count = (): void => void (reads += 1);
    const item = new Proxy({}, { get: count, has: () => (count(), false), ownKeys: () => (count(), []) });
    const links = new Proxy(Array<object>(200_000).fill(item), {
      get: (list, name) => {
        if (typeof name === 'string' && /^\d+$/.test(name)) count();
        return Reflect.get(list, name) as unknown;
      },
    });
    expect(errorOf({ ...GOOD, links })).toBe('links: must hold 0 to 3 items');
    expect(reads).toBeGreaterThan(3);
    expect(reads).toBeLessThan(100);
  });

  it('does not modify the object prototype', () => {
    errorOf(bodyWith('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'));
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

describe('errors of readObject (contract §1.3)', () => {
  it.each<[string, object]>([
    ['name: is required; again: is required', {}],
    ['again: must be a whole number from 0 to 9007199254740991', { ...GOOD, again: true }],
    ['links[1].url: is required; links[1].x: is not a known field', { ...GOOD, links: [{ url: 'u' }, { x: 1 }, {}] }],
    [
      'item.url: is required; item.place: must be a whole number from 1 to 9007199254740991; z: is not a known field',
      { ...GOOD, z: 1, item: { place: 0 } },
    ],
    ['links: must hold 0 to 3 items', { ...GOOD, links: [1, 2, 3, 4] }],
    [
      [1, 2, 3, 4, 5].map((i) => `x${i}: is not a known field`).join('; '),
      { ...GOOD, x1: 1, x2: 1, x3: 1, x4: 1, x5: 1, x6: 1 },
    ],
  ])('reports "%s"', (detail, body) => expect(errorOf(body)).toBe(detail));

  it.each<[string, object]>([
    ['accepted', {}],
    ['a: is not a known field', { a: 1 }],
  ])('reports "%s" for a class without fields', (detail, body) => expect(errorOf(body, NoFields)).toBe(detail));
});
