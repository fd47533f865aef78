/** Recorded pages with schema.org markup, which are not part of the repository. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parsePage, type ParsedPage } from './parse';

const FOLDER = join(__dirname, '../../../../../shared/recordings');
const hasRecordings = existsSync(join(FOLDER, 'schema-org'));
const describeRecorded = hasRecordings ? describe : describe.skip;

const NOW = new Date('2026-11-21T12:00:00Z');
const parsed = new Map<string, ParsedPage>();
const readRecording = (file: string, pageUrl = 'https://recorded.example/page'): ParsedPage => {
  const html = (): string => readFileSync(join(FOLDER, file), 'utf8');
  const page = parsed.get(file + pageUrl) ?? parsePage(html(), { pageUrl, ratingScale: 5, now: NOW });
  parsed.set(file + pageUrl, page);
  return page;
};

interface Recorded {
  readonly file: string;
  readonly reviews: number;
  readonly rated: number;
  readonly dated: number;
  /** The item's number of reviews. */
  readonly counter: number | null;
  /** The item's number of ratings, if the page has no number of reviews. */
  readonly ratingCount?: number;
  readonly withText?: number;
}

const RECORDED: readonly Recorded[] = [
  { file: 'schema-org/allrecipescurated.html', reviews: 10, rated: 10, dated: 9, counter: null, ratingCount: 489 },
  { file: 'schema-org/delishkitchen-1.html', reviews: 10, rated: 10, dated: 10, counter: 490 },
  { file: 'schema-org/hilahcooking-1.html', reviews: 2, rated: 2, dated: 2, counter: 2 },
  { file: 'schema-org/keytomylime-1.html', reviews: 100, rated: 100, dated: 100, counter: 127, withText: 1 },
  { file: 'schema-org/kitchenstories.html', reviews: 4, rated: 0, dated: 4, counter: null, ratingCount: 4 },
  { file: 'schema-org/madamecuisine-2.html', reviews: 13, rated: 13, dated: 13, counter: 13 },
  // Six of the nine ratings are 0: comments without stars.
  { file: 'schema-org/marthastewart.html', reviews: 9, rated: 3, dated: 0, counter: null, ratingCount: 292 },
  { file: 'schema-org/polishfoodies-2.html', reviews: 59, rated: 59, dated: 59, counter: 59, withText: 1 },
  // Ten nodes: each review occurs twice in the same list.
  { file: 'schema-org/recept.html', reviews: 5, rated: 0, dated: 5, counter: null, ratingCount: 197 },
  { file: 'schema-org/reishunger-3.html', reviews: 3, rated: 3, dated: 3, counter: null, ratingCount: 4 },
  { file: 'schema-org/ricardocuisine-1.html', reviews: 10, rated: 0, dated: 10, counter: null, ratingCount: 137 },
  { file: 'schema-org/tasteofhome-1.html', reviews: 9, rated: 9, dated: 9, counter: 9 },
  { file: 'schema-org/themodernproper-1.html', reviews: 6, rated: 6, dated: 0, counter: null, ratingCount: 6 },
  // Microdata outside of any item; 8 items of type Review, and a counter of 8.
  { file: 'schema-org/williamssonoma-2.html', reviews: 8, rated: 8, dated: 8, counter: 8 },
  { file: 'trustpilot/page-calo.app-en-2026-02.html', reviews: 20, rated: 20, dated: 20, counter: 308 },
  { file: 'trustpilot/page-eventnet.de-2024-07.html', reviews: 20, rated: 20, dated: 20, counter: 20 },
  { file: 'yandex-maps/page-org-183327682404-en-2026-08.html', reviews: 3, rated: 3, dated: 3, counter: 19 },
];

