import { isUniqueViolation, type Database } from '@libs/database';
import { LinkStateQuery } from '@src/collection/states/persistence/link-state.query';
import { aLink, storeFixture, type LinkFixture, type StoreFixture } from '@test/support/store-fixture';
import { LinkStore } from './link.store';

interface Schedule {
  readonly due: boolean;
  readonly frozen: boolean;
  readonly failures: number;
}

describe('links on PostgreSQL', () => {
  let fixture: StoreFixture;
  let database: Database;
  let store: LinkStore;
  let states: LinkStateQuery;

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
    store = new LinkStore(database);
    states = new LinkStateQuery(database);
  });
  afterAll(() => fixture.close());

  const schedule = async (linkId: number): Promise<Schedule> => {
    const [row] = await database.query<Schedule>(
      `select next_run_at <= clock_timestamp() as due, frozen_at is not null as frozen, lasting_failures as failures
       from link_collection where link_id = $1`,
      [linkId],
    );
    return { due: row?.due ?? false, frozen: row?.frozen ?? false, failures: row?.failures ?? -1 };
  };
  const setObjectActive = (objectId: number, isActive: boolean): Promise<unknown> =>
    database.query('update tracked_object set is_active = $2 where id = $1', [objectId, isActive]);
  const freeze = (linkId: number): Promise<unknown> =>
    database.query(
      `update link_collection set frozen_at = clock_timestamp(), lasting_failures = 10, next_run_at = clock_timestamp() + interval '7 days' where link_id = $1`,
      [linkId],
    );
  const linkOfInactiveObject = async (): Promise<LinkFixture> => {
    const link = await aLink(database);
    await setObjectActive(link.objectId, false);
    return link;
  };

  describe('contract §4.6: adding', () => {
    const pages = (...sourceIds: number[]): { sourceId: number; url: string }[] =>
      sourceIds.map((sourceId) => ({ sourceId, url: `https://example.com/${sourceId}` }));

    it('assigns ids in request order, and makes each new link due at once', async () => {
      const { accountId, objectId } = await aLink(database);
      await database.query(
        `insert into source (id, slug) select n, 'source-' || n from generate_series(20, 24) n on conflict do nothing`,
      );
      const ids = await store.insert(accountId, objectId, pages(23, 20, 24, 21));
      expect([...ids.keys()].sort()).toEqual([20, 21, 23, 24]);
      expect([23, 20, 24, 21].map((sourceId) => ids.get(sourceId))).toEqual([...ids.values()].sort((a, b) => a - b));
      for (const id of ids.values()) expect(await schedule(id)).toEqual({ due: true, frozen: false, failures: 0 });
    });

    it('does not make a new link of a disabled object due', async () => {
      const { accountId, objectId } = await linkOfInactiveObject();
      await aLink(database, { sourceId: 20 });
      const ids = await store.insert(accountId, objectId, pages(20));
      expect((await schedule(ids.get(20) ?? 0)).due).toBe(false);
    });

    it('contract §2.2: allows one link per platform if 20 requests insert one concurrently', async () => {
      const { accountId, objectId } = await aLink(database);
      await aLink(database, { sourceId: 21 });
      const attempts = await Promise.allSettled(
        Array.from({ length: 20 }, () => store.insert(accountId, objectId, pages(21))),
      );
      expect(attempts.filter((attempt) => attempt.status === 'fulfilled')).toHaveLength(1);
      for (const attempt of attempts)
        if (attempt.status === 'rejected') expect(isUniqueViolation(attempt.reason)).toBe(true);
    });

    it('contract §4.6: creates a new link for a page that is added again after its deletion', async () => {
      const { accountId, objectId } = await aLink(database);
      await aLink(database, { sourceId: 22 });
      const first = (await store.insert(accountId, objectId, pages(22))).get(22) ?? 0;
      await store.markDeleted(accountId, objectId, first);
      const second = (await store.insert(accountId, objectId, pages(22))).get(22) ?? 0;
      expect(second).toBeGreaterThan(first);
      expect((await store.pagesOf(accountId, objectId)).filter((page) => page.sourceId === 22)).toEqual(pages(22));
    });

    it('adds no link to an object of another account', async () => {
      const [mine, theirs] = [await aLink(database), await aLink(database)];
      await expect(store.insert(mine.accountId, theirs.objectId, pages(20))).rejects.toThrow('foreign key');
    });
  });

  describe('contract §4.6: changing', () => {
    it('writes only the fields that are present', async () => {
      const { accountId, objectId, linkId } = await aLink(database);
      const currentFields = async (): Promise<unknown[]> => {
        const link = await states.find(accountId, objectId, linkId);
        return [link?.linkName, link?.isActive, link?.isPublic];
      };
      await store.change(accountId, objectId, linkId, { linkName: 'Own' }, 'keep');
      expect(await currentFields()).toEqual(['Own', true, true]);
      await store.change(accountId, objectId, linkId, { isPublic: false }, 'keep');
      expect(await currentFields()).toEqual(['Own', true, false]);
      await store.change(accountId, objectId, linkId, { isActive: false }, 'stop');
      expect(await currentFields()).toEqual(['Own', false, false]);
      await store.change(accountId, objectId, linkId, { linkName: null, isActive: true, isPublic: true }, 'restart');
      expect(await currentFields()).toEqual([null, true, true]);
    });

    it('removes the due time on stop; ends the freeze and makes the link due at once on restart', async () => {
      const { accountId, objectId, linkId } = await aLink(database);
      await freeze(linkId);
      await store.change(accountId, objectId, linkId, { isActive: false }, 'stop');
      expect(await schedule(linkId)).toEqual({ due: false, frozen: true, failures: 10 });
      await store.change(accountId, objectId, linkId, { isActive: true }, 'restart');
      expect(await schedule(linkId)).toEqual({ due: true, frozen: false, failures: 0 });
    });

    it('does not change the schedule on keep', async () => {
      const { accountId, objectId, linkId } = await aLink(database);
      await freeze(linkId);
      await store.change(accountId, objectId, linkId, { linkName: 'x' }, 'keep');
      expect(await schedule(linkId)).toEqual({ due: false, frozen: true, failures: 10 });
    });

    it('does not make a link of a disabled object due on restart', async () => {
      const { accountId, objectId, linkId } = await linkOfInactiveObject();
      await store.change(accountId, objectId, linkId, { isActive: true }, 'restart');
      expect((await schedule(linkId)).due).toBe(false);
    });
  });

  describe('contract §2.1: disabling, enabling or deleting an object', () => {
    it('removes the due times of all its links, and makes its enabled links due again', async () => {
      const enabled = await aLink(database);
      const disabled = await aLink(database, { ...enabled, sourceId: 9 });
      const deleted = await aLink(database, { ...enabled, sourceId: 10 });
      const otherObjectLink = await aLink(database, { accountId: enabled.accountId });
      await store.change(enabled.accountId, enabled.objectId, disabled.linkId, { isActive: false }, 'stop');
      await store.markDeleted(enabled.accountId, enabled.objectId, deleted.linkId);
      await store.stopCollecting(enabled.accountId, [enabled.objectId]);
      expect((await schedule(enabled.linkId)).due).toBe(false);
      expect((await schedule(otherObjectLink.linkId)).due).toBe(true);
      await store.startCollecting(enabled.accountId, [enabled.objectId]);
      expect((await schedule(enabled.linkId)).due).toBe(true);
      expect((await schedule(disabled.linkId)).due).toBe(false);
      expect((await schedule(deleted.linkId)).due).toBe(false);
    });

    it("does not change another account's objects", async () => {
      const [mine, theirs] = [await aLink(database), await aLink(database)];
      await store.stopCollecting(mine.accountId, [theirs.objectId]);
      await store.markAllDeleted(mine.accountId, theirs.objectId);
      expect((await schedule(theirs.linkId)).due).toBe(true);
      expect(await states.find(theirs.accountId, theirs.objectId, theirs.linkId)).not.toBeNull();
      await store.stopCollecting(theirs.accountId, [theirs.objectId]);
      await store.startCollecting(mine.accountId, [theirs.objectId]);
      expect((await schedule(theirs.linkId)).due).toBe(false);
    });

    it('deletes all links of the object and none of another object', async () => {
      const first = await aLink(database);
      const second = await aLink(database, { ...first, sourceId: 9 });
      const otherObjectLink = await aLink(database, { accountId: first.accountId });
      await store.markAllDeleted(first.accountId, first.objectId);
      expect(await states.ofObjects(first.accountId, [first.objectId])).toEqual([]);
      for (const { linkId } of [first, second]) expect((await schedule(linkId)).due).toBe(false);
      expect((await schedule(otherObjectLink.linkId)).due).toBe(true);
    });
  });

  it('contract §7.1: finds no foreign, missing or deleted link, and no link of another object, in any operation', async () => {
    const mine = await aLink(database);
    const otherObject = await aLink(database, { accountId: mine.accountId });
    const foreign = await aLink(database);
    const deleted = await aLink(database, { ...mine, sourceId: 9 });
    await store.markDeleted(mine.accountId, mine.objectId, deleted.linkId);
    const idPairs = [
      [mine.objectId, foreign.linkId],
      [foreign.objectId, foreign.linkId],
      [mine.objectId, otherObject.linkId],
      [mine.objectId, deleted.linkId],
      [mine.objectId, Number.MAX_SAFE_INTEGER],
      [Number.MAX_SAFE_INTEGER, mine.linkId],
    ] as const;
    for (const [objectId, linkId] of idPairs) {
      expect(await states.find(mine.accountId, objectId, linkId)).toBeNull();
      expect(await store.lockState(mine.accountId, objectId, linkId)).toBeNull();
      expect(await store.markDeleted(mine.accountId, objectId, linkId)).toBe(false);
    }
    expect(await states.find(foreign.accountId, foreign.objectId, foreign.linkId)).not.toBeNull();
    expect(await states.find(mine.accountId, otherObject.objectId, otherObject.linkId)).not.toBeNull();
  });
});
