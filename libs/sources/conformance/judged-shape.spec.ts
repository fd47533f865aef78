import { aCollectedReview } from '@test/support/collected-review';
import { Changed } from '../source-errors';
import { foreignShapesOf } from './foreign-shapes';
import { judgeShape, type JudgedShape, type Reading } from './judged-shape';

const review = aCollectedReview({ externalId: '1', reviewUrl: 'https://shop.example/1', replyText: 'Thank you' });
const other = aCollectedReview({ externalId: '2' });
const read = (reviews: Reading['reviews'], more: Partial<Reading> = {}): Reading => ({
  ...{ reviews, rest: { name: 'Mill', reviewCount: 2 }, unread: {}, error: null },
  ...more,
});
const FOREIGN = { isAbsent: false, scalar: null };
const ABSENT = { isAbsent: true, scalar: null };
const ASKED = { before: read([review, other]), isInReview: true, mayLack: [], selected: [], hints: [] };
const changed = (changes: Partial<typeof review>): Reading => read([{ ...review, ...changes }, other]);

describe('the judgement on a foreign shape (contract §10.2)', () => {
  it.each<[string, Partial<JudgedShape> & Pick<JudgedShape, 'after' | 'shape'>, string]>([
    ['the same result', { after: read([review, other]), shape: FOREIGN }, 'unused'],
    ['a text of another form', { after: changed({ text: '7' }), shape: { isAbsent: false, scalar: '7' } }, 'value'],
    ['no reply where none is stated', { after: changed({ replyText: null }), shape: ABSENT }, 'value'],
    ['a date that is counted', { after: changed({ reviewDate: null, unread: { date: 1 } }), shape: FOREIGN }, 'unread'],
    ['a review that is counted', { after: read([other], { unread: { review: 1 } }), shape: FOREIGN }, 'unread'],
    [
      'a document that is refused',
      { after: read([], { error: new Changed('no list') }), shape: FOREIGN, isInReview: false },
      'error',
    ],
    ['a list that states nothing', { after: read([]), shape: ABSENT, isInReview: false }, 'emptied'],
  ])('accepts %s', (_what, judged, outcome) => {
    const unread = judged.after.reviews.reduce((sum, { unread: parts = {} }) => ({ ...sum, ...parts }), {});
    const after = { ...judged.after, unread: { ...unread, ...judged.after.unread } };
    expect(judgeShape({ ...ASKED, ...judged, after })).toEqual({ outcome });
  });

  it.each<[string, Partial<JudgedShape> & Pick<JudgedShape, 'after' | 'shape'>, RegExp]>([
    ['a lost review', { after: read([other]), shape: FOREIGN }, /1 reviews are lost, and nothing is counted/],
    ['a lost rating', { after: changed({ rating: null }), shape: FOREIGN }, /rating is lost/],
    ['a lost date, even of a missing field', { after: changed({ reviewDate: null }), shape: ABSENT }, /Date is lost/],
    ['a lost reply', { after: changed({ replyText: null }), shape: FOREIGN }, /replyText is lost/],
    ['a guessed date', { after: changed({ reviewDate: '1970-01-01T00:00:00' }), shape: FOREIGN }, /Date is guessed/],
    ['a guessed rating', { after: changed({ rating: 1 }), shape: FOREIGN }, /rating is guessed/],
    [
      'a review that costs the page',
      { after: read([], { error: new Changed('no id') }), shape: FOREIGN },
      /one bad review costs the page: no id/,
    ],
    [
      'a value that changes other reviews',
      {
        after: read([
          { ...review, text: 'x' },
          { ...other, text: 'x' },
        ]),
        shape: FOREIGN,
      },
      /other reviews are read differently/,
    ],
    [
      'a lost name of the object',
      { after: read([review, other], { rest: { name: null, reviewCount: 2 } }), shape: FOREIGN, isInReview: false },
      /data of the page is lost/,
    ],
  ])('refuses %s', (_what, judged, fault) => {
    expect(judgeShape({ ...ASKED, ...judged })).toMatchObject({ fault: expect.stringMatching(fault) as string });
  });
});

describe('the generator of foreign shapes', () => {
  const ALL = { elements: 2, isUsed: () => true };
  const shapesOf = (text: string) => [...foreignShapesOf(text, ALL)];

  it('changes each field and list of JSON, and nothing else', () => {
    const shapes = shapesOf('{"reviews":[{"stars":5,"text":"Good"}],"open":true}');
    const places = new Set(shapes.map(({ path }) => path.join('.')));
    expect([...places]).toEqual(['0', '0.reviews', '0.reviews.0', '0.reviews.0.stars', '0.reviews.0.text', '0.open']);
    const ofStars = shapes.filter(({ path }) => path.at(-1) === 'stars').map(({ document }) => document());
    expect(new Set(ofStars).size).toBe(ofStars.length);
    expect(ofStars).toContain('{"reviews":[{"text":"Good"}],"open":true}');
    expect(ofStars).toContain('{"reviews":[{"stars":[5],"text":"Good"}],"open":true}');
  });

  it('changes JSON in scripts of a page, in literals, and in texts of JSON', () => {
    const page = `<p>Mill</p><script type="application/ld+json">{"name":"Mill"}</script><script>x = JSON.parse('{"a":"{\\\\"b\\\\":1}"}')</script>`;
    const documents = shapesOf(page).map(({ document }) => document());
    expect(documents).toContain(page.replace('{"name":"Mill"}', '{"name":null}'));
    expect(documents.some((document) => document.includes('\\\\"b\\\\":null'))).toBe(true);
    expect(documents.every((document) => document.startsWith('<p>Mill</p>'))).toBe(true);
  });

  it('changes texts and attributes of a page without JSON', () => {
    const documents = shapesOf('<b title="old">new</b>').map(({ document }) => document());
    expect(documents).toContain('<b title="">new</b>');
    expect(documents).toContain('<b title="old"></b>');
  });
});
