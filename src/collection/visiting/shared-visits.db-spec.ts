import type { Database } from '@libs/database';
import { RequestDelayed, type CollectedReview, type SnapshotPage } from '@libs/sources';
import { collectedReviews } from '@test/support/collected-review';
import { claimNow, collectOnce, makeDue } from '@test/support/collection-harness';
import type { LinkFixture } from '@test/support/store-fixture';
import { PAGE_URL, SUCCESS, VisitedPage, type Outcome } from '@test/support/visited-page';

const LIST: readonly CollectedReview[] = collectedReviews(40);
const PAGES: readonly SnapshotPage[] = [{ reviews: LIST.slice(0, 20) }, { reviews: LIST.slice(20) }];

/** Links of all accounts to one page are due together and share a visit (contract §10.1, §10.5). */
describe('one visit for the links of all accounts to a page', () => {
  let page: VisitedPage;
  let database: Database;

  beforeAll(async () => {
    page = await VisitedPage.start({ HREV_COLLECT_LEASE: '1s' });
    database = page.database;
  });
  beforeEach(() => page.reset(PAGES));
  afterAll(() => page?.close());

  it('reads the pages once for 100 accounts; each has its own reviews, ids, changes, run and events (§2.3, §6)', async () => {
    const links = await page.links(100);
    await page.runAll();
    expect([page.visits, page.pagesRead]).toEqual([[PAGE_URL], 2]);
    const rows = await database.query<Record<string, unknown>>(
      `select r.account_id as "accountId", count(*)::int as reviews, count(distinct r.external_id)::int as ids,
         max(r.change_seq)::int as "lastChange", array_agg(distinct r.author) as authors,
         (select json_agg(o.event order by o.event) from outbox o where o.account_id = r.account_id) as events,
         (select count(*)::int from run u where u.account_id = r.account_id and u.finished_at is not null) as runs
       from review r group by 1 order by 1`,
    );
    expect(rows).toEqual(
      links.map(({ accountId }) => ({
        ...{ accountId, reviews: 40, ids: 40, lastChange: 40, authors: ['Anna M. K.'], runs: 1 },
        events: ['CollectionRunFinished', 'ReviewsAppeared'],
      })),
    );
    const [ids] = await database.query('select count(distinct id)::int as n from review');
    expect(ids).toEqual({ n: 4_000 });
    expect(new Set((await page.outcomesOf(links)).map((one) => one?.outcome))).toEqual(new Set(['success']));
  });

  it('makes the links of a page due at the same time, and those of another page at another (§10.1)', async () => {
    const links = await page.links(5);
    const [other] = await page.links(1, `${PAGE_URL}/other`);
    await page.runAll();
    const times = await database.query<{ linkId: number; at: string }>(
      'select link_id as "linkId", next_run_at::text as at from link_collection order by link_id',
    );
    const timesOf = (of: readonly (LinkFixture | undefined)[]) =>
      new Set(times.filter(({ linkId }) => of.some((link) => link?.linkId === linkId)).map(({ at }) => at));
    expect(timesOf(links).size).toBe(1);
    expect(timesOf([other])).not.toEqual(timesOf(links));
  });

  it('ends the pass that reached known reviews, and reads on under its lease for one that needs all (§10.2)', async () => {
    const [known, fresh] = await page.threeLinks();
    await database.query('update link_collection set next_run_at = null where link_id <> $1', [known.linkId]);
    await collectOnce(page.harness, known);
    await makeDue(database, fresh.linkId);
    let slots: unknown;
    page.beforePage = async (number) => {
      if (number !== 2) return;
      expect(await page.outcomeOf(known)).toMatchObject({ ...SUCCESS, stop: 'known_reached' });
      // Longer than the lease.
      await database.query('select pg_sleep(1.6)');
      [slots] = await database.query(
        'select count(*)::int as n from run_link where lease_until > clock_timestamp() and link_id = $1',
        [fresh.linkId],
      );
    };
    page.visits.length = 0;
    await page.visitLedBy(known);
    expect(slots).toEqual({ n: 1 });
    expect(await page.outcomeOf(fresh)).toMatchObject({ ...SUCCESS, stop: 'complete' });
    expect([page.visits.length, await page.reviewsOf(fresh)]).toEqual([1, 40]);
  });

  it.each<[string, string, Partial<Outcome>]>([
    ['is disabled', 'update link set is_active = false where id = $1', { outcome: 'dropped' }],
    ['is deleted', 'update link set deleted_at = now() where id = $1', { outcome: 'dropped' }],
    [
      'is on an object that is deleted',
      'update tracked_object set deleted_at = now() where id = (select object_id from link where id = $1)',
      { outcome: 'dropped' },
    ],
    [
      'is of an account that is suspended',
      `update account set status = 'suspended' where id = (select account_id from link where id = $1)`,
      { outcome: 'success' },
    ],
    [
      'is claimed by another worker',
      'update run_link set lease_token = gen_random_uuid() where link_id = $1',
      { state: 'running', outcome: null },
    ],
  ])('goes on for the others if a link %s, whether it leads or not', async (_, change, expected) => {
    for (const changed of [0, 1]) {
      const links = await page.threeLinks();
      let isFirst = true;
      page.beforePage = async () => {
        if (isFirst) await database.execute(change, [links[changed]?.linkId]);
        isFirst = false;
      };
      await page.visitLedBy(links[0]);
      const outcomes = await page.outcomesOf(links);
      expect(outcomes[changed]).toMatchObject(expected);
      for (const other of [0, 1, 2].filter((index) => index !== changed)) {
        expect(outcomes[other]).toMatchObject(SUCCESS);
        expect(await page.reviewsOf(links[other] as LinkFixture)).toBe(40);
      }
      await database.query('truncate account cascade');
    }
    expect(page.visits).toHaveLength(2);
  });

  it('continues for the others if the reviews of one account cannot be written, and has ended when all outcomes are written', async () => {
    const links = await page.threeLinks();
    const [leader, companion] = links;
    await database.execute(`create function refuse_review() returns trigger language plpgsql as
      $$ begin raise exception 'refused'; end $$`);
    for (const { accountId } of [companion, leader]) {
      await database.execute(`create trigger refuse_reviews before insert on review for each row
        when (new.account_id = ${accountId}) execute function refuse_review()`);
      await page.visitLedBy(leader);
      await database.execute('drop trigger refuse_reviews on review');
      expect((await page.outcomesOf(links)).map((one) => [one?.outcome, one?.error])).toEqual(
        links.map((link) => (link.accountId === accountId ? ['failed', 'internal'] : ['success', null])),
      );
      await database.query('update link_collection set next_run_at = clock_timestamp(), full_pass_at = null');
      await database.query(`delete from review where account_id = $1`, [leader.accountId]);
      await database.query('delete from link_total');
    }
    await database.execute('drop function refuse_review');
    expect(page.visits).toHaveLength(2);
  });

  it('renews the leases of all links while the rows of one account are locked', async () => {
    const links = await page.threeLinks();
    await database.query('insert into account_change values ($1, 0, now())', [links[1].accountId]);
    page.beforePage = () => new Promise((resolve) => setTimeout(resolve, 1_500));
    const claim = await claimNow(page.harness, links[0]);
    const [visit, valid] = await Promise.all([
      page.harness.collector.run(claim),
      database.transaction(async () => {
        await database.query('select from account_change where account_id = $1 for update', [links[1].accountId]);
        await database.query('select pg_sleep(2.5)');
        return database.query(
          `select link_id as "linkId" from run_link where state = 'running' and lease_until > clock_timestamp()
             and link_id <> $1 order by link_id`,
          [links[1].linkId],
        );
      }),
    ]);
    expect([visit, valid]).toEqual([undefined, [{ linkId: links[0].linkId }, { linkId: links[2].linkId }]]);
    expect(await page.outcomesOf(links)).toMatchObject([SUCCESS, SUCCESS, SUCCESS]);
    expect(page.visits).toHaveLength(1);
  });

  it('keeps the lease of a link whose writes follow one another without a pause', async () => {
    const links = await page.threeLinks();
    page.beforePage = () => new Promise((resolve) => setTimeout(resolve, 2_500));
    const claim = await claimNow(page.harness, links[0]);
    let isOver = false;
    const writes = async (): Promise<void> => {
      while (!isOver)
        await database.transaction(async () => {
          await database.query('select from run_link where link_id = $1 for update', [links[1].linkId]);
          await database.query('select pg_sleep(0.1)');
        });
    };
    const left = async (): Promise<number> => {
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      const [row] = await database.query<{ ms: number }>(
        `select extract(epoch from lease_until - clock_timestamp())::float8 * 1000 as ms from run_link where link_id = $1`,
        [links[1].linkId],
      );
      isOver = true;
      return row?.ms ?? 0;
    };
    const [, , ms] = await Promise.all([page.harness.collector.run(claim), writes(), left()]);
    expect(ms).toBeGreaterThan(0);
    expect(await page.outcomesOf(links)).toMatchObject([SUCCESS, SUCCESS, SUCCESS]);
    expect(page.visits).toHaveLength(1);
  });

  it('accepts an empty list without proof only if no account has reviews of the page', async () => {
    const [fresh, holder] = await page.threeLinks();
    await database.query('update link_collection set next_run_at = null where link_id <> $1', [holder.linkId]);
    await collectOnce(page.harness, holder, true);
    await makeDue(database, holder.linkId);
    page.pages = [];
    let holds: boolean | undefined;
    page.beforePage = async (_, tools) => void (holds = await tools.hasStoredReviews());
    await page.visitLedBy(fresh);
    expect(holds).toBe(true);
  });

  it('releases the companions if the limit of requests is that of the leader, and one of them leads next (§10.7)', async () => {
    const links = await page.threeLinks();
    page.beforePage = () => {
      if (page.visits.length === 1) throw new RequestDelayed("the account's share is used up", null, true);
    };
    await page.visitLedBy(links[0]);
    expect(await page.outcomesOf(links)).toMatchObject([
      { state: 'queued', attempts: 1, waits: true },
      { state: 'queued', attempts: 0, waits: false },
      { state: 'queued', attempts: 0, waits: false },
    ]);
    await page.runAll();
    expect(await page.outcomesOf(links)).toMatchObject([{ ...SUCCESS, attempts: 2 }, SUCCESS, SUCCESS]);
    expect(page.visits).toHaveLength(2);
  });
});
