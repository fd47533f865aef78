/** Tests of the helpers of the conformance suite. */
import type { CollectedReview, VisitEnd } from '../source';
import { hostOwnedBy } from '../url-tools';
import { lookalikeAddresses } from './foreign-addresses';
import { couldDelete, type ObservedVisit } from './observed-visit';
import { personalTraces, withoutDeclared } from './personal-data';

const visit = (read: number, reviewCount: number | null, coverage: VisitEnd['coverage'] | null): ObservedVisit => ({
  reviews: Array.from({ length: read }, (_, index) => ({ externalId: String(index) }) as CollectedReview),
  pages: 1,
  object: { name: null, reviewCount, rating: null, ratingOriginal: null },
  unread: {},
  end: coverage === null ? null : { coverage },
  error: null,
});

describe('couldDelete (contract §10.3)', () => {
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
    [100, 100, 'unproven', false],
    [100, 100, null, false],
  ] as const)('for %d reviews, a counter of %s and coverage %s, returns %s', (read, counted, coverage, dangerous) => {
    expect(couldDelete(visit(read, counted, coverage))).toBe(dangerous);
  });

  it('counts a duplicate review once', () => {
    const twice = visit(50, 100, 'all');
    expect(couldDelete({ ...twice, reviews: [...twice.reviews, ...twice.reviews] })).toBe(false);
  });
});

describe('lookalikeAddresses', () => {
  const lookalikes = lookalikeAddresses('https://www.shop.com/place/1?x=1', 'shop.com');

  it('returns no https address on a host of the source', () => {
    const owned = lookalikes.filter((lookalike) => {
      const url = new URL(lookalike);
      return hostOwnedBy(url.hostname, ['shop.com']) && url.protocol === 'https:';
    });
    expect(owned).toEqual([]);
  });

  it.each(['https://shop.com.evil.com/', 'https://shop.com@evil.com/', 'https://evil.com/?shop.com', 'https://xn--'])(
    'returns an address that begins with %s',
    (start) => {
      expect(lookalikes.some((lookalike) => lookalike.startsWith(start))).toBe(true);
    },
  );
});

describe('personalTraces and withoutDeclared', () => {
  const raw = {
    id: '1',
    author: { name: 'Ann Other', links: [{ href: 'https://x.example/users/7' }, { href: 'https://x.example/help' }] },
    steamid: '765',
    avatar: null,
    text: 'see https://x.example/users/8',
  };

  it('finds personal data by key and by address at any depth', () => {
    expect(personalTraces(raw)).toEqual(['author.links.0.href', 'steamid']);
  });

  it('removes the personal data that the facts declare', () => {
    const rest = withoutDeclared(raw, {
      names: ['author.name'],
      drop: ['author.links.*.href', 'steamid', 'not.there'],
    });
    expect(rest).toEqual({ id: '1', author: { links: [{}, {}] }, avatar: null, text: raw.text });
    expect(personalTraces(rest)).toEqual([]);
    expect(raw.steamid).toBe('765');
  });
});
