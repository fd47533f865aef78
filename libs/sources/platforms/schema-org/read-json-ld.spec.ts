import { load } from 'cheerio';
import { isItem, MAX_DEPTH, type Item } from './item';
import { readJsonLd } from './read-json-ld';

const read = (node: object): readonly Item[] =>
  readJsonLd(load(`<script type="application/ld+json">${JSON.stringify(node)}</script>`)).blocks.flat();

/** `levels` nested items. */
const nested = (levels: number, wrap: (inner: object) => object): object =>
  Array.from({ length: levels }).reduce<object>((inner) => wrap(inner), { '@type': 'Thing', name: 'innermost' });

function depthOf(item: Item): number {
  const below = [...item.properties.values()].flat().filter(isItem);
  return 1 + Math.max(0, ...below.map(depthOf));
}

describe('the depth of JSON-LD', () => {
  it.each<[string, number, (inner: object) => object]>([
    ['a property', MAX_DEPTH + 1, (inner) => ({ '@type': 'Thing', about: inner })],
    // The list and its element are one level each.
    ['a list of one element', MAX_DEPTH / 2 + 1, (inner) => ({ '@type': 'Thing', about: [inner] })],
    ['a reversed property', MAX_DEPTH + 1, (inner) => ({ '@type': 'Thing', '@reverse': { itemReviewed: inner } })],
  ])('reads values that are nested by %s up to the depth limit', (_what, deepest, wrap) => {
    expect(read(nested(3, wrap)).map(depthOf)).toEqual([4]);
    for (const levels of [deepest - 1, deepest, 400])
      expect(read(nested(levels, wrap)).map(depthOf)).toEqual([deepest]);
  });
});
