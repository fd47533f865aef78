import type { Database } from '@libs/database';
import { Blocked, Changed, Gone, RequestDelayed, Temporary, Throttled, type PlatformSource } from '@libs/sources';
import { collectedReviews } from '@test/support/collected-review';
import { SCRIPTED_SOURCE_ID, linkTo } from '@test/support/collection-harness';
import { eventually } from '@test/support/eventually';
import type { LinkFixture } from '@test/support/store-fixture';
import { PAGE_URL, SUCCESS, VisitedPage, type Outcome } from '@test/support/visited-page';
import type { ClaimedLink } from '../persistence/run-lease.store';

const PAGES = [{ reviews: collectedReviews(20, 21) }, { reviews: collectedReviews(20) }];
/** As the adapters do, removes what does not identify the page. */
const canonical = (url: URL): string => `https://scripted.example${url.pathname.replace(/\/$/, '').toLowerCase()}`;

function withOwnerRoad(platform: PlatformSource, visitOwner: () => void): PlatformSource {
  return {
    ...platform,
    facts: { ...platform.facts, politeness: { ...platform.facts.politeness, concurrency: 2 } },
    match: (url) => platform.match(url) && { kind: 'page', canonicalUrl: canonical(url) },
    ownerRoads: [
      {
        ...{ name: 'owner', reading: 'http', order: 'newest_first', shows: 'all', limit: null },
        ...{ evidence: 'documented', readsPublicList: false, hasOwnIds: false },
        async *visit() {
          visitOwner();
          yield { reviews: collectedReviews(5) };
          return { coverage: 'all' };
        },
      },
    ],
    connecting: {
      hosts: ['scripted.example'],
      credentialFields: [{ name: 'key', secret: true, description: 'API key', required: true }],
      check: () => Promise.resolve({ card: 'card', name: null }),
    },
  };
}

