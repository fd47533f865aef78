import { Changed } from '../../source-errors';
import { basketCardUrl, knownBasket, readBasket } from './basket';

describe('the baskets of Wildberries', () => {
  it.each([
    ['12345', 'basket-01.wbbasket.ru'],
    ['14399999', 'basket-01.wbbasket.ru'],
    ['14400000', 'basket-02.wbbasket.ru'],
    ['74801352', 'basket-05.wbbasket.ru'],
    ['131400000', 'basket-10.wbbasket.ru'],
    ['1421399999', 'basket-46.wbbasket.ru'],
    ['1421400000', null],
  ])('have the article %s on %s', (article, host) => {
    expect(knownBasket(article)).toBe(host);
  });

  it('have the description of an article below its volume and part', () => {
    expect(basketCardUrl('basket-05.wbbasket.ru', '74801352')).toBe(
      'https://basket-05.wbbasket.ru/vol748/part74801/74801352/info/ru/card.json',
    );
  });

  const routes = (...hosts: readonly object[]): object => ({ origin: { mediabasket_route_map: [{ hosts }] } });
  const range = (from: number, to: number, host: string): object => ({ vol_range_from: from, vol_range_to: to, host });

  it.each([
    [
      'its range',
      routes(range(0, 747, 'basket-04.wbbasket.ru'), range(748, 748, 'basket-05.wbbasket.ru')),
      'basket-05.wbbasket.ru',
    ],
    [
      'a range of a later map',
      { origin: { mediabasket_route_map: [{}, { hosts: [range(0, 999, 'basket-777.wbbasket.ru')] }] } },
      'basket-777.wbbasket.ru',
    ],
    ['no range', routes(range(0, 747, 'basket-04.wbbasket.ru')), null],
    ['a foreign host', routes(range(0, 999, 'basket-04.wbbasket.ru.evil.example')), null],
    ['a host that is no basket', routes(range(0, 999, 'static-basket-01.wbbasket.ru')), null],
  ])('are read from the list of hosts with %s', (_what, list, host) => {
    expect(readBasket(list, '74801352')).toBe(host);
  });

  it.each([[null], [[]], [{ recommend: {} }], [routes({ host: 'basket-04.wbbasket.ru' })]])(
    'refuse the list %j',
    (list) => {
      expect(() => readBasket(list, '74801352')).toThrow(Changed);
    },
  );
});
