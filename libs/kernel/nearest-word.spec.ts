// cspell:ignore setam steem tripadvsior trustpilott trustplot
import { nearestWord } from './nearest-word';

const SLUGS = ['steam', 'trustpilot', 'tripadvisor', 'app-store', 'google-play', 'google'];

describe('nearestWord', () => {
  it.each([
    ['trustpilott', 'trustpilot'],
    ['trustplot', 'trustpilot'],
    ['tripadvsior', 'tripadvisor'],
    ['appstore', 'app-store'],
    ['goggle', 'google'],
    ['google_play', 'google-play'],
    ['steem', 'steam'],
    ['setam', 'steam'],
    ['amazon', null],
    ['x', null],
    ['', null],
  ])('for "%s" returns %s', (input, expected) => {
    expect(nearestWord(input, SLUGS)).toBe(expected);
  });

  it('returns null for an empty list of words', () => {
    expect(nearestWord('steam', [])).toBeNull();
  });
});
