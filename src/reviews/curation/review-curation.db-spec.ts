import { AppError } from '@libs/kernel';
import { entitlementsOf } from '@src/auth';
import { seededRandom } from '@test/support/feed-harness';
import { insertReviews } from '@test/support/review-factory';
import { aLink, type LinkFixture } from '@test/support/store-fixture';
import { testApp, type TestApp } from '@test/support/test-app';
import { MAX_PINNED } from './domain/curation';
import { ReviewCurationService } from './review-curation.service';
import type { Reader } from '../reader';

const seed = Number(process.env['HREV_TEST_SEED'] ?? Date.now() % 1_000_000);

interface Marks {
  readonly pinned: readonly number[];
  readonly positions: readonly number[];
  readonly hidden: readonly number[];
}

/** A model of the curation of one object, in memory. */
class CurationModel {
  pins: number[] = [];
  hidden = new Set<number>();

  hide(ids: readonly number[]): number {
    ids.forEach((id) => this.hidden.add(id));
    this.pins = this.pins.filter((id) => !ids.includes(id));
    return this.hidden.size;
  }

  unhide(ids: readonly number[]): number {
    ids.forEach((id) => this.hidden.delete(id));
    return this.hidden.size;
  }

  pin(ids: readonly number[], replaces: boolean): number | string {
    if (new Set(ids).size < ids.length) return 'duplicate_review_ids';
    if (ids.length > MAX_PINNED) return 'pinned_limit_exceeded';
    if (ids.some((id) => this.hidden.has(id))) return 'conflict';
    const after = replaces ? [...ids] : [...this.pins, ...ids.filter((id) => !this.pins.includes(id))];
    if (after.length > MAX_PINNED) return 'pinned_limit_exceeded';
    this.pins = after;
    return after.length;
  }

  unpin(ids: readonly number[]): number {
    this.pins = this.pins.filter((id) => !ids.includes(id));
    return this.pins.length;
  }
}