describeRecorded(
  `recorded pages (contract §2.3)${hasRecordings ? '' : ': skipped, ../shared/recordings is absent'}`,
  () => {
    it.each(RECORDED)('$file: $reviews reviews, $rated rated, $dated dated', (expected) => {
      const { reviews, counter, ratingCount, hasMarkup, isComplete, unread } = readRecording(expected.file);
      expect({
        reviews: reviews.length,
        rated: reviews.filter(({ rating }) => rating !== null).length,
        dated: reviews.filter(({ reviewDate }) => reviewDate !== null).length,
        counter,
        ratingCount: counter === null ? ratingCount : null,
        withText: reviews.filter(({ text }) => text !== null).length,
      }).toEqual({
        reviews: expected.reviews,
        rated: expected.rated,
        dated: expected.dated,
        counter: expected.counter,
        ratingCount: expected.ratingCount ?? null,
        withText: expected.withText ?? expected.reviews,
      });
      expect({ hasMarkup, isComplete, unread }).toEqual({ hasMarkup: true, isComplete: true, unread: [] });
    });

    it.each(RECORDED)('$file: fields are well-formed, and raw contains no name except the author’s', ({ file }) => {
      for (const review of readRecording(file).reviews) {
        if (review.rating !== null) expect(review.rating).toBe(Number(review.ratingOriginal));
        if (review.reviewDate !== null) expect(review.reviewDate).toMatch(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d$/);
        expect(review.text ?? 'x').toBe((review.text ?? 'x').trim());
        expect(review.text ?? '').not.toMatch(/&(?:amp|quot|#\d+);|<br/i);
        const { author: _author, ...rest } = review.raw;
        const ownText = [review.text, review.ratingOriginal].join(' ');
        // An author's name of more than five letters that is not in the text must not occur elsewhere in the record.
        if (review.author !== null && review.author.length > 5 && !ownText.includes(review.author)) {
          expect(JSON.stringify(rest)).not.toContain(review.author);
        }
        expect(JSON.stringify(review.raw)).not.toMatch(/\/users?\//);
      }
    });

    it('reads ids only from pages that have them', () => {
      const trustpilot = readRecording('trustpilot/page-eventnet.de-2024-07.html').reviews;
      expect(trustpilot.map(({ externalId }) => externalId?.length)).toEqual(trustpilot.map(() => 24));
      const others = RECORDED.filter(({ file }) => !file.startsWith('trustpilot'));
      for (const { file } of others)
        expect(readRecording(file).reviews.every(({ externalId }) => externalId === null)).toBe(true);
    });

    it('selects the recipe with 4 ratings rather than the shop with 58859 reviews (reishunger-3.html)', () => {
      expect(readRecording('schema-org/reishunger-3.html').object).toEqual({
        name: 'Klassisches Maki-Sushi und Inside-Out-Rolls',
        reviewCount: null,
        rating: 4.75,
        ratingOriginal: '4.75',
      });
    });

    it('does not convert the local time (kitchenstories.html, +0000 without a colon)', () => {
      expect(readRecording('schema-org/kitchenstories.html').reviews[0]).toMatchObject({
        author: 'susanne-buttner',
        reviewDate: '2022-05-26T08:39:59',
        datePrecision: 'exact',
        text: 'Where can I get matcha powder and what is a matcha broom? Sanny',
      });
    });

    it('puts the title before the text (williamssonoma-2.html)', () => {
      expect(readRecording('schema-org/williamssonoma-2.html').reviews[0]).toMatchObject({
        author: 'Donnagar10',
        text: expect.stringMatching(/^Chocolate Cake\?\n\nWhile the cake came out/),
        reviewDate: '2022-10-30T00:00:00',
        datePrecision: 'day',
        rating: 1,
      });
    });

    it('reads the link to the next page', () => {
      const page = readRecording(
        'trustpilot/page-calo.app-en-2026-02.html',
        'https://recorded.example/review/calo.app',
      );
      expect(page.nextUrl).toBe('https://recorded.example/review/calo.app/en?languages=all&page=2&sort=recency');
    });

    it('finds no markup in a bot check (waf-challenge-2026-09.html)', () => {
      expect(readRecording('trustpilot/waf-challenge-2026-09.html')).toMatchObject({ hasMarkup: false, reviews: [] });
    });
  },
);
