import { storeFixture, aLink, type LinkFixture, type StoreFixture } from '@test/support/store-fixture';
import { seededRandom } from '@test/support/feed-harness';
import { insertReview } from '@test/support/review-factory';
import { SyncFollower, syncService, type SyncHarness } from '@test/support/sync-harness';

/**
 * Applies random operations to reviews, links, objects and folders. After each operation, some readers read a page. At the end, every
 * copy must equal the result of one query of the tables, which shares no code with the sync.
 */
const SEEDS = [11, 12, 13, 14];
const STEPS = 120;
const CUT = 3;

describe.each(SEEDS)('sync under random operations (contract §4.4.1), seed %i', (seed) => {
  let fixture: StoreFixture;
  let sync: SyncHarness;
  beforeAll(async () => {
    fixture = await storeFixture();
    sync = syncService(fixture.database);
  });
  afterAll(() => fixture.close());

  it.each([
    ['without a cut', null],
    ['with a cut', CUT],
  ])('the copy of a reader %s equals the result of one query', async (_, visiblePerLink) => {
    const operations = await RandomOperations.make(fixture, seededRandom(seed));
    const readers = operations.selections.flatMap((selection) =>
      [1, 2, 50].map(
        (limit) => new SyncFollower(sync, { accountId: operations.accountId, visiblePerLink }, selection, limit),
      ),
    );
    for (let step = 0; step < STEPS; step += 1) {
      await operations.applyRandomOperation();
      for (const reader of readers) if (operations.chance(0.3)) await reader.page();
    }
    for (const reader of readers) {
      await reader.catchUp();
      expect([reader.name, reader.rows()]).toEqual([
        reader.name,
        await operations.expected(reader.selection, visiblePerLink),
      ]);
    }
  });
});

/** An account with three objects and two folders, and random changes of them. */
class RandomOperations {
  private readonly reviews: number[] = [];
  private constructor(
    private readonly fixture: StoreFixture,
    private readonly random: () => number,
    private readonly links: LinkFixture[],
    private readonly folders: readonly [number, number],
  ) {}

  static async make(fixture: StoreFixture, random: () => number): Promise<RandomOperations> {
    const { database } = fixture;
    const first = await aLink(database, { sourceId: 1 });
    const { accountId } = first;
    const links = [
      first,
      await aLink(database, { accountId, objectId: first.objectId, sourceId: 2 }),
      await aLink(database, { accountId, sourceId: 1 }),
      await aLink(database, { accountId, sourceId: 1 }),
    ];
    const folder = async (parent: number | null): Promise<number> => {
      const [row] = await database.query<{ id: number }>(
        `insert into folder (account_id, parent_folder_id, name) values ($1, $2, 'Folder') returning id`,
        [accountId, parent],
      );
      return (row as { id: number }).id;
    };
    const root = await folder(null);
    return new RandomOperations(fixture, random, links, [root, await folder(root)]);
  }

  get accountId(): number {
    return (this.links[0] as LinkFixture).accountId;
  }

  get selections() {
    return [
      { kind: 'object', objectId: (this.links[0] as LinkFixture).objectId },
      { kind: 'folder', folderId: this.folders[0] },
      { kind: 'folder', folderId: this.folders[1] },
    ] as const;
  }

  chance(share: number): boolean {
    return this.random() < share;
  }

