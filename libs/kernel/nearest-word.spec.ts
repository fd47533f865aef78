// cspell:ignore setam steem tripadvsior trustpilott trustplot
import { nearestWord } from './nearest-word';

const SLUGS = ['steam', 'trustpilot', 'tripadvisor', 'app-store', 'google-play', 'google'];

describe('the word that was meant', () => {
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
  ])('of "%s" is %s', (given, meant) => {
    expect(nearestWord(given, SLUGS)).toBe(meant);
  });

  it('is null for an empty list of words', () => {
    expect(nearestWord('steam', [])).toBeNull();
  });
});
