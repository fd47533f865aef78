import type { Database } from '@libs/database';
import { inEveryOrder } from '@test/support/interleaving';
import { aLink, storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { SourcePaceStore, type Reservation } from './source-pace.store';

const SOURCE = 8;
const UNLIMITED = { minDelayMs: 0, dailyRequests: 1_000 };
const MAX_WAIT_MS = 30_000;
const DAY_MS = 24 * 3_600_000;

describe('the pace of a source, shared by all processes (contract §10.5)', () => {
  let fixture: StoreFixture;
  let database: Database;
  let pace: SourcePaceStore;

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
    pace = new SourcePaceStore(database);
    await database.query(`insert into source (id, slug) values (8, 'a'), (9, 'b')`);
  });
  beforeEach(() => database.query('truncate source_pace'));
  afterAll(() => fixture?.close());

  const closureState = async (): Promise<{ closedFor: number; blocks: number }> => {
    const [found] = await database.query<{ closedFor: number; blocks: number }>(
      `select (extract(epoch from closed_until - clock_timestamp()) * 1000)::float8 as "closedFor", blocks_in_a_row as blocks
       from source_pace where source_id = $1 and closed_until > '-infinity'`,
      [SOURCE],
    );
    return found ?? { closedFor: 0, blocks: 0 };
  };

  let myAccountId: number;
  let otherAccountId: number;
  const createTwoAccounts = async (): Promise<void> => {
    await database.query('truncate account cascade');
    myAccountId = (await aLink(database, { sourceId: SOURCE })).accountId;
    otherAccountId = (await aLink(database, { sourceId: SOURCE })).accountId;
  };
  const reserve = (
    politeness: { minDelayMs: number; dailyRequests: number },
    of: { accountId?: number; sourceId?: number; isFirst?: boolean; maxWaitMs?: number } = {},
  ): Promise<Reservation> => {
    const { accountId = myAccountId, sourceId = SOURCE, isFirst = true, maxWaitMs = MAX_WAIT_MS } = of;
    return pace.reserve({ sourceId, accountId, runId: 1, isFirst }, politeness, maxWaitMs);
  };
  const waitOf = (reservation: Reservation): number => ('waitMs' in reservation ? reservation.waitMs : NaN);

  it('gives 16 concurrent callers times that are the minimum delay apart', async () => {
    await createTwoAccounts();
    // Each wait is measured from the start of its statement. The delay is long compared with the differences between the starts.
    const minDelayMs = 3_600_000;
    const all = await Promise.all(
      Array.from({ length: 16 }, (_, caller) =>
        reserve(
          { minDelayMs, dailyRequests: 100 },
          { accountId: caller % 2 ? myAccountId : otherAccountId, maxWaitMs: DAY_MS },
        ),
      ),
    );
    const slots = all.map((one) => Math.round(waitOf(one) / minDelayMs)).sort((a, b) => a - b);
    expect(slots).toEqual(Array.from({ length: 16 }, (_, slot) => slot));
  });

  it('allows the first request to each source at once', async () => {
    await createTwoAccounts();
    const slow = { minDelayMs: 60_000, dailyRequests: 10 };
    expect(await reserve(slow)).toEqual({ waitMs: 0 });
    expect(await reserve(slow, { sourceId: 9 })).toEqual({ waitMs: 0 });
    expect(waitOf(await reserve(slow, { maxWaitMs: DAY_MS }))).toBeGreaterThan(59_000);
  });

  it('reserves no time for a caller that would wait too long, and delays no other caller', async () => {
    await createTwoAccounts();
    const slow = { minDelayMs: 60_000, dailyRequests: 3 };
    await reserve(slow);
    for (let time = 0; time < 5; time += 1) {
      const reservation = await reserve(slow);
      expect(reservation).toMatchObject({ refused: 'delayed' });
      expect('forMs' in reservation ? reservation.forMs : NaN).toBeLessThanOrEqual(60_000);
    }
    expect(waitOf(await reserve(slow, { maxWaitMs: DAY_MS }))).toBeLessThanOrEqual(60_000);
  });

  it('grants exactly the daily ceiling to concurrent callers, and resets it the next day', async () => {
    await createTwoAccounts();
    const limited = { minDelayMs: 0, dailyRequests: 5 };
    const granted = await Promise.all(
      Array.from({ length: 12 }, (_, caller) =>
        reserve(limited, { accountId: caller % 2 ? myAccountId : otherAccountId }),
      ),
    );
    expect(granted.filter((one) => 'waitMs' in one)).toHaveLength(5);
    expect(granted.filter((one) => 'refused' in one && one.refused === 'ceiling')).toHaveLength(7);
    await database.query(`update source_pace set used_on = current_date - 1`);
    expect(await reserve(limited)).toHaveProperty('waitMs');
  });

  describe('one account may use half of the daily ceiling while others wait (contract §10.7)', () => {
    beforeEach(createTwoAccounts);
    const daily = { minDelayMs: 0, dailyRequests: 20 };
    const grantedOf = async (count: number, of: { accountId?: number; isFirst?: boolean }): Promise<number> => {
      let granted = 0;
      // One after the other: which account gets what does not depend on the order, and concurrent callers are tested above.
      for (let sent = 0; sent < count; sent += 1) if ('waitMs' in (await reserve(daily, of))) granted += 1;
      return granted;
    };
    const setClaimableAt = (accountId: number, at: string | null): Promise<number> =>
      database.execute(
        `insert into account_queue (account_id, source_id, next_claim_at) values ($1, $2, $3::timestamptz)
         on conflict (account_id, source_id) do update set next_claim_at = excluded.next_claim_at`,
        [accountId, SOURCE, at],
      );

    it('grants the whole ceiling to the only account with queued links', async () => {
      expect(await grantedOf(25, {})).toBe(20);
    });

    it.each([
      ['half of the ceiling while another account has claimable links', 'now', 10],
      ['the whole ceiling while the links of the other account are in backoff', 'infinity', 20],
      ['the whole ceiling while the other account has no queued links', null, 20],
    ])('grants an account %s', async (_, claimableAt, expected) => {
      await setClaimableAt(otherAccountId, claimableAt);
      expect(await grantedOf(25, {})).toBe(expected);
    });

    it('does not reduce the share of an account because of its own queued links', async () => {
      await setClaimableAt(myAccountId, 'now');
      expect(await grantedOf(25, {})).toBe(20);
    });

    it('reserves the other half for the other account', async () => {
      await setClaimableAt(otherAccountId, 'now');
      await grantedOf(25, {});
      expect(await reserve(daily)).toEqual({ refused: 'share' });
      expect(await grantedOf(12, { accountId: otherAccountId })).toBe(10);
    });

    it('reserves a tenth for first collections of any account', async () => {
      expect(await grantedOf(25, { isFirst: false })).toBe(18);
      expect(await reserve(daily, { isFirst: false })).toEqual({ refused: 'ceiling' });
      expect(await grantedOf(5, { accountId: otherAccountId })).toBe(2);
    });

    it('grants the last request of the share once, if two visits wait while a refusal is recorded', async () => {
      await inEveryOrder({
        on: database,
        given: async () => {
          await database.query('truncate source_pace, account_pace');
          await setClaimableAt(otherAccountId, 'now');
          expect(await grantedOf(9, { isFirst: false })).toBe(9);
        },
        contenders: {
          // Locks the row of the source for several statements, so that both reservations have begun when the first one ends.
          refusal: () => pace.recordRefusal({ sourceId: SOURCE, accountId: otherAccountId, url: 'https://a.example/' }),
          one: () => reserve(daily, { isFirst: false }),
          two: () => reserve(daily, { isFirst: false }),
        },
        holds: (_, { outcomes }) => {
          const granted = ['one', 'two'].map((name) => (outcomes[name] as { readonly value: Reservation }).value);
          expect(granted).toContainEqual({ waitMs: 0 });
          expect(granted).toContainEqual({ refused: 'share' });
        },
      });
    });

    it('resets the share each day', async () => {
      await setClaimableAt(otherAccountId, 'now');
      await grantedOf(25, {});
      await database.query('update account_pace set used_on = current_date - 1');
      await database.query('update source_pace set used_on = current_date - 1');
      expect(await grantedOf(25, {})).toBe(10);
    });
  });

  it('returns the time until midnight UTC as the rest of the day', async () => {
    const rest = await pace.restOfDayMs();
    const now = new Date();
    const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1);
    expect(Math.abs(rest - (midnight - now.getTime()))).toBeLessThan(5_000);
  });

  describe('a `Retry-After` delays the account that received it, and the others for a short time (contract §10.5)', () => {
    beforeEach(createTwoAccounts);
    const delayedFor = async (accountId: number): Promise<number> => {
      const one = await reserve(UNLIMITED, { accountId, maxWaitMs: 0 });
      if ('waitMs' in one) return 0;
      return one.refused === 'delayed' ? Math.round(one.forMs / 1_000) : NaN;
    };
    const receiveRetryAfter = (accountId: number, seconds: number): Promise<void> =>
      pace.recordRetryAfter({ sourceId: SOURCE, accountId }, seconds * 1_000);

    it('delays the account for the full duration, and the others for 30 s', async () => {
      await receiveRetryAfter(myAccountId, 3_600);
      expect([await delayedFor(myAccountId), await delayedFor(otherAccountId)]).toEqual([3_600, 30]);
    });

    it('delays the others at most once in ten minutes if one account receives several `Retry-After` responses', async () => {
      await receiveRetryAfter(myAccountId, 60);
      await database.query(`update source_pace set next_request_at = clock_timestamp() - interval '1 second'`);
      await receiveRetryAfter(myAccountId, 60);
      expect(await delayedFor(otherAccountId)).toBe(0);
      await database.query(`update source_pace set delayed_for_one_at = delayed_for_one_at - interval '10 minutes'`);
      await receiveRetryAfter(myAccountId, 60);
      expect(await delayedFor(otherAccountId)).toBe(30);
    });

    it('delays all accounts for the full duration if two accounts received a `Retry-After`', async () => {
      await receiveRetryAfter(myAccountId, 60);
      await receiveRetryAfter(otherAccountId, 600);
      const third = (await aLink(database, { sourceId: SOURCE })).accountId;
      expect([await delayedFor(otherAccountId), await delayedFor(third)]).toEqual([600, 600]);
    });

    it('does not delay a third account if a visit succeeded between the `Retry-After` responses of two accounts', async () => {
      await receiveRetryAfter(myAccountId, 60);
      await database.prepared(pace.resetRefusalsStatement(SOURCE));
      await database.query(`update source_pace set next_request_at = '-infinity'`);
      await receiveRetryAfter(otherAccountId, 600);
      const third = (await aLink(database, { sourceId: SOURCE })).accountId;
      expect(await delayedFor(third)).toBe(0);
    });

    it('delays all accounts for the full duration if only one account has links at the source', async () => {
      await database.query('update link set is_active = false where account_id = $1', [otherAccountId]);
      await receiveRetryAfter(myAccountId, 600);
      expect([await delayedFor(myAccountId), await delayedFor(otherAccountId)]).toEqual([600, 600]);
    });

    it('does not shorten a longer `Retry-After` by a shorter one', async () => {
      await receiveRetryAfter(myAccountId, 600);
      await receiveRetryAfter(myAccountId, 1);
      expect(await delayedFor(myAccountId)).toBe(600);
    });
  });

  /** Records a refused visit of the account for each page. Returns for each visit whether it requests a probe. */
  const recordRefusals = async (accountId: number, pages: readonly number[]): Promise<boolean[]> => {
    const probes: boolean[] = [];
    for (const page of pages)
      probes.push(await pace.recordRefusal({ sourceId: SOURCE, accountId, url: `https://a.example/${page}` }));
    return probes;
  };
  const closedMinutes = async (): Promise<number> => Math.max(0, Math.round((await closureState()).closedFor / 60_000));
  const reopen = () => database.query(`update source_pace set closed_until = clock_timestamp()`);

  describe("one account's refusals do not close a source for others (contract §10.6)", () => {
    beforeEach(createTwoAccounts);

    it('does not close the source for one account; the fifth page requests a probe, at most one in ten minutes', async () => {
      expect(await recordRefusals(myAccountId, [1, 2, 3, 4, 5, 6, 7, 8])).toEqual([
        false,
        false,
        false,
        false,
        true,
        false,
        false,
        false,
      ]);
      expect(await closedMinutes()).toBe(0);
      await database.query(`update source_pace set probed_at = probed_at - interval '10 minutes'`);
      expect(await recordRefusals(myAccountId, [9])).toEqual([true]);
    });

    it('closes the source if another account is refused too', async () => {
      await recordRefusals(myAccountId, [1, 2, 3, 4, 5]);
      await recordRefusals(otherAccountId, [6]);
      expect(await closedMinutes()).toBe(10);
    });

    it('counts a page once, even if it is refused repeatedly', async () => {
      await recordRefusals(myAccountId, [1, 2, 3]);
      await recordRefusals(otherAccountId, [1, 1, 1, 1]);
      expect(await closedMinutes()).toBe(0);
    });

    it('closes the source after five distinct pages of the only account with links at it', async () => {
      await database.query('update link set is_active = false where account_id = $1', [otherAccountId]);
      await recordRefusals(myAccountId, [1, 1, 2, 3, 4]);
      expect(await closedMinutes()).toBe(0);
      await recordRefusals(myAccountId, [5]);
      expect(await closedMinutes()).toBe(10);
    });

    it('doubles the duration of each closure in a row, up to six hours', async () => {
      await recordRefusals(myAccountId, [1, 2, 3, 4]);
      const minutes: number[] = [];
      for (let closure = 1; closure <= 7; closure += 1) {
        await recordRefusals(myAccountId, [5]);
        await recordRefusals(otherAccountId, [6]);
        minutes.push(await closedMinutes());
        await reopen();
      }
      expect(minutes).toEqual([10, 20, 40, 80, 160, 320, 360]);
    });

    it('does not close the source again for one account after a closure', async () => {
      await recordRefusals(myAccountId, [1, 2, 3, 4]);
      await recordRefusals(otherAccountId, [5]);
      await reopen();
      await database.query(`update source_pace set probed_at = '-infinity'`);
      expect(await recordRefusals(myAccountId, [1, 2, 3, 4, 5, 6])).toEqual([true, false, false, false, false, false]);
      expect(await closedMinutes()).toBe(0);
    });

    it('does not extend a closure by refusals of visits that began before it', async () => {
      await recordRefusals(myAccountId, [1, 2, 3, 4]);
      await recordRefusals(otherAccountId, [5, 6, 7, 8]);
      expect(await closedMinutes()).toBe(10);
    });

    it('resets the refusals after a successful visit', async () => {
      await recordRefusals(myAccountId, [1, 2, 3, 4]);
      await database.prepared(pace.resetRefusalsStatement(SOURCE));
      await recordRefusals(otherAccountId, [5]);
      expect(await closureState()).toEqual({ closedFor: 0, blocks: 0 });
    });

    it('counts all concurrent refusals', async () => {
      await Promise.all([1, 2, 3, 4, 5].map((page) => recordRefusals(page % 2 ? myAccountId : otherAccountId, [page])));
      expect(await closedMinutes()).toBe(10);
    });
  });
});
