import { aLink, storeFixture, type LinkFixture, type StoreFixture } from '@test/support/store-fixture';
import { insertReviews } from '@test/support/review-factory';
import { feedFilter } from '../../domain/feed-filter';
import { NewestPageQuery } from './feed.query';

/** Checks when the strategy returns a page. `feed.db-spec` compares the page with a reference implementation. */
describe('NewestPageQuery reads the newest reviews of an object in one statement (contract §4.4)', () => {
  let fixture: StoreFixture;
  let query: NewestPageQuery;
  let link: LinkFixture;

  beforeAll(async () => {
    fixture = await storeFixture();
    query = new NewestPageQuery(fixture.database);
  });
  beforeEach(async () => {
    link = await aLink(fixture.database);
    const days = ['01', '02', '03'];
    await insertReviews(
      fixture.database,
      days.map((day) => ({ ...link, reviewDate: `2026-03-${day}T00:00:00`, text: `Отлично, day ${day}` })),
    );
  });
  afterAll(() => fixture.close());

  const filter = feedFilter({
    linkIds: [],
    sourceIds: [],
    includeDeleted: false,
    onlyDeleted: false,
    showHidden: false,
  });
  const shape = { version: 'v3', showsCuration: true, includeRaw: false, separatePosNeg: false } as const;
  const read = async (offset = 0, scope = link): Promise<{ texts: string[]; total: number } | null> => {
    const { accountId, objectId } = scope;
    const page = await query.read({ accountId, objectId, filter, shape }, { limit: 2, offset });
    if (page === null) return null;
    return { texts: page.items.map((item) => (JSON.parse(item) as { text: string }).text), total: page.total };
  };

  it('returns the page and the total', async () => {
    expect(await read()).toEqual({ texts: ['Отлично, day 03', 'Отлично, day 02'], total: 3 });
    expect(await read(2)).toEqual({ texts: ['Отлично, day 01'], total: 3 });
  });

  it.each([
    ['the object is disabled', 'update tracked_object set is_active = false where id = $1'],
    ['the object is deleted', 'update tracked_object set deleted_at = clock_timestamp() where id = $1'],
    ['a link was removed', 'update link set deleted_at = clock_timestamp() where object_id = $1'],
    ['there is no review', 'delete from review where object_id = $1'],
  ])('returns null if %s', async (_row, statement) => {
    await fixture.database.execute(statement, [link.objectId]);
    expect(await read()).toBeNull();
  });

  it('returns null beyond the last review and for an object of another account', async () => {
    expect(await read(3)).toBeNull();
    const other = await aLink(fixture.database);
    expect(await read(0, { ...link, accountId: other.accountId })).toBeNull();
  });
});
