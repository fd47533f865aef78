/** Tests of the suite's own helpers. */
import type { CollectedReview } from '../source';
import { hostOwnedBy } from '../url-tools';
import { foreignTwins } from './foreign-addresses';
import { couldDelete, type ObservedVisit } from './observed-visit';
import { personalTraces, withoutDeclared } from './personal-data';

const visit = (read: number, reviewCount: number | null, coverage: 'all' | 'window' | null): ObservedVisit => ({
  reviews: Array.from({ length: read }, (_, index) => ({ externalId: String(index) }) as CollectedReview),
  pages: 1,
  object: { name: null, reviewCount, rating: null, ratingOriginal: null },
  end: coverage === null ? null : { coverage },
  error: null,
});

describe('an end that could delete (contract §10.3)', () => {
  it.each([
    [100, 100, 'all', true],
    [98, 100, 'all', true],
    [97, 100, 'all', false],
    [103, 100, 'all', false],
    [0, 100, 'all', false],
    [0, 0, 'all', true],
    [10, null, 'all', true],
    [10, null, 'window', false],
    [100, 100, 'window', false],
    [100, 100, null, false],
  ] as const)('%d read, %s counted, end %s: %s', (read, counted, coverage, dangerous) => {
    expect(couldDelete(visit(read, counted, coverage))).toBe(dangerous);
  });

  it('counts a duplicate review once', () => {
    const twice = visit(50, 100, 'all');
    expect(couldDelete({ ...twice, reviews: [...twice.reviews, ...twice.reviews] })).toBe(false);
  });
});

describe('foreign addresses', () => {
  const twins = foreignTwins('https://www.shop.com/place/1?x=1', 'shop.com');

  it('are on no host of the source according to the URL parser', () => {
    const owned = twins.filter((twin) => {
      const url = new URL(twin);
      return hostOwnedBy(url.hostname, ['shop.com']) && url.protocol === 'https:';
    });
    expect(owned).toEqual([]);
  });

  it.each(['https://shop.com.evil.com/', 'https://shop.com@evil.com/', 'https://evil.com/?shop.com', 'https://xn--'])(
    'include one that begins with %s',
    (start) => {
      expect(twins.some((twin) => twin.startsWith(start))).toBe(true);
    },
  );
});

describe('personal data in a record', () => {
  const raw = {
    id: '1',
    author: { name: 'Ann Other', links: [{ href: 'https://x.example/users/7' }, { href: 'https://x.example/help' }] },
    steamid: '765',
    avatar: null,
    text: 'see https://x.example/users/8',
  };

  it('is found by key and by address at any depth', () => {
    expect(personalTraces(raw)).toEqual(['author.links.0.href', 'steamid']);
  });

  it('is removed if the facts declare it', () => {
    const rest = withoutDeclared(raw, {
      names: ['author.name'],
      drop: ['author.links.*.href', 'steamid', 'not.there'],
    });
    expect(rest).toEqual({ id: '1', author: { links: [{}, {}] }, avatar: null, text: raw.text });
    expect(personalTraces(rest)).toEqual([]);
    expect(raw.steamid).toBe('765');
  });
});
