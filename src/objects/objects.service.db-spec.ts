import type { Database } from '@libs/database';
import type { ErrorCode } from '@libs/kernel';
import { AuditTrail } from '@src/audit';
import { AuditStore } from '@src/audit/persistence/audit.store';
import { entitlementsOf } from '@src/auth';
import { LinkedSourcesQuery } from '@src/links/persistence/linked-sources.query';
import { SourceCatalogue } from '@src/sources';
import { SourceStore } from '@src/sources/persistence/source.store';
import { inEveryOrder } from '@test/support/interleaving';
import { linkStatesOn } from '@test/support/link-states';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { ObjectLinks, type LinkOutcome, type ObjectOwner } from './object-links.port';
import { ObjectDirectory } from './object-directory';
import { ObjectsService } from './objects.service';
import { ObjectStore } from './persistence/object.store';

/** Replaces the links context and records its calls. */
class RecordedLinks extends ObjectLinks {
  readonly calls: string[] = [];

  addMany(_: ObjectOwner, objectId: number, urls: readonly string[]): Promise<readonly LinkOutcome[]> {
    this.calls.push(`add ${objectId} ${urls.join(' ')}`);
    return Promise.resolve(urls.map((url) => ({ url, linkId: 1, sourceSlug: 'alpha', refusal: null })));
  }

  removeAll(_: number, objectId: number): Promise<void> {
    this.calls.push(`remove ${objectId}`);
    return Promise.resolve();
  }

  stopCollecting(_: number, objectIds: readonly number[]): Promise<void> {
    this.calls.push(`stop ${objectIds.join()}`);
    return Promise.resolve();
  }

  startCollecting(_: number, objectIds: readonly number[]): Promise<void> {
    this.calls.push(`start ${objectIds.join()}`);
    return Promise.resolve();
  }
}