  private pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.random() * items.length)] as T;
  }

  async applyRandomOperation(): Promise<void> {
    const frequentOperations = [
      this.add,
      this.add,
      this.add,
      this.change,
      this.change,
      this.deleteReview,
      this.deleteReview,
    ];
    await this.pick([...frequentOperations, this.switchObject, this.moveObject, this.moveFolder, this.removeLink]).call(
      this,
    );
  }

  private async add(): Promise<void> {
    const link = this.pick(this.links);
    const reviewDate = this.chance(0.1) ? null : `2026-0${1 + Math.floor(this.random() * 9)}-11T00:00:00`;
    await this.fixture.database.transaction(async () => {
      const id = await insertReview(this.fixture.database, { ...link, reviewDate, text: 'new' });
      // As in the intake, the times of a new review are those of its change.
      await this.update(id, 'first_seen_at = changed_at, updated_at = changed_at');
      this.reviews.push(id);
    });
  }

  private change(): Promise<void> {
    const date = `2026-0${1 + Math.floor(this.random() * 9)}-12T00:00:00`;
    return this.rewrite(`text = 'changed ${this.random()}', review_date = '${date}'`);
  }

  private deleteReview(): Promise<void> {
    return this.rewrite(`deleted_at = case when deleted_at is null then changed_at end`);
  }

  private async rewrite(set: string): Promise<void> {
    if (this.reviews.length > 0) await this.update(this.pick(this.reviews), `updated_at = changed_at, ${set}`);
  }

  private async update(reviewId: number, set: string): Promise<void> {
    await this.fixture.database.query(
      `with c as (
         insert into account_change as c values ($1, 1, clock_timestamp()) on conflict (account_id) do update set
           change_seq = c.change_seq + 1, changed_at = clock_timestamp() returning change_seq as seq, changed_at
       )
       update review set change_seq = c.seq, ${set} from c where account_id = $1 and id = $2`,
      [this.accountId, reviewId],
    );
  }

  private async switchObject(): Promise<void> {
    const deletionSql = this.chance(0.1) ? ', deleted_at = case when deleted_at is null then now() end' : '';
    await this.fixture.database.query(
      `update tracked_object set is_active = not is_active${deletionSql} where id = $1`,
      [this.pick(this.links).objectId],
    );
  }

  private async moveObject(): Promise<void> {
    const parameters = [this.accountId, this.pick(this.folders), this.pick(this.links).objectId];
    const deletedRows = await this.fixture.database.execute(
      'delete from folder_object where account_id = $1 and folder_id = $2 and object_id = $3',
      parameters,
    );
    if (deletedRows === 0)
      await this.fixture.database.query('insert into folder_object values ($1, $2, $3)', parameters);
  }

  private async moveFolder(): Promise<void> {
    await this.fixture.database.query(
      'update folder set parent_folder_id = case when parent_folder_id is null then $2::bigint end where id = $1',
      [this.folders[1], this.folders[0]],
    );
  }

  private async removeLink(): Promise<void> {
    if (this.chance(0.7)) return;
    const link = this.pick(this.links);
    const { accountId, objectId, sourceId } = link;
    await this.fixture.database.query('update link set deleted_at = now() where id = $1', [link.linkId]);
    const newLink = await aLink(this.fixture.database, { accountId, objectId, sourceId });
    this.links[this.links.indexOf(link)] = newLink;
  }

  /** Returns `[id, text, isDeleted]` of every review that a copy must contain, ordered by id. */
  async expected(selection: RandomOperations['selections'][number], visiblePerLink: number | null): Promise<unknown[]> {
    const isObject = selection.kind === 'object';
    const rows = await this.fixture.database.query<{ id: number; text: string; gone: boolean }>(
      `select * from (
         select r.id, r.text, r.deleted_at is not null as gone, count(*) filter (where r.deleted_at is null) over (
           partition by r.link_id order by r.review_date desc nulls last, r.id desc
           rows between unbounded preceding and current row exclude current row
         ) as above
         from review r join link l on l.id = r.link_id join tracked_object o on o.id = r.object_id
         where r.account_id = $1 and l.deleted_at is null and o.deleted_at is null and o.is_active and ${
           isObject
             ? 'o.id = $2'
             : `exists (select from folder_object p join folder f on f.id = p.folder_id
                  where p.object_id = o.id and $2 in (f.id, f.parent_folder_id))`
         }
       ) r where $3::int is null or above < $3 order by id`,
      [this.accountId, isObject ? selection.objectId : selection.folderId, visiblePerLink],
    );
    return rows.map(({ id, text, gone }) => [id, text, gone]);
  }
}