describe('curation of an object (contract §3.3, §4.10)', () => {
  let app: TestApp;
  let curation: ReviewCurationService;
  let reader: Reader;
  let link: LinkFixture;
  let ids: readonly number[];

  beforeAll(async () => {
    app = await testApp();
    curation = app.app.get(ReviewCurationService, { strict: false });
  });
  beforeEach(async () => {
    const { accountId } = await app.anAccount();
    reader = { accountId, entitlements: entitlementsOfFull() };
    link = await aLink(app.database, { accountId, sourceId: 1 });
    ids = await insertReviews(
      app.database,
      Array.from({ length: 45 }, (_, n) => ({ ...link, rating: 1 + (n % 5), reviewDate: '2026-02-03T00:00:00' })),
    );
  });
  afterAll(() => app.close());

  const storedMarks = async (): Promise<Marks> => {
    const rows = await app.database.query<{ id: number; position: number | null; hidden: boolean }>(
      `select id, pin_position as position, hidden_at is not null as hidden from review
       where account_id = $1 and object_id = $2 order by pin_position nulls last, id`,
      [reader.accountId, link.objectId],
    );
    const pinned = rows.filter((row) => row.position !== null);
    return {
      pinned: pinned.map((row) => row.id),
      positions: pinned.map((row) => row.position as number),
      hidden: rows.filter((row) => row.hidden).map((row) => row.id),
    };
  };
  const outcomeOf = async (act: Promise<number>): Promise<number | string> =>
    act.catch((error: unknown) => {
      if (error instanceof AppError) return error.code;
      throw error;
    });
  const expectNoGaps = async (): Promise<Marks> => {
    const now = await storedMarks();
    expect(now.positions).toEqual(now.pinned.map((_, position) => position));
    expect(now.pinned.length).toBeLessThanOrEqual(MAX_PINNED);
    expect(now.pinned.filter((id) => now.hidden.includes(id))).toEqual([]);
    return now;
  };
  /** Compares the counters with a recount. */
  const expectExactCounters = async (): Promise<void> => {
    const [row] = await app.database.query<{ counted: object; kept: object }>(
      `select (select jsonb_object_agg(flags, n) from (select flags, count(*) as n from review where account_id = $1 group by 1) a) as counted,
              (select jsonb_object_agg(flags, n) from (select flags, sum(n) as n from link_stat where account_id = $1 group by 1 having sum(n) <> 0) b) as kept`,
      [reader.accountId],
    );
    expect(row?.kept).toEqual(row?.counted);
  };

  it(`random operations have the results and errors of a simple model (seed ${seed})`, async () => {
    const random = seededRandom(seed);
    const model = new CurationModel();
    const anyIds = (most: number): number[] =>
      Array.from({ length: 1 + Math.floor(random() * most) }, () => ids[Math.floor(random() * ids.length)] as number);
    const mostlyDistinct = (most: number): number[] => (random() < 0.95 ? [...new Set(anyIds(most))] : anyIds(most));
    const mostlyVisible = (most: number): number[] =>
      mostlyDistinct(most)
        .filter((id) => random() < 0.05 || !model.hidden.has(id))
        .concat(random() < 0.5 ? [] : model.pins.slice(0, 1));
    const operations: readonly (() => readonly [string, Promise<number>, () => number | string])[] = [
      () =>
        act(
          'hide',
          anyIds(4),
          (requested) => curation.hide(reader, link.objectId, requested),
          (requested) => model.hide(requested),
        ),
      () =>
        act(
          'unhide',
          anyIds(9),
          (requested) => curation.unhide(reader, link.objectId, requested),
          (requested) => model.unhide(requested),
        ),
      () =>
        act(
          'pin',
          mostlyVisible(8),
          (requested) => curation.pin(reader, link.objectId, requested),
          (requested) => model.pin(requested, false),
        ),
      () =>
        act(
          'pin',
          mostlyVisible(8),
          (requested) => curation.pin(reader, link.objectId, requested),
          (requested) => model.pin(requested, false),
        ),
      () =>
        act(
          'replace',
          mostlyVisible(35),
          (requested) => curation.replacePins(reader, link.objectId, requested),
          (requested) => model.pin(requested, true),
        ),
      () =>
        act(
          'unpin',
          anyIds(5),
          (requested) => curation.unpin(reader, link.objectId, requested),
          (requested) => model.unpin(requested),
        ),
    ];
    function act(
      name: string,
      requested: readonly number[],
      inService: (requested: readonly number[]) => Promise<number>,
      inModel: (requested: readonly number[]) => number | string,
    ) {
      return [`${name} ${requested.join(',')}`, inService(requested), () => inModel(requested)] as const;
    }
    for (let step = 0; step < 300; step += 1) {
      const operation = operations[Math.floor(random() * operations.length)];
      if (!operation) continue;
      const [title, outcome, expected] = operation();
      expect([title, await outcomeOf(outcome)]).toEqual([title, expected()]);
      const now = await expectNoGaps();
      expect([title, now.pinned]).toEqual([title, model.pins]);
      expect(
        now.hidden
          .filter((id) => !model.hidden.has(id))
          .concat([...model.hidden].filter((id) => !now.hidden.includes(id))),
      ).toEqual([]);
    }
    await expectExactCounters();
  });

  describe('ids outside the object, and no ids (contract §4.10)', () => {
    type Act = 'hide' | 'unhide' | 'pin' | 'replacePins' | 'unpin';
    const ACTS: readonly Act[] = ['hide', 'unhide', 'pin', 'replacePins', 'unpin'];

    it.each(ACTS)('%s rejects an id outside the object with not_found and changes nothing', async (act) => {
      const other = await aLink(app.database, { accountId: reader.accountId, sourceId: 1 });
      const foreign = await aLink(app.database, { sourceId: 1 });
      const [inOtherObject, inOtherAccount] = await insertReviews(app.database, [{ ...other }, { ...foreign }]);
      const [hidden, pinned, plain] = ids as [number, number, number];
      await curation.hide(reader, link.objectId, [hidden]);
      await curation.pin(reader, link.objectId, [pinned]);
      const before = await storedMarks();
      for (const unknown of [inOtherObject as number, inOtherAccount as number, 900_000_000]) {
        for (const requested of [[unknown], [plain, unknown], [hidden, unknown], [unknown, pinned]]) {
          const outcome = await outcomeOf(curation[act](reader, link.objectId, requested));
          expect([requested, outcome]).toEqual([requested, 'not_found']);
        }
      }
      expect(await storedMarks()).toEqual(before);
    });

    it.each<[Act, number]>([
      ['hide', 1],
      ['unhide', 1],
      ['pin', 2],
      ['replacePins', 0],
      ['unpin', 2],
    ])('%s without ids is allowed and returns the count %i', async (act, count) => {
      await curation.hide(reader, link.objectId, ids.slice(0, 1));
      await curation.pin(reader, link.objectId, ids.slice(1, 3));
      expect(await outcomeOf(curation[act](reader, link.objectId, []))).toBe(count);
    });
  });

  it('concurrent pins never exceed 30, and no position is used twice', async () => {
    const requests = Array.from({ length: 15 }, (_, n) => ids.slice(n * 3, n * 3 + 3));
    const outcomes = await Promise.all(requests.map((three) => outcomeOf(curation.pin(reader, link.objectId, three))));
    expect(outcomes.filter((outcome) => typeof outcome === 'number').sort((a, b) => Number(a) - Number(b))).toEqual([
      3, 6, 9, 12, 15, 18, 21, 24, 27, 30,
    ]);
    expect(outcomes.filter((outcome) => outcome === 'pinned_limit_exceeded')).toHaveLength(5);
    expect((await expectNoGaps()).pinned).toHaveLength(30);
    await expectExactCounters();
  });

  it('positions have no gaps after concurrent hides, pins and removals, while a link is deleted', async () => {
    const second = await aLink(app.database, { accountId: reader.accountId, objectId: link.objectId, sourceId: 2 });
    const ofDeletedLink = await insertReviews(
      app.database,
      Array.from({ length: 5 }, () => ({ ...second })),
    );
    await curation.replacePins(reader, link.objectId, [ofDeletedLink[0], ids[0], ofDeletedLink[1], ids[1]] as number[]);
    const removal = app.database.transaction(async () => {
      await app.database.query('update link set deleted_at = clock_timestamp() where id = $1', [second.linkId]);
    });
    const acts = ids.slice(2, 26).map((id, n) => {
      const one = [id];
      if (n % 4 === 0) return curation.hide(reader, link.objectId, one);
      if (n % 4 === 1) return curation.unpin(reader, link.objectId, [...one, ids[0] as number]);
      if (n % 4 === 2) return curation.replacePins(reader, link.objectId, [id, ids[1] as number, ids[40] as number]);
      return curation.pin(reader, link.objectId, one);
    });
    await Promise.all([removal, ...acts.map(outcomeOf)]);
    const live = (await storedMarks()).pinned.filter((id) => !ofDeletedLink.includes(id));
    const rows = await app.database.query<{ position: number }>(
      'select pin_position as position from review where id = any($1) order by 1',
      [live],
    );
    expect(rows.map((row) => row.position)).toEqual(live.map((_, position) => position));
    await expectExactCounters();
  });

  it('every changed review gets a distinct change number', async () => {
    await Promise.all([
      curation.hide(reader, link.objectId, ids.slice(0, 5)),
      curation.pin(reader, link.objectId, ids.slice(5, 10)),
      curation.pin(reader, link.objectId, ids.slice(10, 15)),
    ]);
    const rows = await app.database.query<{ seq: number }>(
      `select change_seq as seq from review where account_id = $1 and (hidden_at is not null or pin_position is not null) order by 1`,
      [reader.accountId],
    );
    expect(rows.map((row) => row.seq)).toEqual(Array.from({ length: 15 }, (_, n) => n + 1));
  });
});

function entitlementsOfFull(): Reader['entitlements'] {
  return entitlementsOf('full', { HREV_PLANS: {}, HREV_TRIAL_REVIEWS_PER_LINK: 20 });
}