/** Who takes part in a shared visit, and how its errors and limits apply to each link (contract §2.2, §10.5, §10.6, §10.7). */
describe('the limits of a shared visit', () => {
  let page: VisitedPage;
  let database: Database;
  let ownerVisits = 0;

  beforeAll(async () => {
    page = await VisitedPage.start({ HREV_ENCRYPTION_KEY: '7e'.repeat(32) }, (platform) =>
      withOwnerRoad(platform, () => (ownerVisits += 1)),
    );
    database = page.database;
  });
  beforeEach(async () => {
    await page.reset(PAGES);
    ownerVisits = 0;
  });
  afterAll(() => page?.close());

  const connect = ({ accountId, objectId }: LinkFixture) =>
    page.harness.connections.add(accountId, objectId, 'scripted', { key: 'open' });
  /** Starts a visit that waits before its second page, until `leave` is called. */
  const hangingVisit = async (link: LinkFixture, stop?: AbortSignal) => {
    let leave = (): void => undefined;
    const hung = new Promise<void>((resolve) => (leave = resolve));
    page.beforePage = () => hung;
    const ended = page.visitLedBy(link, stop);
    await eventually('the first page', 5_000, () => page.pagesRead > 0);
    return { ended, leave: () => (leave(), ended) };
  };
  const runLinks = (): Promise<number> => database.execute('select from run_link');

  it.each<[string, () => Error, Partial<Outcome>]>([
    ['Blocked', () => new Blocked('no'), { outcome: 'failed', error: 'blocked' }],
    ['Gone', () => new Gone('no'), { outcome: 'failed', error: 'page_not_found' }],
    ['Changed', () => new Changed('no'), { outcome: 'failed', error: 'parse_error' }],
    ['a long Retry-After', () => new Throttled('no', 3_600_000), { outcome: 'failed', error: 'rate_limited' }],
    ['a short Retry-After', () => new Throttled('no', 60_000), { state: 'queued', attempts: 1, waits: true }],
    ['Temporary', () => new Temporary('network', 'no'), { state: 'queued', attempts: 1, waits: true }],
  ])('%s ends each link with an outcome of its own, after the pages that were read', async (_, error, expected) => {
    const links = await page.threeLinks();
    page.beforePage = () => {
      throw error();
    };
    await page.visitLedBy(links[0]);
    expect(await page.outcomesOf(links)).toMatchObject(links.map(() => expected));
    expect(await Promise.all(links.map((link) => page.reviewsOf(link)))).toEqual([20, 20, 20]);
    expect(page.visits).toHaveLength(1);
  });

  it('records a refusal once, for the account whose requests were refused, even if its pass has ended before (§10.6)', async () => {
    const links = await page.threeLinks();
    for (const leader of [links[0], links[1]]) {
      page.beforePage = async () => {
        await database.execute('update run_link set lease_token = null where link_id = $1', [links[1].linkId]);
        throw new Blocked('no');
      };
      await page.visitLedBy(leader);
      const [pace] = await database.query(
        'select cardinality(refused_pages) as pages, refused_accounts::text[] as accounts, blocks_in_a_row as blocks from source_pace',
      );
      expect(pace).toEqual({ pages: 1, accounts: [String(leader.accountId)], blocks: 1 });
      await database.query('truncate run, source_pace cascade');
      await database.query('update link_collection set next_run_at = clock_timestamp()');
    }
  });

  it('records a Retry-After for the account whose request it answers only (§10.5)', async () => {
    const links = await page.threeLinks();
    page.beforePage = () => {
      throw new Throttled('no', 60_000);
    };
    await page.visitLedBy(links[0]);
    expect(
      await database.query('select account_id as id from account_pace where held_until > clock_timestamp()'),
    ).toEqual([{ id: links[0].accountId }]);
  });

  it('fails all links at the daily limit of the source in one visit, except first collections, which have a reserve (§10.7)', async () => {
    const links = await page.threeLinks();
    await database.query('update link_collection set last_scraped_at = clock_timestamp() where link_id <> $1', [
      links[2].linkId,
    ]);
    page.beforePage = () => {
      throw new RequestDelayed('used up', 3_600_000);
    };
    await page.visitLedBy(links[0]);
    const failed = { outcome: 'failed', error: 'rate_limited' };
    expect(await page.outcomesOf(links)).toMatchObject([failed, failed, { state: 'queued', attempts: 0 }]);
    await page.visitLedBy(links[2]);
    expect(await page.outcomeOf(links[2])).toMatchObject(failed);
    expect(page.visits).toHaveLength(2);
  });

  describe('connections (§4.5)', () => {
    it('never serves other links by a visit on the road of an owner', async () => {
      const links = await page.threeLinks();
      await connect(links[0]);
      await database.query('update link_collection set next_run_at = null where link_id = $1', [links[0].linkId]);
      await page.visitLedBy(links[0]);
      expect([ownerVisits, page.visits.length, await runLinks()]).toEqual([1, 0, 1]);
      await page.runAll();
      expect([ownerVisits, page.visits.length]).toEqual([1, 1]);
    });

    it('visits a connected link alone, and does not shorten its wait for the next attempt', async () => {
      const links = await page.threeLinks();
      await connect(links[1]);
      await page.harness.planDue();
      await database.execute(
        `update run_link set attempts = 1, not_before = clock_timestamp() + interval '1 hour' where link_id = $1`,
        [links[1].linkId],
      );
      await page.visitLedBy(links[0]);
      expect(await page.outcomesOf(links)).toMatchObject([
        SUCCESS,
        { state: 'queued', attempts: 1, waits: true },
        SUCCESS,
      ]);
      await database.execute('update run_link set not_before = clock_timestamp() where outcome is null');
      await page.runAll();
      expect([await page.reviewsOf(links[1]), ownerVisits, page.visits.length]).toEqual([5, 1, 1]);
    });

    it('continues for the others if the connection of one object cannot be opened', async () => {
      const links = await page.threeLinks();
      await connect(links[1]);
      await database.execute(`update platform_connection set sealed = '\\x00'`);
      await page.visitLedBy(links[0]);
      const [leader, , other] = await page.outcomesOf(links);
      expect([leader, other]).toMatchObject([SUCCESS, SUCCESS]);
      expect(await page.outcomeOf(links[1])).toMatchObject({ state: 'queued', attempts: 0 });
    });
  });

  describe('who takes part', () => {
    it('two spellings of an address are one page', async () => {
      const spellings = ['https://scripted.example/Cafe/', 'https://scripted.example/cafe?utm=1'];
      for (const spelling of spellings)
        await linkTo(database, SCRIPTED_SOURCE_ID, { url: canonical(new URL(spelling)) });
      await page.runAll();
      expect(page.visits).toEqual(['https://scripted.example/cafe']);
    });

    it.each<[string, string]>([
      [
        'is not due',
        `update link_collection set next_run_at = clock_timestamp() + interval '1 hour' where link_id = $1`,
      ],
      ['is disabled', 'update link set is_active = false where id = $1'],
      ['is deleted', 'update link set deleted_at = now() where id = $1'],
      [
        'is of a suspended account',
        `update account set status = 'suspended' where id = (select account_id from link where id = $1)`,
      ],
      [
        'is of an account whose trial is over',
        `update account set trial_ends_at = now() - interval '1 hour' where id = (select account_id from link where id = $1)`,
      ],
      [
        'is of a disabled object',
        'update tracked_object set is_active = false where id = (select object_id from link where id = $1)',
      ],
    ])('"collect now" of one account does not collect a link of another that %s', async (_, change) => {
      const links = await page.threeLinks();
      await database.execute(change, [links[1].linkId]);
      await page.visitLedBy(links[0]);
      const taken = expect.objectContaining(SUCCESS) as Outcome;
      expect(await page.outcomesOf(links)).toEqual([taken, undefined, taken]);
    });

    it('collects no companions at a paused source, where the operator tries one link', async () => {
      const links = await page.threeLinks();
      await page.harness.planDue();
      const [run] = await database.query<{ id: number }>('select run_id as id from run_link where link_id = $1', [
        links[0].linkId,
      ]);
      const runId = run?.id ?? 0;
      await database.execute(
        `insert into source_pace (source_id, trial_run_id) values ($1, $2)
         on conflict (source_id) do update set trial_run_id = excluded.trial_run_id`,
        [SCRIPTED_SOURCE_ID, runId],
      );
      await database.execute(`insert into switch_off (switch, source_id) values ('collection', $1)`, [
        SCRIPTED_SOURCE_ID,
      ]);
      const claim = (await page.harness.collector.claim(runId)) as ClaimedLink;
      await page.harness.collector.run(claim);
      const waiting = { state: 'queued', attempts: 0 };
      expect(await page.outcomesOf(links)).toMatchObject([SUCCESS, waiting, waiting]);
    });
  });

  describe('claims (§10.7)', () => {
    const claimStates = () =>
      database.query('select state, attempts, outcome from run_link group by 1, 2, 3 order by 1, 2, 3');

    it('a visit of 100 links uses one slot of the source, also after the link that leads it has ended', async () => {
      const links = await page.links(100);
      const [leader] = links as [LinkFixture];
      const visit = await hangingVisit(leader);
      const others = await page.links(2, `${PAGE_URL}/other`);
      await page.links(1, `${PAGE_URL}/third`);
      await database.execute('update link_collection set next_run_at = null where link_id = $1', [others[1]?.linkId]);
      await database.execute(`update run_link set state = 'ended', outcome = 'success' where link_id = $1`, [
        leader.linkId,
      ]);
      await page.harness.planDue();
      const second = await page.harness.collector.claim(null);
      expect(second?.url).toMatch(/other|third/);
      expect(await page.harness.collector.claim(null)).toBeNull();
      await visit.leave();
      expect(await page.harness.collector.claim(null)).not.toBeNull();
    });

    it('a process that stops releases all links, without an attempt', async () => {
      const links = await page.threeLinks();
      const stop = new AbortController();
      const visit = await hangingVisit(links[0], stop.signal);
      stop.abort(new Error('the process is stopping'));
      await visit.ended;
      expect(await claimStates()).toEqual([{ state: 'queued', attempts: 0, outcome: null }]);
      expect((await page.outcomesOf(links)).map((one) => one?.waits)).toEqual([false, false, false]);
    });

    it('after the worker dies, each link can be claimed, and the dead visit writes nothing more', async () => {
      const links = await page.threeLinks();
      const visit = await hangingVisit(links[0]);
      await database.execute(`update run_link set lease_until = clock_timestamp() - interval '1 second'`);
      const claims = [await page.harness.collector.claim(null), await page.harness.collector.claim(null)];
      expect(claims.map((claim) => claim?.attempts)).toEqual([2, 2]);
      await visit.leave();
      expect((await page.outcomesOf(links)).map((one) => one?.state)).toEqual(
        expect.arrayContaining(['running', 'running']) as string[],
      );
      page.beforePage = () => undefined;
      for (const claim of claims) if (claim) await page.harness.collector.run(claim);
      await page.runAll();
      expect((await page.outcomesOf(links)).map((one) => one?.outcome)).toEqual(['success', 'success', 'success']);
      expect(await page.reviewsOf(links[2])).toBe(40);
    });
  });
});
