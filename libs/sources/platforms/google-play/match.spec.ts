import { SourceRegistry } from '../../registry';
import { google } from '../google';
import { googlePlay } from './index';
import { appIdOf, match } from './match';

describe('addresses of Google Play (contract §4.5, §4.6)', () => {
  const canonical = 'https://play.google.com/store/apps/details?id=org.example.game_2';

  it.each([
    ['the id only', 'https://play.google.com/store/apps/details?id=org.example.game_2'],
    ['language and country', 'https://play.google.com/store/apps/details?id=org.example.game_2&hl=pt_BR&gl=BR'],
    ['the id last', 'https://play.google.com/store/apps/details?gl=us&hl=en&id=org.example.game_2'],
    ['a campaign', 'https://play.google.com/store/apps/details?id=org.example.game_2&referrer=utm_source%3Dx&pli=1'],
    ['one review', 'https://play.google.com/store/apps/details?id=org.example.game_2&reviewId=gp%3AAOq'],
    ['all reviews', 'https://play.google.com/store/apps/details?id=org.example.game_2&showAllReviews=true'],
    ['the name', 'https://play.google.com/store/apps/details/Some_Game?id=org.example.game_2&hl=en'],
    ['a slash', 'https://play.google.com/store/apps/details/?id=org.example.game_2'],
    ['http and upper-case letters', 'http://PLAY.google.com/store/apps/details?id=org.example.game_2#x'],
  ])('recognizes an address with %s as the same page', (_what, address) => {
    expect(match(new URL(address))).toEqual({ kind: 'page', canonicalUrl: canonical });
    expect(appIdOf(new URL(address))).toBe('org.example.game_2');
  });

  it('distinguishes upper and lower case in ids', () => {
    expect(match(new URL('https://play.google.com/store/apps/details?id=com.Example.App'))).toEqual({
      kind: 'page',
      canonicalUrl: 'https://play.google.com/store/apps/details?id=com.Example.App',
    });
  });

  it.each([
    'https://play.google.com/store/apps/details?id=org',
    'https://play.google.com/store/apps/details?id=org.example.',
    'https://play.google.com/store/apps/details?id=.example.app',
    'https://play.google.com/store/apps/details?id=org.exa mple.app',
    'https://play.google.com/store/apps/details?id=org.example.app%00',
    `https://play.google.com/store/apps/details?id=org.${'x'.repeat(300)}`,
    'https://play.google.com/store/apps/details?ID=org.example.app',
    'https://play.google.com/store/apps/details/a/b?id=org.example.app',
    'https://play.google.com/console/u/0/developers',
  ])('reports %s as invalid', (address) => {
    expect(match(new URL(address))).toMatchObject({ kind: 'invalid' });
  });

  it('leaves other hosts to other sources', () => {
    expect(match(new URL('https://www.google.com/store/apps/details?id=org.example.app'))).toBeNull();
    expect(google.match(new URL(canonical))).toBeNull();
    expect(new SourceRegistry([google, googlePlay]).detect(canonical)).toMatchObject({ source: googlePlay });
  });

  it('does not accept addresses of the Android application, which are not addresses of the web', () => {
    expect(new SourceRegistry([googlePlay]).detect('market://details?id=org.example.app')).toMatchObject({
      error: 'source_url_invalid',
    });
  });
});
