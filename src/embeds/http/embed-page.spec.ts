import { createHash } from 'node:crypto';
import { Script } from 'node:vm';
import type { EmbedAnswer } from '../domain/answer';
import { ELEMENT_SCRIPT } from './element-script';
import { EMBED_PAGE_POLICY, embedPage } from './embed-page';
import { EMBED_STYLE } from './embed-style';

const HOSTILE = `</section><script>alert(1)</script><img src=x onerror=alert(2)>"'&`;
const ANSWER: EmbedAnswer = {
  title: HOSTILE,
  language: null,
  theme: 'dark',
  notice: '1 of 48 reviews shown',
  shown: 1,
  total: 48,
  min_rating: 4,
  sources: [HOSTILE],
  average_rating: 4.31,
  rated: 40,
  reviews: [
    {
      author: HOSTILE,
      rating: 4.5,
      date: '2026-11-20',
      text: HOSTILE,
      source: HOSTILE,
      url: 'https://example.com/?a=1&b="',
    },
  ],
};

describe('the element', () => {
  it('has less than 8 KB and is a script', () => {
    expect(Buffer.byteLength(ELEMENT_SCRIPT)).toBeLessThan(8 * 1024);
    expect(() => new Script(ELEMENT_SCRIPT)).not.toThrow();
  });

  it.each(['innerHTML', 'outerHTML', 'insertAdjacentHTML', 'document.write', 'eval(', 'Function(', 'import('])(
    'does not use %s',
    (unsafe) => expect(ELEMENT_SCRIPT).not.toContain(unsafe),
  );
});

/** Contract §4.23 rule 6. */
it.each([
  ['the element', ELEMENT_SCRIPT],
  ['the page', embedPage(ANSWER, 'en')],
])('%s has no markup that claims stars', (_, text) => {
  expect(text).not.toMatch(/schema\.org|AggregateRating|ld\+json|itemprop|itemscope|itemtype|typeof="|property="/i);
});

describe('the page', () => {
  it('has no foreign markup', () => {
    const page = embedPage(ANSWER, 'en');
    expect(
      [...page.matchAll(/<(\/?)([a-z0-9]+)/g)]
        .map(([, , name]) => name)
        .filter((name) => /script|img/.test(name ?? '')),
    ).toEqual([]);
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(page).toContain('href="https://example.com/?a=1&amp;b=&quot;"');
    expect(page).not.toMatch(/ on\w+=(?![^<]*&)/);
  });

  it('says what is left out, and the average of all', () => {
    const page = embedPage({ ...ANSWER, sources: ['Yelp'] }, 'en');
    expect(page).toContain('<p class="m">1 of 48 reviews shown, rated 4 and higher, from Yelp</p>');
    expect(page).toContain('4.31 of 5 on average over all reviews');
  });

  it.each([
    ['ar', 'rtl'],
    ['de', 'ltr'],
  ])('is in its language and direction: %s', (language, direction) => {
    expect(embedPage({ ...ANSWER, language }, 'en')).toContain(
      `<html lang="${language}" dir="${direction}" data-theme="dark">`,
    );
  });

  it('has a policy without scripts, which allows its own style, and frames everywhere', () => {
    const [, style = ''] = /<style>([^]*)<\/style>/.exec(embedPage(ANSWER, 'en')) ?? [];
    expect(style).toBe(EMBED_STYLE);
    expect(EMBED_PAGE_POLICY).toBe(
      `default-src 'none';style-src 'sha256-${createHash('sha256').update(style).digest('base64')}';base-uri 'none';form-action 'none';frame-ancestors *`,
    );
  });
});
