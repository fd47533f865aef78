import { load } from 'cheerio';
import { FAR_FROM_QUADRATIC, growth } from '@test/support/growth';
import { parsePage } from './parse';
import { withoutScriptBodies } from './script-bodies';

const REVIEWS = 200;
const review = (number: number): object => ({
  '@type': 'Review',
  author: `Guest ${number}`,
  reviewBody: `Stay ${number}: calm rooms, a kind host and a long walk along the harbour.`,
  reviewRating: { '@type': 'Rating', ratingValue: 4 },
});
const large = JSON.stringify({ '@type': 'Hotel', review: Array.from({ length: REVIEWS }, (_, at) => review(at)) });
const script = (text: string, attributes = 'type="application/ld+json"'): string =>
  `<script ${attributes}>${text}</script>`;
const textsOf = (html: string): readonly string[] => {
  const page = withoutScriptBodies(html);
  const $ = load(page.html);
  return $('script')
    .toArray()
    .map((element) => page.textOf($(element).text()));
};

describe('withoutScriptBodies', () => {
  it.each<[string, string]>([
    ['one script', script(large)],
    ['several scripts with small scripts between them', script(large) + script('{"a":1}') + script(` ${large}\n`)],
    ['an attribute with a bracket', script(large, `data-of="a>b" type='application/ld+json'`)],
    ['an upper-case end tag with a space', `<script type="application/ld+json">${large}</SCRIPT >`],
    ['two equal texts', script(large) + script(large)],
    ['no end tag', `<script type="application/ld+json">${large}`],
    ['a comment in the script', script(large.replace('Stay 7', '<!-- Stay 7'))],
    ['a start tag in the script', script(large.replace('Stay 7', '<!-- <script>Stay 7</script>'))],
    ['a comment around the script', `<!-- ${script(large)} --><p>more</p>`],
  ])('returns the same script texts as the complete page for %s', (_, scripts) => {
    const html = `<html><body><p>before</p>${scripts}<p>after</p></body></html>`;
    const complete = load(html);
    const expected = complete('script').toArray();
    expect(textsOf(html)).toEqual(expected.map((element) => complete(element).text()));
  });

  it('removes the texts from the page', () => {
    expect(withoutScriptBodies(`<html>${script(large)}</html>`).html.length).toBeLessThan(100);
  });

  it('does not affect the parsed reviews', () => {
    const page = parsePage(`<html><body>${script(large)}</body></html>`, {
      pageUrl: 'https://www.inns.example/harbour',
      ratingScale: 5,
      now: new Date(),
    });
    expect(page.reviews).toHaveLength(REVIEWS);
    expect(page.isComplete).toBe(true);
  });

  it.each(['<script "', '<script a="', '<script type="application/ld+json">{', '<script \'"'])(
    'takes linear time for start tags that do not end: %s',
    (hostile) => {
      const page = (size: number) => hostile.repeat(size);
      expect(growth(2_000, page, withoutScriptBodies)).toBeLessThan(FAR_FROM_QUADRATIC);
    },
  );
});
