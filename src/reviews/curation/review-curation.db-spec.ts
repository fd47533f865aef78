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

interface StoredCuration {
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
    const newPins = replaces ? [...ids] : [...this.pins, ...ids.filter((id) => !this.pins.includes(id))];
    if (newPins.length > MAX_PINNED) return 'pinned_limit_exceeded';
    this.pins = newPins;
    return newPins.length;
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

  const storedCuration = async (): Promise<StoredCuration> => {
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
  const outcomeOf = async (response: Promise<number>): Promise<number | string> =>
    response.catch((error: unknown) => {
      if (error instanceof AppError) return error.code;
      throw error;
    });
  const expectConsecutivePositions = async (): Promise<StoredCuration> => {
    const curated = await storedCuration();
    expect(curated.positions).toEqual(curated.pinned.map((_, position) => position));
    expect(curated.pinned.length).toBeLessThanOrEqual(MAX_PINNED);
    expect(curated.pinned.filter((id) => curated.hidden.includes(id))).toEqual([]);
    return curated;
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

  it(`returns the same results and errors as a model in memory, for random operations (seed ${seed})`, async () => {
    const random = seededRandom(seed);
    const model = new CurationModel();
    const anyIds = (maxCount: number): number[] =>
      Array.from(
        { length: 1 + Math.floor(random() * maxCount) },
        () => ids[Math.floor(random() * ids.length)] as number,
      );
    const mostlyDistinct = (maxCount: number): number[] =>
      random() < 0.95 ? [...new Set(anyIds(maxCount))] : anyIds(maxCount);
    const mostlyVisible = (maxCount: number): number[] =>
      mostlyDistinct(maxCount)
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
      const curated = await expectConsecutivePositions();
      expect([title, curated.pinned]).toEqual([title, model.pins]);
      expect(
        curated.hidden
          .filter((id) => !model.hidden.has(id))
          .concat([...model.hidden].filter((id) => !curated.hidden.includes(id))),
      ).toEqual([]);
    }
    await expectExactCounters();
  });

  describe('requests with ids outside the object, and without ids (contract §4.10)', () => {
    type Operation = 'hide' | 'unhide' | 'pin' | 'replacePins' | 'unpin';
    const OPERATIONS: readonly Operation[] = ['hide', 'unhide', 'pin', 'replacePins', 'unpin'];

    it.each(OPERATIONS)('%s rejects an id outside the object with not_found and changes nothing', async (operation) => {
      const otherObjectLink = await aLink(app.database, { accountId: reader.accountId, sourceId: 1 });
      const otherAccountLink = await aLink(app.database, { sourceId: 1 });
      const [inOtherObject, inOtherAccount] = await insertReviews(app.database, [
        { ...otherObjectLink },
        { ...otherAccountLink },
      ]);
      const [hiddenId, pinnedId, visibleId] = ids as [number, number, number];
      await curation.hide(reader, link.objectId, [hiddenId]);
      await curation.pin(reader, link.objectId, [pinnedId]);
      const before = await storedCuration();
      for (const unknown of [inOtherObject as number, inOtherAccount as number, 900_000_000]) {
        for (const requested of [[unknown], [visibleId, unknown], [hiddenId, unknown], [unknown, pinnedId]]) {
          const outcome = await outcomeOf(curation[operation](reader, link.objectId, requested));
          expect([requested, outcome]).toEqual([requested, 'not_found']);
        }
      }
      expect(await storedCuration()).toEqual(before);
    });

    it.each<[Operation, number]>([
      ['hide', 1],
      ['unhide', 1],
      ['pin', 2],
      ['replacePins', 0],
      ['unpin', 2],
    ])('%s without ids is allowed and returns the count %i', async (operation, count) => {
      await curation.hide(reader, link.objectId, ids.slice(0, 1));
      await curation.pin(reader, link.objectId, ids.slice(1, 3));
      expect(await outcomeOf(curation[operation](reader, link.objectId, []))).toBe(count);
    });
  });

  it('concurrent requests pin at most 30 reviews, and no position is used twice', async () => {
    const requests = Array.from({ length: 15 }, (_, n) => ids.slice(n * 3, n * 3 + 3));
    const outcomes = await Promise.all(
      requests.map((reviewIds) => outcomeOf(curation.pin(reader, link.objectId, reviewIds))),
    );
    expect(outcomes.filter((outcome) => typeof outcome === 'number').sort((a, b) => Number(a) - Number(b))).toEqual([
      3, 6, 9, 12, 15, 18, 21, 24, 27, 30,
    ]);
    expect(outcomes.filter((outcome) => outcome === 'pinned_limit_exceeded')).toHaveLength(5);
    expect((await expectConsecutivePositions()).pinned).toHaveLength(30);
    await expectExactCounters();
  });

  it('positions have no gaps after concurrent requests to hide, pin and unpin, while a link is deleted', async () => {
    const second = await aLink(app.database, { accountId: reader.accountId, objectId: link.objectId, sourceId: 2 });
    const idsOfDeletedLink = await insertReviews(
      app.database,
      Array.from({ length: 5 }, () => ({ ...second })),
    );
    await curation.replacePins(reader, link.objectId, [
      idsOfDeletedLink[0],
      ids[0],
      idsOfDeletedLink[1],
      ids[1],
    ] as number[]);
    const linkRemoval = app.database.transaction(async () => {
      await app.database.query('update link set deleted_at = clock_timestamp() where id = $1', [second.linkId]);
    });
    const requests = ids.slice(2, 26).map((id, n) => {
      const one = [id];
      if (n % 4 === 0) return curation.hide(reader, link.objectId, one);
      if (n % 4 === 1) return curation.unpin(reader, link.objectId, [...one, ids[0] as number]);
      if (n % 4 === 2) return curation.replacePins(reader, link.objectId, [id, ids[1] as number, ids[40] as number]);
      return curation.pin(reader, link.objectId, one);
    });
    await Promise.all([linkRemoval, ...requests.map(outcomeOf)]);
    const livePins = (await storedCuration()).pinned.filter((id) => !idsOfDeletedLink.includes(id));
    const rows = await app.database.query<{ position: number }>(
      'select pin_position as position from review where id = any($1) order by 1',
      [livePins],
    );
    expect(rows.map((row) => row.position)).toEqual(livePins.map((_, position) => position));
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
