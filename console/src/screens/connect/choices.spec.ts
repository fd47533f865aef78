import { chosenTwice, initialChoices, pairsOf } from './choices';

const aCard = (card: string, chosen: number | null, proposed: number | null) => ({
  card,
  name: card,
  address: null,
  object_id: proposed,
  object_name: null,
  certain: false,
  chosen_object_id: chosen,
  chosen_object_name: null,
  outcome: null,
  detail: null,
  connection_id: null,
});

describe('the choices of objects for cards', () => {
  it('begin with what was chosen before, then with what the service proposes', () =>
    expect(initialChoices([aCard('a', 1, 2), aCard('b', null, 3), aCard('c', null, null)])).toEqual({
      a: 1,
      b: 3,
      c: null,
    }));

  it('report objects that are chosen twice', () =>
    expect([...chosenTwice({ a: 1, b: 2, c: 1, d: null, e: null })]).toEqual([1]));

  it('are sent without the cards that are left out', () =>
    expect(pairsOf({ a: 1, b: null })).toEqual([{ card: 'a', object_id: 1 }]));
});
