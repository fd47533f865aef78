import { insertReviews } from '@test/support/review-factory';
import { aLink, storeFixture, type LinkFixture, type StoreFixture } from '@test/support/store-fixture';
import { COUNTED_FLAGS, MONTH_COUNTERS, TOTAL_COUNTERS } from '../../domain/review-counters';
import { REVIEW_FLAGS } from '../../domain/review-flags';
import { COUNTER_TABLES, CounterStore } from './counter.store';

const { text, images, videos, reply, deleted, hidden, pinned } = REVIEW_FLAGS;

/** The schema repeats the bits of the flags in a generated column, and the conditions of the counters in triggers. */
describe('the schema has the same flags and counters as the code', () => {
  /** Every combination of flags that a review can have. */
  const combinations = Array.from({ length: 128 }, (_, bits) => bits).filter((bits) => (bits & (hidden | pinned)) < 96);
  let fixture: StoreFixture;
  let link: LinkFixture;

  beforeAll(async () => {
    fixture = await storeFixture();
    link = await aLink(fixture.database);
    const at = '2026-05-01T00:00:00Z';
    await insertReviews(
      fixture.database,
      combinations.map((bits) => ({
        ...link,
        externalId: `flags-${bits}`,
        reviewDate: '2026-05-01T00:00:00',
        text: bits & text ? 'Text' : null,
        images: bits & images ? [{}] : null,
        videos: bits & videos ? [{}] : null,
        replyText: bits & reply ? 'Reply' : null,
        deletedAt: bits & deleted ? at : null,
        hiddenAt: bits & hidden ? at : null,
        pinPosition: bits & pinned ? 0 : null,
      })),
    );
  });
  afterAll(() => fixture.close());

  it('the column `flags` has the bits of each review', async () => {
    const rows = await fixture.database.query<{ id: string; flags: number }>(
      'select external_id as id, flags from review where account_id = $1',
      [link.accountId],
    );
    expect(rows).toHaveLength(combinations.length);
    for (const { id, flags } of rows) expect([id, flags]).toEqual([`flags-${flags}`, flags]);
  });

  it.each([
    ['link_total', TOTAL_COUNTERS],
    ['link_month', MONTH_COUNTERS],
  ] as const)('the triggers of %s use the same conditions as the code', async (table, counters) => {
    const [stored] = await fixture.database.query<Record<string, number>>(
      `select ${counters.map((name) => `sum(${name})::int as ${name}`).join(', ')} from ${table} where account_id = $1`,
      [link.accountId],
    );
    const counted = counters.map((name) => {
      const { mask, value } = COUNTED_FLAGS[name];
      return [name, combinations.filter((bits) => (bits & mask) === value).length] as const;
    });
    expect(stored).toEqual(Object.fromEntries(counted));
  });

  it.each(COUNTER_TABLES)('the recount of %s agrees with the triggers', async (table) => {
    expect(await new CounterStore(fixture.database).mismatches(link.accountId, table)).toBe(0);
  });
});
