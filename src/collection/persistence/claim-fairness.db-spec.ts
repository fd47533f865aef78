// cspell:ignore abcabcabaaaa bababab bbba caca
import { asRequest, type Database } from '@libs/database';
import {
  SCRIPTED_SOURCE_ID,
  collectionHarness,
  linkTo,
  scriptedPlatform,
  type CollectionHarness,
} from '@test/support/collection-harness';
import { eventually } from '@test/support/eventually';
import { aLink, storeFixture, type LinkFixture, type StoreFixture } from '@test/support/store-fixture';
import type { ClaimedLink, RunLeaseStore } from './run-lease.store';

/** Longer than any of these tests, so that no lease expires. */
const LEASE_MS = 3_600_000;
const OTHER_SOURCE_ID = 901;

describe('claims are round-robin by account, least recently served first (contract §10.7)', () => {
  let fixture: StoreFixture;
  let database: Database;
  let harness: CollectionHarness;
  let leases: RunLeaseStore;

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
    const platform = scriptedPlatform(async function* () {
      yield await Promise.resolve({ reviews: [] });
      return { coverage: 'all' };
    });
    harness = await collectionHarness(database, { platforms: [platform] });
    leases = harness.leases;
  });
  beforeEach(() => database.query('truncate account, source_pace, review, review_raw cascade'));
  afterAll(async () => {
    await harness?.close();
    await fixture?.close();
  });

  /** Creates an account with this many queued links. */
  const accountWithLinks = async (links: number, sourceId = SCRIPTED_SOURCE_ID): Promise<LinkFixture> => {
    const first = await aLink(database, { sourceId });
    for (let more = 1; more < links; more += 1) await aLink(database, { accountId: first.accountId, sourceId });
    await harness.planDue();
    return first;
  };
  const limitsOf = (concurrency: number, sourceId = SCRIPTED_SOURCE_ID) => [
    { sourceId, concurrency, accountLimit: 1_000 },
  ];
  const endRunLinks = (claims: readonly ClaimedLink[]): Promise<number> =>
    database.execute(
      `update run_link set state = 'ended', outcome = 'success', lease_token = null, lease_until = null where id = any($1)`,
      [claims.map(({ runLinkId }) => runLinkId)],
    );
  /** Claims `count` times, ending each claim before the next one. Returns the names of the accounts, in order of their claims. */
  const servedOrder = async (
    names: Readonly<Record<string, LinkFixture>>,
    count: number,
    limits = limitsOf(1),
  ): Promise<string> => {
    const order: string[] = [];
    for (let claim = 0; claim < count; claim += 1) {
      const claims = await leases.claim(limits, LEASE_MS, null);
      for (const { accountId } of claims)
        order.push(Object.keys(names).find((name) => names[name]?.accountId === accountId) ?? '?');
      await endRunLinks(claims);
    }
    return order.join('');
  };

  it('serves an account with many long overdue links no sooner than the others', async () => {
    const a = await accountWithLinks(20);
    const b = await accountWithLinks(3);
    const c = await accountWithLinks(2);
    expect(await servedOrder({ a, b, c }, 12)).toBe('abcabcabaaaa');
  });

  it('serves a new account next, and then no more often than the others', async () => {
    const a = await accountWithLinks(9);
    expect(await servedOrder({ a }, 4)).toBe('aaaa');
    const b = await accountWithLinks(4);
    expect(await servedOrder({ a, b }, 7)).toBe('bababab');
  });

  it('serves the account with the fewest claimed links first, so that long visits of one account do not use all slots', async () => {
    await accountWithLinks(9);
    await leases.claim(limitsOf(2), LEASE_MS, null, 2);
    const b = await accountWithLinks(9);
    const next = await leases.claim(limitsOf(5), LEASE_MS, null, 3);
    expect(next.filter(({ accountId }) => accountId === b.accountId)).toHaveLength(3);
  });

  it('shares the slots of one claim among accounts, as several claims for one slot do', async () => {
    const a = await accountWithLinks(9);
    const b = await accountWithLinks(1);
    const c = await accountWithLinks(9);
    const claims = await leases.claim(limitsOf(5), LEASE_MS, null, 8);
    const countOf = (link: LinkFixture): number =>
      claims.filter(({ accountId }) => accountId === link.accountId).length;
    expect([countOf(a), countOf(b), countOf(c)]).toEqual([2, 1, 2]);
  });

  it('does not serve an account four times as often because it has links at four sources', async () => {
    const sources = [SCRIPTED_SOURCE_ID, 901, 902, 903];
    const a = await aLink(database, { sourceId: SCRIPTED_SOURCE_ID });
    for (let link = 0; link < 32; link += 1)
      await aLink(database, { accountId: a.accountId, sourceId: sources[link % 4] ?? 0 });
    const b = await accountWithLinks(12);
    const order = await servedOrder(
      { a, b },
      15,
      sources.flatMap((source) => limitsOf(1, source)),
    );
    expect(order.match(/b/g)?.length).toBeGreaterThanOrEqual(5);
  });

  it('orders the accounts at each source independently', async () => {
    const a = await accountWithLinks(8);
    const b = await accountWithLinks(1);
    const c = await accountWithLinks(2, OTHER_SOURCE_ID);
    await aLink(database, { accountId: a.accountId, sourceId: OTHER_SOURCE_ID });
    await harness.planDue();
    expect(await servedOrder({ a, b }, 3)).toBe('aba');
    expect(await servedOrder({ a, c }, 2, limitsOf(1, OTHER_SOURCE_ID))).toMatch(/^(ac|ca)$/);
  });

  it("serves an account that has used half of a source's daily requests only if no other account has queued links", async () => {
    const a = await accountWithLinks(6);
    const b = await accountWithLinks(3);
    await database.query(
      'insert into account_pace (account_id, source_id, used_on, requests_used) values ($1, $2, current_date, 1000)',
      [a.accountId, SCRIPTED_SOURCE_ID],
    );
    expect(await servedOrder({ a, b }, 4)).toBe('bbba');
    const c = await accountWithLinks(2);
    await database.query('update account_pace set used_on = current_date - 1');
    expect(await servedOrder({ a, c }, 4)).toBe('caca');
  });

  it.each([
    ['claims no link of an account that a Retry-After delays for 5 more minutes', '300 seconds', 'bbb'],
    ['claims the links of an account whose Retry-After has passed', '-1 seconds', 'aba'],
    ['claims the links of an account whose Retry-After is longer than a run may wait', '1 hour', 'aba'],
  ])('%s', async (_, delay, expected) => {
    const a = await accountWithLinks(3);
    const b = await accountWithLinks(3);
    await database.query(
      `insert into account_pace (account_id, source_id, held_until) values ($1, $2, now() + $3::interval)`,
      [a.accountId, SCRIPTED_SOURCE_ID, delay],
    );
    expect(await servedOrder({ a, b }, 3)).toBe(expected);
  });

  describe('within an account: first collections, then "collect now", then scheduled', () => {
    type QueueClass = 'first' | 'manual' | 'scheduled';
    it.each<[string, readonly (readonly [QueueClass, number])[], string]>([
      [
        'claims links in the order of the classes',
        [
          ['scheduled', 3],
          ['manual', 2],
          ['first', 1],
        ],
        'first manual scheduled',
      ],
      [
        'claims, within a class, the link with the longest wait before the others',
        [
          ['manual', 1],
          ['manual', 30],
          ['manual', 7],
        ],
        'manual:30 manual:7 manual:1',
      ],
      [
        'moves a link up one class after 36 minutes (a tenth of the default collection interval of six hours)',
        [
          ['manual', 20],
          ['scheduled', 40],
        ],
        'scheduled manual',
      ],
      [
        'does not move a link up that has waited for less',
        [
          ['manual', 20],
          ['scheduled', 35],
        ],
        'manual scheduled',
      ],
      [
        'moves a link up only one class, even after a long wait',
        [
          ['first', 1],
          ['scheduled', 600],
        ],
        'first scheduled',
      ],
      [
        'also moves up a link queued by "collect now"',
        [
          ['first', 20],
          ['manual', 40],
        ],
        'manual first',
      ],
      [
        'moves no link above the class of first collections',
        [
          ['first', 40],
          ['manual', 60],
          ['first', 50],
        ],
        'manual:60 first:50 first:40',
      ],
    ])('%s', async (_, waiting, expected) => {
      const { accountId } = await aLink(database, { sourceId: OTHER_SOURCE_ID });
      const names = new Map<number, string>();
      for (const [kind, minutes] of waiting) {
        const link = await linkTo(database, SCRIPTED_SOURCE_ID, { accountId });
        names.set(link.linkId, `${kind}:${minutes}`);
        const since = `clock_timestamp() - ${minutes} * interval '1 minute'`;
        await database.query(
          `update link_collection set next_run_at = ${since}, last_scraped_at = case when $2 then null else now() end where link_id = $1`,
          [link.linkId, kind === 'first'],
        );
        if (kind !== 'manual') await harness.planDue();
        else await harness.planner.collectNow(accountId, link.objectId, { full: false, minGapMs: 0 });
        if (kind === 'manual')
          await database.query(
            `update run_link set moves_up_at = moves_up_at - $2 * interval '1 minute' where link_id = $1`,
            [link.linkId, minutes],
          );
      }
      const order: string[] = [];
      while (order.length < waiting.length) {
        const claims = await leases.claim(limitsOf(1), LEASE_MS, null);
        order.push(...claims.map(({ linkId }) => names.get(linkId) ?? '?'));
        await endRunLinks(claims);
      }
      const labels = expected.includes(':') ? order : order.map((name) => name.split(':')[0]);
      expect(labels.join(' ')).toBe(expected);
    });

    it('"collect now" raises a queued link to the class `manual`', async () => {
      const { accountId } = await aLink(database, { sourceId: OTHER_SOURCE_ID });
      const links: LinkFixture[] = [];
      for (let link = 0; link < 3; link += 1) links.push(await linkTo(database, SCRIPTED_SOURCE_ID, { accountId }));
      await database.query('update link_collection set last_scraped_at = now() where link_id <> $1', [
        links[2]?.linkId,
      ]);
      await harness.planDue();
      await harness.planner.collectNow(accountId, links[1]?.objectId ?? 0, { full: false, minGapMs: 0 });
      const claims: number[] = [];
      for (let claim = 0; claim < 3; claim += 1)
        claims.push(...(await leases.claim(limitsOf(9), LEASE_MS, null)).map(({ linkId }) => linkId));
      expect(claims).toEqual([links[2]?.linkId, links[1]?.linkId, links[0]?.linkId]);
    });
  });

  describe('claims every queued link', () => {
    it('claims a link with a backoff after the backoff, and other links during it', async () => {
      const a = await accountWithLinks(2);
      const [first] = await leases.claim(limitsOf(1), LEASE_MS, null);
      await leases.retryLater(first as ClaimedLink, 500);
      const [second] = await leases.claim(limitsOf(1), LEASE_MS, null);
      expect(second?.linkId).not.toBe(first?.linkId);
      await endRunLinks([second as ClaimedLink]);
      expect(await leases.claim(limitsOf(1), LEASE_MS, null)).toEqual([]);
      const again = await eventually('the end of the backoff', 10_000, async () => {
        const [claim] = await leases.claim(limitsOf(1), LEASE_MS, null);
        return claim;
      });
      expect([again.linkId, again.accountId]).toEqual([first?.linkId, a.accountId]);
    });

    it('skips the queue of an account that a planner has locked, and claims its links after the commit', async () => {
      const a = await accountWithLinks(1);
      const b = await accountWithLinks(1);
      const late = await linkTo(database, SCRIPTED_SOURCE_ID, { accountId: a.accountId });
      let claims: readonly ClaimedLink[] = [];
      await database.transaction(async () => {
        await harness.planner.collectNow(late.accountId, late.objectId, { full: false, minGapMs: 0 });
        // In a separate transaction, like the claim of another worker.
        claims = await asRequest(() => leases.claim(limitsOf(9), LEASE_MS, null, 8));
      });
      expect(claims.map(({ accountId }) => accountId)).toEqual([b.accountId]);
      const rest = await leases.claim(limitsOf(9), LEASE_MS, null, 8);
      expect(rest.map(({ linkId }) => linkId).sort()).toEqual([a.linkId, late.linkId].sort());
    });

    it('claims every link once while others are planned concurrently', async () => {
      const accounts = await Promise.all(
        Array.from({ length: 6 }, () => aLink(database, { sourceId: OTHER_SOURCE_ID })),
      );
      const claimedLinkIds: number[] = [];
      let isPlanning = true;
      const claimAll = async (): Promise<void> => {
        for (;;) {
          const wasPlanning = isPlanning;
          const claims = await leases.claim(limitsOf(1_000), LEASE_MS, null, 3);
          claimedLinkIds.push(...claims.map(({ linkId }) => linkId));
          if (claims.length === 0 && !wasPlanning) return;
        }
      };
      const addAndPlanLinks = async (accountId: number): Promise<void> => {
        for (let link = 0; link < 15; link += 1) {
          await linkTo(database, SCRIPTED_SOURCE_ID, { accountId });
          await harness.planDue();
        }
      };
      const workers = [claimAll(), claimAll(), claimAll()];
      await Promise.all(accounts.map(({ accountId }) => addAndPlanLinks(accountId)));
      isPlanning = false;
      await Promise.all(workers);
      await harness.planDue();
      await claimAll();
      expect(claimedLinkIds).toHaveLength(90);
      expect(new Set(claimedLinkIds).size).toBe(90);
    });

    it('skips an account whose run links were deleted', async () => {
      const a = await accountWithLinks(3);
      const b = await accountWithLinks(2);
      await database.query('delete from run_link where account_id = $1', [a.accountId]);
      expect(await servedOrder({ a, b }, 3)).toBe('bb');
    });

    it('skips an account whose link is locked, and serves others', async () => {
      const a = await accountWithLinks(1);
      const b = await accountWithLinks(2);
      await database.transaction(async () => {
        await database.query('select from run_link where account_id = $1 for update', [a.accountId]);
        const first = await asRequest(() => leases.claim(limitsOf(1), LEASE_MS, null));
        const second = await asRequest(() => leases.claim(limitsOf(1), LEASE_MS, null));
        expect([...first, ...second].map(({ accountId }) => accountId)).toEqual([b.accountId]);
      });
      expect(await leases.claim(limitsOf(2), LEASE_MS, null)).toMatchObject([{ accountId: a.accountId }]);
    });
  });
});
