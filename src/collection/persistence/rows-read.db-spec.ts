import type { Database } from '@libs/database';
import { planned, rowsRead } from '@test/support/rows-read';
import { aLink, storeFixture, type LinkFixture, type StoreFixture } from '@test/support/store-fixture';
import { RunPlanningStore } from '../planning';
import { HousekeepingStore } from './housekeeping.store';
import { RunLeaseStore, type ClaimedLink } from './run-lease.store';

const LINKS = 600;
const SOURCES = [1, 2, 3];
const LIMITS = SOURCES.map((sourceId) => ({ sourceId, concurrency: 4, accountLimit: 1_000 }));

/**
 * The fixture is an account with many links and ten ended run links for each of them. Nearly all links are queued after the
 * statistics were collected.
 */
describe('the cost of a run does not depend on the number of other rows', () => {
  let fixture: StoreFixture;
  let database: Database;
  let link: LinkFixture;

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
    link = await aLink(database);
    await database.query(`insert into source (id, slug) select i, 's' || i from generate_series(1, 3) i`);
    await database.query(
      `with objects as (
         insert into tracked_object (account_id, name) select $1, 'o' from generate_series(1, $2::int) returning id
       ), links as (
         insert into link (account_id, object_id, source_id, url) select $1, id, 1 + id % 3, 'u' || id from objects returning *
       ), made as (
         insert into link_collection (link_id, account_id, object_id, source_id) select id, account_id, object_id, source_id from links
       )
       insert into run (account_id, cause, finished_at) values ($1, 'scheduled', now())`,
      [link.accountId, LINKS],
    );
    await database.query(
      `insert into run_link (run_id, account_id, object_id, link_id, source_id, scheduled_at, wants_full, priority, state, outcome)
       select r.id, l.account_id, l.object_id, l.id, l.source_id, now() - i * interval '1 hour', false, 1, 'ended', 'success'
       from run r, link l, generate_series(1, 10) i`,
    );
    await database.query('analyze');
    await database.query(
      `insert into run_link (run_id, account_id, object_id, link_id, source_id, scheduled_at, wants_full, priority)
       select r.id, l.account_id, l.object_id, l.id, l.source_id, now(), false, 1 from run r, link l where l.id <> $1`,
      [link.linkId],
    );
  });
  afterAll(() => fixture.close());

  it('reads only the first links of each source for a claim', async () => {
    const leases = new RunLeaseStore(database);
    const claims: unknown[] = [];
    const read = await rowsRead(database, 'run_link', () =>
      planned(async () => claims.push(...(await leases.claim(LIMITS, 1_000, null)))),
    );
    expect(claims).toHaveLength(7);
    expect(claims).not.toContain(null);
    expect(read).toBeLessThan(7 * 30);
  });

  it('reads only the queues of the accounts that are served next for a claim', async () => {
    await database.query(
      `with accounts as (insert into account (name, plan) select 'a', 'full' from generate_series(1, 400) returning id),
         objects as (insert into tracked_object (account_id, name) select a.id, 'o' from accounts a, generate_series(1, 3) returning id, account_id),
         links as (insert into link (account_id, object_id, source_id, url) select account_id, id, 1 + id % 3, 'u' || id from objects returning *),
         made as (insert into link_collection (link_id, account_id, object_id, source_id)
           select id, account_id, object_id, source_id from links),
         runs as (insert into run (account_id, cause) select id, 'scheduled' from accounts returning id, account_id)
       insert into run_link (run_id, account_id, object_id, link_id, source_id, scheduled_at, wants_full, priority)
       select r.id, l.account_id, l.object_id, l.id, l.source_id, now(), false, 2 from links l join runs r using (account_id)`,
    );
    const leases = new RunLeaseStore(database);
    const claim = () => planned(() => leases.claim(LIMITS, 1_000, null));
    expect(await rowsRead(database, 'run_link', claim)).toBeLessThan(7 * 60);
    expect(await rowsRead(database, 'account_queue', claim)).toBeLessThan(7 * 150);
  });

  it('does not read the links in backoff for a claim', async () => {
    const linksInBackoff = await database.execute(
      `update run_link set attempts = 1, not_before = now() + interval '5 minutes', moves_up_at = now() - interval '1 hour'
       where account_id = $1 and state = 'queued' and id % 20 > 0`,
      [link.accountId],
    );
    expect(linksInBackoff).toBeGreaterThan(LINKS * 0.9);
    const leases = new RunLeaseStore(database);
    const claims: ClaimedLink[] = [];
    const read = await rowsRead(database, 'run_link', () =>
      planned(async () => claims.push(...(await leases.claim(LIMITS, 1_000, null)))),
    );
    expect(claims).toHaveLength(7);
    expect(claims.map(({ attempts }) => attempts)).not.toContain(2);
    expect(claims.map(({ accountId }) => accountId)).toContain(link.accountId);
    expect(read).toBeLessThan(7 * 60);
  });

  it.each([
    ['reads only links of the source that are due soon to choose a probe', 'success', 1],
    ['reads few links to choose a probe if no link can be one', 'failed', 0],
  ])('%s', async (_, status, found) => {
    const probeLinks = 'source_id = 3 and link_id % 20 = 0';
    await database.query(`update link_collection set scrape_status = 'success', next_run_at = clock_timestamp()`);
    await database.query(
      `update link_collection set scrape_status = $1, next_run_at = clock_timestamp() + interval '2 hours' where source_id = 3`,
      [status],
    );
    await database.query(
      `update link_collection set next_run_at = clock_timestamp() + interval '50 minutes' where ${probeLinks}`,
    );
    await database.query(
      'delete from run_link where link_id in (select link_id from link_collection where ' + probeLinks + ')',
    );
    const planning = new RunPlanningStore(database);
    const read = await rowsRead(database, 'link_collection', async () => {
      expect(await planning.lockProbe(3)).toHaveLength(found);
    });
    expect(read).toBeLessThan(60);
    await database.query(`update link_collection set next_run_at = null`);
  });

  it('reads the links that it plans and a few of each account, if many links are due', async () => {
    await database.query(`update link_collection set next_run_at = clock_timestamp()`);
    await database.query('analyze link_collection');
    const planning = new RunPlanningStore(database);
    const read = await rowsRead(database, 'link_collection', async () => {
      expect((await planning.lockDue(100)).links).toHaveLength(100);
    });
    // A few index look-ups for each account. Reading all links of each would read a hundred times as many rows.
    expect(read).toBeLessThan(8 * 400);
    await database.query(`update link_collection set next_run_at = null`);
  });

  it('finds the open run of an object by its links', async () => {
    const planning = new RunPlanningStore(database);
    const read = await rowsRead(database, 'run_link', async () => {
      expect(await planning.openRunOf(link.accountId, link.objectId)).toBeNull();
      expect(await planning.openRunOf(link.accountId, link.objectId + 1)).not.toBeNull();
    });
    expect(read).toBeLessThan(5);
  });

  it('finds the links of an object by the object', async () => {
    const planning = new RunPlanningStore(database);
    const read = await rowsRead(database, 'link_collection', async () => {
      expect(await planning.linksOfObject(link.accountId, link.objectId)).toMatchObject([{ linkId: link.linkId }]);
    });
    expect(read).toBeLessThan(10);
  });

  it('finds the replies of a purged link by the link', async () => {
    await database.query(
      `insert into review_reply (account_id, review_id, object_id, link_id, source_id, review_key, state, action, text)
       select account_id, id, object_id, id, source_id, sha256(id::text::bytea), 'deleted', 'publish', 't' from link`,
    );
    await database.query(`update link set deleted_at = now() - interval '40 days' where id = $1`, [link.linkId]);
    await database.query('analyze review_reply');
    const read = await rowsRead(database, 'review_reply', async () => {
      expect(await new HousekeepingStore(database).purgePart(link)).toMatchObject({ links: 1, isComplete: true });
    });
    expect(read).toBeLessThan(5);
  });
});
