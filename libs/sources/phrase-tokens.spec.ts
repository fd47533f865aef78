import { tokensOf } from './phrase-tokens';

describe('the words, numbers and signs of a short text', () => {
  it.each<[string, string[]]>([
    ['4,5', ['4.5']],
    ['Rated 4.5, of 5', ['rated', '4.5', ',', 'of', '5']],
    ['21. Sept. 2026', ['21', '.', 'sept', '2026']],
    ['May 21, 2026', ['may', '21', ',', '2026']],
  ])('of %s', (text, tokens) => expect(tokensOf(text).tokens).toEqual(tokens));
});