describe('the service for objects', () => {
  let fixture: StoreFixture;
  let database: Database;
  let store: ObjectStore;
  let catalogue: SourceCatalogue;
  let links: RecordedLinks;
  let service: ObjectsService;
  let directory: ObjectDirectory;

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
    catalogue = await SourceCatalogue.load(new SourceStore(database), [], new LinkedSourcesQuery(database));
  });
  beforeEach(() => {
    store = new ObjectStore(database);
    links = new RecordedLinks();
    service = new ObjectsService(
      database,
      store,
      links,
      linkStatesOn(database, catalogue),
      new AuditTrail(new AuditStore(database)),
    );
    directory = new ObjectDirectory(store);
  });
  afterAll(() => fixture.close());

  const anOwner = async (objectCeiling = 100): Promise<ObjectOwner> => {
    const [row] = await database.query<{ id: number }>(
      `insert into account (name, plan) values ('a', 'full') returning id`,
    );
    const entitlements = entitlementsOf('full', { HREV_PLANS: {}, HREV_TRIAL_REVIEWS_PER_LINK: 20 });
    return { accountId: row?.id ?? 0, entitlements: { ...entitlements, objectCeiling } };
  };
  const createObject = async (owner: ObjectOwner, name = 'o'): Promise<number> =>
    (await service.create(owner, name, [])).object.id;
  const codeOf = async (attempt: Promise<unknown>): Promise<ErrorCode | 'done'> =>
    attempt.then(
      () => 'done' as const,
      (error: { code: ErrorCode }) => error.code,
    );
  const activeFlags = async (owner: ObjectOwner): Promise<string> => {
    const rows = await database.query<{ on: boolean }>(
      'select is_active as on from tracked_object where account_id = $1 order by id',
      [owner.accountId],
    );
    return rows.map((row) => (row.on ? '1' : '0')).join('');
  };

  describe('the limit of objects (contract §5: object_limit_reached)', () => {
    it('allows exactly 7 of 20 concurrent creates with a limit of 7', async () => {
      const owner = await anOwner(7);
      const outcomes = await Promise.all(Array.from({ length: 20 }, () => codeOf(service.create(owner, 'o', []))));
      expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(7);
      expect(outcomes.filter((outcome) => outcome === 'object_limit_reached')).toHaveLength(13);
      expect((await store.counts(owner.accountId)).active).toBe(7);
    });

    it('is never exceeded by concurrent creates and switches', async () => {
      const owner = await anOwner(5);
      const inactive = [await createObject(owner), await createObject(owner), await createObject(owner)];
      await service.switchMany(owner, inactive, false);
      const attempts = [
        ...inactive.map((id) => service.switchMany(owner, [id], true)),
        ...Array.from({ length: 5 }, () => service.create(owner, 'o', [])),
      ];
      const outcomes = await Promise.all(attempts.map(codeOf));
      expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(5);
      expect((await store.counts(owner.accountId)).active).toBe(5);
    });

    it('counts only enabled objects that are not deleted', async () => {
      const owner = await anOwner(2);
      const [first, second] = [await createObject(owner), await createObject(owner)];
      expect(await codeOf(service.create(owner, 'o', []))).toBe('object_limit_reached');
      await service.switchMany(owner, [first], false);
      expect(await codeOf(service.create(owner, 'o', []))).toBe('done');
      await service.remove(owner.accountId, second);
      expect(await codeOf(service.create(owner, 'o', []))).toBe('done');
      expect(await codeOf(service.create(owner, 'o', []))).toBe('object_limit_reached');
    });

    it("does not count another account's objects", async () => {
      const [mine, theirs] = [await anOwner(1), await anOwner(1)];
      await createObject(theirs);
      expect(await codeOf(service.create(mine, 'o', []))).toBe('done');
    });
  });

  describe('the creation budget (contract §5.3: object_creation_budget_exhausted)', () => {
    const fill = async (owner: ObjectOwner, count: number, daysAgo: number): Promise<void> => {
      await database.query(
        `insert into tracked_object (account_id, name, created_at, deleted_at)
         select $1, 'o', clock_timestamp() - make_interval(days => $3) + interval '1 minute', clock_timestamp() from generate_series(1, $2::int)`,
        [owner.accountId, count, daysAgo],
      );
    };

    it('allows 3 × limit + 10 objects in 30 days, including deleted ones', async () => {
      const owner = await anOwner(2);
      await fill(owner, 15, 30);
      expect(await codeOf(service.create(owner, 'o', []))).toBe('done');
      expect(await codeOf(service.create(owner, 'o', []))).toBe('object_creation_budget_exhausted');
    });

    it('does not count objects that were created more than 30 days ago', async () => {
      const owner = await anOwner(2);
      await fill(owner, 40, 31);
      expect(await codeOf(service.create(owner, 'o', []))).toBe('done');
    });

    it('allows exactly one of 20 concurrent creates if one object is left', async () => {
      const owner = await anOwner(2);
      await fill(owner, 15, 1);
      const outcomes = await Promise.all(Array.from({ length: 20 }, () => codeOf(service.create(owner, 'o', []))));
      expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
    });
  });

  describe('the list (contract §4.6)', () => {
    it('is ordered newest first, paged without gaps or repeats, and has the total of all objects', async () => {
      const owner = await anOwner();
      const ids: number[] = [];
      for (let n = 0; n < 7; n += 1) ids.push(await createObject(owner, `o${n}`));
      // Objects with the same time are ordered by id.
      await database.query(
        'update tracked_object set created_at = (select created_at from tracked_object where id = $1) where id = $2',
        [ids[3], ids[4]],
      );
      const pages = await Promise.all([0, 3, 6].map((offset) => service.page(owner.accountId, { limit: 3, offset })));
      expect(pages.flatMap((page) => page.objects.map(({ object }) => object.id))).toEqual([...ids].reverse());
      expect(pages.map((page) => page.total)).toEqual([7, 7, 7]);
      // The time takes precedence over the id.
      await database.query(`update tracked_object set created_at = created_at + interval '1 hour' where id = $1`, [
        ids[2],
      ]);
      const [first] = (await service.page(owner.accountId, { limit: 1, offset: 0 })).objects;
      expect(first?.object.id).toBe(ids[2]);
    });

    it('has an empty page with the total for an offset after the last object', async () => {
      const owner = await anOwner();
      await createObject(owner);
      expect(await service.page(owner.accountId, { limit: 10, offset: 5 })).toEqual({ objects: [], total: 1 });
      expect(await service.page((await anOwner()).accountId, { limit: 10, offset: 0 })).toEqual({
        objects: [],
        total: 0,
      });
    });

    it("contains neither deleted nor another account's objects", async () => {
      const [mine, theirs] = [await anOwner(), await anOwner()];
      const [listed, deleted] = [await createObject(mine), await createObject(mine)];
      await createObject(theirs);
      await service.remove(mine.accountId, deleted);
      const { objects, total } = await service.page(mine.accountId, { limit: 10, offset: 0 });
      expect(objects.map(({ object }) => object.id)).toEqual([listed]);
      expect(total).toBe(1);
    });
  });

  describe('the mass switch (contract §4.6)', () => {
    it('changes nothing if one id is foreign, missing or deleted', async () => {
      const [owner, other] = [await anOwner(), await anOwner()];
      const ids = [await createObject(owner), await createObject(owner), await createObject(owner)];
      await service.remove(owner.accountId, ids[2] as number);
      const foreign = await createObject(other);
      for (const invisible of [foreign, 999_999_999, Number.MAX_SAFE_INTEGER, ids[2] as number]) {
        expect(await codeOf(service.switchMany(owner, [ids[0] as number, invisible, ids[1] as number], false))).toBe(
          'not_found',
        );
      }
      expect(await activeFlags(owner)).toBe('111');
      expect(await activeFlags(other)).toBe('1');
      expect(links.calls.filter((line) => line.startsWith('stop'))).toEqual([]);
    });

    it('changes nothing if switching on would exceed the limit', async () => {
      const owner = await anOwner(3);
      const ids = [await createObject(owner), await createObject(owner), await createObject(owner)];
      await service.switchMany(owner, ids, false);
      await createObject(owner);
      expect(await codeOf(service.switchMany(owner, ids, true))).toBe('object_limit_reached');
      expect(await activeFlags(owner)).toBe('0001');
      expect(await codeOf(service.switchMany(owner, ids.slice(0, 2), true))).toBe('done');
      expect(await activeFlags(owner)).toBe('1101');
    });

    it('returns each object once, in request order', async () => {
      const owner = await anOwner();
      const [a, b] = [await createObject(owner), await createObject(owner)];
      expect(await service.switchMany(owner, [b, a, b], false)).toEqual([
        { id: b, isActive: false },
        { id: a, isActive: false },
      ]);
    });

    it('stops and starts the collection of exactly the changed objects', async () => {
      const owner = await anOwner();
      const [a, b, c] = [await createObject(owner), await createObject(owner), await createObject(owner)];
      await service.switchMany(owner, [b], false);
      await service.switchMany(owner, [a, b, c], false);
      await service.switchMany(owner, [a, b], true);
      await service.switchMany(owner, [a, b], true);
      expect(links.calls.filter((line) => /^(stop|start)/.test(line))).toEqual([
        `stop ${b}`,
        `stop ${a},${c}`,
        `start ${a},${b}`,
      ]);
    });

    it('takes effect before a concurrent deletion, or fails without any effect', async () => {
      await inEveryOrder({
        on: database,
        given: async () => {
          const owner = await anOwner();
          return { owner, ids: [await createObject(owner), await createObject(owner)] };
        },
        contenders: {
          S: ({ owner, ids }) => codeOf(service.switchMany(owner, ids, false)),
          D: ({ owner, ids }) => codeOf(service.remove(owner.accountId, ids[1] as number)),
        },
        holds: async ({ owner, ids }, { outcomes }) => {
          const [switched, deleted] = [`stop ${ids.join()}`, `remove ${ids[1]}`];
          const calls = links.calls.filter((line) => line === switched || line === deleted);
          const succeeded = (outcomes['S'] as { value?: unknown }).value === 'done';
          if (!succeeded) expect(outcomes['S']).toEqual({ status: 'fulfilled', value: 'not_found' });
          expect(calls).toEqual(succeeded ? [switched, deleted] : [deleted]);
          expect(await activeFlags(owner)).toBe(succeeded ? '00' : '11');
        },
      });
    });

    it('does not deadlock if concurrent requests switch the same objects in opposite orders', async () => {
      const owner = await anOwner();
      const ids: number[] = [];
      for (let n = 0; n < 10; n += 1) ids.push(await createObject(owner));
      const attempts = Array.from({ length: 12 }, (_, n) =>
        service.switchMany(owner, n % 2 ? ids : [...ids].reverse(), n % 3 === 0),
      );
      expect(await Promise.all(attempts.map(codeOf))).toEqual(attempts.map(() => 'done'));
    });
  });

  describe('delete and rename (contract §4.6)', () => {
    it('delete an object and its links once', async () => {
      const owner = await anOwner();
      const id = await createObject(owner);
      const outcomes = await Promise.all([1, 2, 3].map(() => codeOf(service.remove(owner.accountId, id))));
      expect(outcomes.sort()).toEqual(['done', 'not_found', 'not_found']);
      expect(links.calls.filter((line) => line.startsWith('remove'))).toEqual([`remove ${id}`]);
    });

    it('return the same 404 for foreign, missing and deleted objects, as do the other operations', async () => {
      const [owner, other] = [await anOwner(), await anOwner()];
      const [foreign, deleted] = [await createObject(other), await createObject(owner)];
      await service.remove(owner.accountId, deleted);
      for (const id of [foreign, deleted, 999_999_999]) {
        expect(await codeOf(service.single(owner.accountId, id))).toBe('not_found');
        expect(await codeOf(service.rename(owner.accountId, id, 'x'))).toBe('not_found');
        expect(await codeOf(service.remove(owner.accountId, id))).toBe('not_found');
        expect(await codeOf(directory.requireOwned(owner.accountId, id))).toBe('not_found');
        expect(await codeOf(directory.requireOwnedLocked(owner.accountId, id))).toBe('not_found');
        expect(await codeOf(directory.requireAllOwned(owner.accountId, [id]))).toBe('not_found');
      }
      expect((await service.single(other.accountId, foreign)).object.name).toBe('o');
    });

    it('ObjectDirectory.requireAllOwned accepts own objects, repeated ids and an empty list', async () => {
      const owner = await anOwner();
      const [a, b] = [await createObject(owner), await createObject(owner)];
      expect(await codeOf(directory.requireAllOwned(owner.accountId, [a, b, a]))).toBe('done');
      expect(await codeOf(directory.requireAllOwned(owner.accountId, []))).toBe('done');
      expect(await codeOf(directory.requireAllOwned(owner.accountId, [a, 999_999_999]))).toBe('not_found');
    });
  });

  it('creates no object if its links fail', async () => {
    const owner = await anOwner();
    links.addMany = () => Promise.reject(new Error('broken'));
    await expect(service.create(owner, 'o', ['https://x.example'])).rejects.toThrow('broken');
    expect((await store.counts(owner.accountId)).createdInWindow).toBe(0);
  });
});
