import { FAR_FROM_QUADRATIC, growth } from '@test/support/growth';
import { matchCards, type MatchedCard, type MatchedObject } from './match-cards';

const PAGE = 'https://www.google.com/maps?cid=1';
const OTHER_PAGE = 'https://www.google.com/maps?cid=2';

let serial = 0;
const aCard = (name: string, address: string | null = null, pageUrl: string | null = null): MatchedCard => ({
  card: `card ${(serial += 1)}`,
  name,
  address,
  pageUrl,
});
const anObject = (id: number, name: string, more: Partial<MatchedObject> = {}): MatchedObject => ({
  id,
  name,
  pageUrl: null,
  card: null,
  ...more,
});

describe('the objects of the cards of a consent (contract §4.15)', () => {
  it.each<[string, MatchedCard, MatchedObject, boolean | null]>([
    ['the link of the object', aCard('A', null, PAGE), anObject(1, 'Other', { pageUrl: PAGE }), true],
    ['the same name', aCard('Harbor Hotel'), anObject(1, 'harbor HOTEL'), true],
    ['the same name with other accents', aCard('Café Schneeglöckchen'), anObject(1, 'Cafe Schneeglockchen'), true],
    ['the same Arabic name', aCard('فندق الميناء'), anObject(1, 'فندق الميناء'), true],
    ['the name with the town', aCard('Harbor Hotel', '4000 Porto'), anObject(1, 'Harbor Hotel Porto'), true],
    ['a part of name and address', aCard('Harbor Hotel', 'Porto'), anObject(1, 'Harbor Porto'), false],
    ['nothing', aCard('Harbor Hotel', 'Porto'), anObject(1, 'Old Pier'), null],
    ['a name without words', aCard('★★★'), anObject(1, '☆'), null],
    [
      'the same name with a link to another page',
      aCard('A', null, PAGE),
      anObject(1, 'A', { pageUrl: OTHER_PAGE }),
      null,
    ],
    ['the same name with another connection', aCard('A'), anObject(1, 'A', { card: 'another' }), null],
  ])('are found by %s', (_, card, object, certain) =>
    expect(matchCards([card], [object])).toEqual([
      { objectId: certain === null ? null : 1, certain: certain ?? false },
    ]),
  );

  it('are found by an existing connection, also if the names differ', () => {
    const card = aCard('New name');
    expect(matchCards([card], [anObject(1, 'Old name', { card: card.card })])).toEqual([
      { objectId: 1, certain: true },
    ]);
  });

  it('are distinguished by their addresses in a chain', () => {
    const cards = [aCard('Bean', 'Dock Road 1, Leeds'), aCard('Bean', 'Main Street 5, York')];
    const objects = [anObject(1, 'Bean Main Street'), anObject(2, 'Bean Dock Road'), anObject(3, 'Bean')];
    expect(matchCards(cards, objects)).toEqual([
      { objectId: 2, certain: true },
      { objectId: 1, certain: true },
    ]);
  });

  it('are left to the person where two cards or two objects fit', () => {
    expect(matchCards([aCard('Bean'), aCard('Bean')], [anObject(1, 'Bean')])).toEqual([
      { objectId: null, certain: false },
      { objectId: null, certain: false },
    ]);
    expect(matchCards([aCard('Bean')], [anObject(1, 'Bean'), anObject(2, 'bean')])).toEqual([
      { objectId: null, certain: false },
    ]);
  });

  it('are not proposed twice: stronger evidence wins', () => {
    const linked = aCard('Bean', null, PAGE);
    const named = aCard('Harbor');
    const objects = [anObject(1, 'Harbor', { pageUrl: PAGE })];
    expect(matchCards([named, linked], objects)).toEqual([
      { objectId: null, certain: false },
      { objectId: 1, certain: true },
    ]);
  });

  it('are found in a time that grows linearly with the cards, and with the objects', () => {
    const cards = (count: number) => Array.from({ length: count }, (_, n) => aCard('Bean', `Street ${n}`));
    const objects = (count: number) => Array.from({ length: count }, (_, n) => anObject(n + 1, `Bean ${n}`));
    const [fewCards, fewObjects] = [cards(100), objects(100)];
    expect(matchCards(cards(2_000), objects(2_000)).filter(({ certain }) => certain)).toHaveLength(2_000);
    expect(growth(200, cards, (many) => matchCards(many, fewObjects))).toBeLessThan(FAR_FROM_QUADRATIC);
    expect(growth(200, objects, (many) => matchCards(fewCards, many))).toBeLessThan(FAR_FROM_QUADRATIC);
  });
});
