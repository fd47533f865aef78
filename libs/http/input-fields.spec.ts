import { BodyBoolean, BodyEnum, BodyInteger, BodyList, BodyObject, BodyText } from './body-fields';
import { fieldsOf, Input } from './input-fields';
import { QueryEnum, QueryIds, QueryInteger, QueryText } from './query-fields';
import { readObject } from './read-object';

class Item extends Input({ url: BodyText({ description: 'Address.', max: 20 }) }) {}

class Change extends Input({
  name: BodyText({ description: 'Name.', max: 9, optional: true }),
  note: BodyText({ description: 'Note.', max: 9, optional: true, nullable: true }),
  kind: BodyEnum({ description: 'Kind.', values: ['a', 'b'] }),
  items: BodyList(() => Item, { description: 'Items.', max: 2 }),
  item: BodyObject(() => Item, { description: 'Item.', nullable: true }),
}) {}

class Creation extends Input(Change, {
  flag: BodyBoolean({ description: 'Flag.' }),
  name: BodyInteger({ description: 'Number.' }),
}) {}

class Filters extends Input({
  search: QueryText({ description: 'Text.', maxLength: 9 }),
  limit: QueryInteger({ description: 'Limit.', default: 100 }),
  id: QueryInteger({ description: 'Id.', required: true }),
  sort: QueryEnum({ description: 'Sort.', values: ['x', 'y'] }),
  ids: QueryIds({ description: 'Ids.' }),
}) {}

interface WrittenCreation {
  readonly name: number;
  readonly note?: string | null;
  readonly kind: 'a' | 'b';
  readonly items: readonly { readonly url: string }[];
  readonly item: { readonly url: string } | null;
  readonly flag: boolean;
}

interface WrittenFilters {
  readonly search?: string;
  readonly limit: number;
  readonly id: number;
  readonly sort?: 'x' | 'y';
  readonly ids: readonly number[];
}

/** The type of an input class and the written one, each assigned to the other. */
const typed = (creation: Creation): WrittenCreation => creation;
const back = (creation: WrittenCreation): Creation => creation;
const typedFilters = (filters: Filters): WrittenFilters => filters;
const backFilters = (filters: WrittenFilters): Filters => filters;

const BODY = { name: 7, kind: 'a', items: [{ url: 'a' }], item: null, flag: true };

describe('an input class', () => {
  it('has the fields of its base first; a field that it redeclares keeps its place', () => {
    expect([...fieldsOf(Creation).keys()]).toEqual(['name', 'note', 'kind', 'items', 'item', 'flag']);
    expect([...fieldsOf(Change).keys()]).toEqual(['name', 'note', 'kind', 'items', 'item']);
  });

  it('has the types of its fields', () => {
    const creation = readObject(Creation, BODY, '');
    expect(back(typed(creation))).toEqual(BODY);
    expect(creation).toBeInstanceOf(Creation);
    const filters = { limit: 1, id: 2, ids: [] };
    expect(backFilters(typedFilters(filters))).toBe(filters);
    // @ts-expect-error only optional fields may be absent
    expect(backFilters(typedFilters({ limit: 1, ids: [] }))).toEqual({ limit: 1, ids: [] });
  });

  it('refuses a base that is not an input class', () => {
    class Other {}
    expect(() => Input(Other, {})).toThrow('Other is not made with Input');
  });

  it('requires a field that it redeclares as required', () => {
    const { name: _name, ...withoutName } = BODY;
    expect(() => readObject(Creation, withoutName, '')).toThrow('name: is required');
    expect(readObject(Change, { kind: 'a', items: [], item: null }, '')).toMatchObject({ kind: 'a' });
  });

  it('reads a redeclared field as it is declared last', () => {
    expect(() => readObject(Creation, { ...BODY, name: 'a' }, '')).toThrow('name: must be a whole number');
    expect(readObject(Change, { name: 'a', kind: 'a', items: [], item: null }, '')).toMatchObject({ name: 'a' });
  });
});
