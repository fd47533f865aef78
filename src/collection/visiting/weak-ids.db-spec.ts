import type { Database } from '@libs/database';
import { Temporary, type CollectedReview } from '@libs/sources';
import { aCollectedReview } from '@test/support/collected-review';
import {
  SCRIPTED_SOURCE_ID,
  collectOnce,
  collectionHarness,
  eventsOf,
  linkTo,
  scriptedPlatform,
  type CollectionHarness,
} from '@test/support/collection-harness';
import { storeFixture, type LinkFixture, type StoreFixture } from '@test/support/store-fixture';

/** The sources of the scripted lists: every pass is full, or passes stop at known reviews. */
const ORDERED_SOURCE_ID = 901;

/** A review of a page without ids. */
function shown(author: string | null, day: number, text: string | null, more: Partial<CollectedReview> = {}) {
  const reviewDate = new Date(Date.UTC(2026, 4, day)).toISOString().slice(0, 19);
  return aCollectedReview({ externalId: null, author, text, reviewDate, datePrecision: 'day', raw: { text }, ...more });
}

/** Contract §10.4: where the platform shows no ids, two of author, date and text carry a stored review over. */
describe('reviews of pages without ids', () => {
  let fixture: StoreFixture;
  let database: Database;
  let harness: CollectionHarness;
  let link: LinkFixture;
  let pages: CollectedReview[][];
  let coverage: 'all' | 'window';
  /** Called before the page with this number is read, from 1. */
  let beforePage: (page: number) => void | Promise<void>;

  async function* visit() {
    for (const [index, reviews] of pages.entries()) {
      await beforePage(index + 1);
      yield { reviews };
    }
    return { coverage };
  }

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
    const unordered = scriptedPlatform(visit, { order: 'unordered', idStability: 'weak' });
    const ordered = scriptedPlatform(visit, {
      idStability: 'weak',
      id: ORDERED_SOURCE_ID,
      slug: 'ordered',
      hosts: ['ordered.example'],
    });
    harness = await collectionHarness(database, {
      platforms: [
        unordered,
        {
          ...ordered,
          match: (url) => (url.hostname === 'ordered.example' ? { kind: 'page', canonicalUrl: url.href } : null),
        },
      ],
      environment: { HREV_DELETION_CONFIRM_AFTER: '1ms' },
    });
  });
  beforeEach(async () => {
    await database.query('truncate account, source_pace, review, review_raw cascade');
    link = await linkTo(database, SCRIPTED_SOURCE_ID);
    [pages, coverage, beforePage] = [[], 'all', () => undefined];
  });
  afterAll(async () => {
    await harness?.close();
    await fixture?.close();
  });

  interface Stored {
    readonly id: number;
    readonly author: string | null;
    readonly text: string | null;
    readonly rating: number | null;
    readonly isDeleted: boolean;
  }
  const stored = ({ linkId } = link): Promise<Stored[]> =>
    database.query(
      `select id, author, text, rating, deleted_at is not null as "isDeleted" from review where link_id = $1 order by id`,
      [linkId],
    );
  const texts = async (): Promise<(string | null)[]> => (await stored()).map(({ text }) => text);
  /** Collects the pages; returns the number of reviews in each event of the run. */
  const collect = async (...list: CollectedReview[][]): Promise<Record<string, number>> => {
    pages = list;
    const { outcome, runId } = await collectOnce(harness, link);
    expect(outcome).toBe('success');
    return eventCounts(runId);
  };
  const eventCounts = async (runId: number): Promise<Record<string, number>> => {
    const events = await eventsOf(database, runId);
    return Object.fromEntries(
      events.flatMap(({ event, payload }) =>
        'review_count' in payload ? [[event, Number(payload['review_count'])] as const] : [],
      ),
    );
  };
  const [ada, bo, cy] = [shown('Ada Lovett', 2, 'Bright.'), shown('Bo Hart', 3, 'Dim.'), shown('Cy Dunn', 4, 'Fine.')];

  it.each<[what: string, edited: CollectedReview, expected: Partial<Stored>]>([
    ['text', { ...ada, text: 'Not so bright after all.' }, { text: 'Not so bright after all.' }],
    ['rating', { ...ada, rating: 2, ratingOriginal: '2' }, { rating: 200 }],
    ['text and rating', { ...ada, text: 'Broke.', rating: 1, ratingOriginal: '1' }, { text: 'Broke.', rating: 100 }],
    ['date', { ...ada, reviewDate: '2026-05-20T00:00:00' }, {}],
    ['name', { ...ada, author: 'A. Lovett' }, { author: 'A. L.' }],
    ['id, which the page shows now', { ...ada, externalId: '48213' }, {}],
  ])('an author’s change of the %s is an update of the stored review', async (_what, edited, expected) => {
    expect(await collect([ada, bo, cy])).toEqual({ ReviewsAppeared: 3 });
    const before = await stored();
    const events = await collect([bo, edited, cy]);
    expect(events['ReviewsAppeared']).toBeUndefined();
    const after = await stored();
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(after[0]).toMatchObject(expected);
    // The next passes find it under its new id.
    expect(await collect([bo, edited, cy])).toEqual({});
    expect(await collect([bo, edited, cy])).toEqual({});
    expect(await stored()).toEqual(after);
  });

  it('an edited review keeps its id, its curation and its history, and is `reviews.updated` (§6.1)', async () => {
    await collect([ada, bo, cy]);
    const [{ id } = { id: 0 }, other] = await stored();
    await database.query('update review set hidden_at = now() where id = $1', [id]);
    await database.query('update review set pin_position = 0, pinned_at = now() where id = $1', [other?.id]);
    const marks = () =>
      database.query(
        'select id, hidden_at, pinned_at, pin_position, first_seen_at from review where link_id = $1 order by id',
        [link.linkId],
      );
    const before = await marks();
    const edited = [ada, bo].map((review) => ({ ...review, text: `${review.text} Edited.` }));
    expect(await collect([...edited, cy])).toEqual({ ReviewsChanged: 2 });
    expect(await marks()).toEqual(before);
  });

  it('a reply of a new review that is carried over is announced once', async () => {
    await collect([ada, bo]);
    const answered = { ...ada, text: 'Edited.', replyText: 'Thank you' };
    expect(await collect([answered, bo])).toEqual({ ReviewsChanged: 1, RepliesAppeared: 1 });
    expect(await collect([answered, bo])).toEqual({});
  });

  it('a new review is new, also beside an edited one', async () => {
    await collect([ada, bo]);
    expect(await collect([cy, { ...ada, text: 'Edited.' }, bo])).toEqual({ ReviewsAppeared: 1, ReviewsChanged: 1 });
    expect(await texts()).toEqual(['Edited.', 'Dim.', 'Fine.']);
  });

  it('a stored review that a later page shows is not taken for a new one on an earlier page', async () => {
    await collect([ada], [bo]);
    // Another review of the author on the same day.
    const second = { ...bo, text: 'And the next one is dim, too.' };
    expect(await collect([second, ada], [bo])).toEqual({ ReviewsAppeared: 1 });
    expect(await texts()).toEqual(['Bright.', 'Dim.', second.text]);
  });

  it('a review that cannot be decided between two stored ones is new, and the others stay', async () => {
    const [first, second] = [shown('Ada Lovett', 2, 'One.'), shown('Ada Lovett', 2, 'Two.')];
    await collect([first, second, bo]);
    expect(await collect([shown('Ada Lovett', 2, 'Three.'), bo])).toEqual({ ReviewsAppeared: 1 });
    expect(await texts()).toEqual(['One.', 'Two.', 'Dim.', 'Three.']);
  });

  it('a review that was marked as deleted and is shown in another form is restored', async () => {
    const others = Array.from({ length: 8 }, (_, n) => shown(`Author${n}`, 10 + n, `Text ${n}`));
    await collect([ada, ...others]);
    for (let pass = 0; pass < 3; pass += 1) await collect(others);
    expect(await stored()).toMatchObject([{ isDeleted: true }, ...others.map(() => ({ isDeleted: false }))]);
    expect(await collect([{ ...ada, text: 'Bright again.' }, ...others])).toEqual({
      ReviewsChanged: 1,
      ReviewsRestored: 1,
    });
    expect(await stored()).toMatchObject([{ text: 'Bright again.', isDeleted: false }, ...others.map(() => ({}))]);
  });

  it('of a link without reviews are stored page by page, and those of later passes at the end', async () => {
    // A pass waits for the write of 500 reviews before it reads on.
    const many = (page: number): CollectedReview[] =>
      Array.from({ length: 500 }, (_, n) => shown(`Author${n}`, page, `Text ${n}`));
    const counts: number[] = [];
    beforePage = async () => void counts.push((await stored()).length);
    await collect(many(1), many(2), many(3));
    expect(counts).toEqual([0, 500, 1_000]);
    await collect(many(1), many(4), many(5), many(2), many(3));
    expect(counts.slice(3)).toEqual([1_500, 1_500, 1_500, 1_500, 1_500]);
    expect(await stored()).toHaveLength(2_500);
  });

  describe('equal reviews', () => {
    const stars = shown('Anonymous', 2, null);
    const twice = [stars, { ...stars, occurrence: 2 }];

    it('of one page are reviews of their own, also on the next visits', async () => {
      expect(await collect(twice)).toEqual({ ReviewsAppeared: 2 });
      expect(await collect(twice)).toEqual({});
      expect(await stored()).toHaveLength(2);
    });

    it('whose authors have equal masks are reviews of their own', async () => {
      const [brown, baker] = [shown('Ann Brown', 2, null), shown('Ann Baker', 2, null)];
      expect(await collect([brown, baker])).toEqual({ ReviewsAppeared: 2 });
      expect(await collect([brown], [baker])).toEqual({});
      expect(await collect([brown], [brown, baker])).toEqual({});
      expect((await stored()).map(({ author }) => author)).toEqual(['Ann B.', 'Ann B.']);
    });

    it('that differ in the rest of a long text are reviews of their own', async () => {
      const long = (end: string): CollectedReview => shown('Ada Lovett', 2, `${'Bright and light. '.repeat(20)}${end}`);
      expect(await collect([long('One'), long('Two')])).toEqual({ ReviewsAppeared: 2 });
      expect(await collect([long('One'), long('Two')])).toEqual({});
    });

    it('are carried over one by one', async () => {
      await collect([...twice, bo]);
      const before = await stored();
      const read = twice.map((review) => ({ ...review, rating: 2.5, ratingOriginal: '2.5' }));
      expect(await collect([...read, bo])).toEqual({ ReviewsChanged: 2 });
      expect(await stored()).toMatchObject(before.map(({ id }, n) => ({ id, rating: n < 2 ? 250 : 500 })));
    });
  });

  describe('a pass that is stopped early', () => {
    const edited = { ...ada, text: 'Edited.' };
    const stopAfter = (page: number): void => {
      beforePage = (next) => {
        if (next > page) throw new Temporary('network', 'the connection broke');
      };
    };

    it('changes no review that a later page may show, and stores what is like none', async () => {
      await collect([ada], [bo]);
      const before = await stored();
      pages = [[edited, cy], [bo]];
      stopAfter(1);
      const { outcome, runId } = await collectOnce(harness, link);
      expect(outcome).toBe('failed');
      expect(await stored()).toMatchObject([...before, { text: 'Fine.' }]);
      expect(await eventCounts(runId)).toEqual({ ReviewsAppeared: 1 });
      // The next pass that ends decides.
      beforePage = () => undefined;
      expect(await collect([edited, cy], [bo])).toEqual({ ReviewsChanged: 1 });
      expect(await stored()).toMatchObject([
        { id: before[0]?.id, text: 'Edited.' },
        { text: 'Dim.' },
        { text: 'Fine.' },
      ]);
    });

    it('is repeated in the same run, and the run tells each review once', async () => {
      await collect([ada], [bo]);
      pages = [[edited, cy], [bo]];
      let failures = 1;
      beforePage = (page) => {
        if (page > 1 && failures-- > 0) throw new Temporary('network', 'the connection broke');
      };
      const { outcome, runId } = await collectOnce(harness, link);
      expect(outcome).toBe('success');
      expect(await eventCounts(runId)).toEqual({ ReviewsAppeared: 1, ReviewsChanged: 1 });
    });
  });

  it('a pass that stops at known reviews compares only with those in its range', async () => {
    link = await linkTo(database, ORDERED_SOURCE_ID, { url: 'https://ordered.example/page' });
    const old = shown('Ada Lovett', 2, 'Bright.');
    const list = Array.from({ length: 20 }, (_, n) => shown(`Author${n}`, 40 - n, `Text ${n}`));
    await collect(list.slice(0, 10), list.slice(10), [old]);
    // The same author writes the same again. The pass does not read the page with the first one.
    const again = { ...old, reviewDate: '2026-07-01T00:00:00' };
    expect(await collect([again, ...list.slice(0, 10)], list.slice(10), [old])).toEqual({ ReviewsAppeared: 1 });
    expect((await texts()).filter((text) => text === 'Bright.')).toHaveLength(2);
    // A review in its range is carried over.
    const edited = { ...again, text: 'Not so bright.' };
    expect(await collect([edited, ...list.slice(0, 10)], list.slice(10), [old])).toEqual({ ReviewsChanged: 1 });
  });

  it('a review that left a page that shows a selection stays, if another one only resembles it', async () => {
    coverage = 'window';
    const many = Array.from({ length: 12 }, (_, n) => shown(`Author${n}`, 1 + n, 'Great'));
    for (let start = 0; start < 12; start += 4) await collect(many.slice(start, start + 4));
    expect(await collect([shown('Author0', 30, 'Great'), shown('Author9', 31, 'Great')])).toEqual({
      ReviewsAppeared: 2,
    });
    expect(await stored()).toHaveLength(14);
  });

  it('links of several accounts to the page carry over their own reviews', async () => {
    const url = 'https://scripted.example/shared';
    const links = [
      await linkTo(database, SCRIPTED_SOURCE_ID, { url }),
      await linkTo(database, SCRIPTED_SOURCE_ID, { url }),
    ];
    for (const text of ['Bright.', 'Edited.']) {
      for (link of links) await collect([{ ...ada, text }, bo]);
    }
    for (link of links) expect(await texts()).toEqual(['Edited.', 'Dim.']);
  });
});
