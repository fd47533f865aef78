import { AppError } from '@libs/kernel';
import { seededRandom } from '@test/support/feed-harness';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { testApp, type TestApp } from '@test/support/test-app';
import type { FolderBranch } from './domain/folder-tree';
import { FolderDirectory } from './folder-directory';
import { FoldersService } from './folders.service';

const seed = Number(process.env['HREV_TEST_SEED'] ?? Date.now() % 1_000_000);

/** A simple model of folders in memory. */
class FolderModel {
  readonly folders = new Map<number, { parent: number | null; name: string; objects: Set<number> }>();
  readonly deletedObjects = new Set<number>();
  readonly disabledObjects = new Set<number>();

  constructor(private readonly objects: ReadonlySet<number>) {}

  private refusalCode(id: number | null, parent: number | null | undefined, objects: readonly number[]): string | null {
    if (id !== null && !this.folders.has(id)) return 'folder_not_found';
    if (parent !== null && parent !== undefined && !this.folders.has(parent)) return 'folder_not_found';
    if (objects.some((object) => !this.objects.has(object) || this.deletedObjects.has(object))) return 'not_found';
    if (parent === null || parent === undefined) return null;
    const nested = this.folders.get(parent)?.parent !== null;
    const hasChildren = [...this.folders.values()].some((folder) => id !== null && folder.parent === id);
    return nested || hasChildren || parent === id ? 'folder_depth_exceeded' : null;
  }

  createError(parent: number | null, objects: readonly number[]): string | null {
    return this.refusalCode(null, parent, objects);
  }

  change(
    id: number,
    change: {
      name?: string | undefined;
      parentFolderId?: number | null | undefined;
      objectIds?: readonly number[] | undefined;
    },
  ): string | null {
    const refusalCode = this.refusalCode(id, change.parentFolderId, change.objectIds ?? []);
    const folder = this.folders.get(id);
    if (refusalCode !== null || !folder) return refusalCode;
    if (change.name !== undefined) folder.name = change.name;
    if (change.parentFolderId !== undefined) folder.parent = change.parentFolderId;
    if (change.objectIds !== undefined) folder.objects = new Set(change.objectIds);
    return null;
  }

  remove(id: number): string | null {
    if (!this.folders.has(id)) return 'folder_not_found';
    if ([...this.folders.values()].some((folder) => folder.parent === id)) return 'folder_not_empty';
    this.folders.delete(id);
    return null;
  }

  compositionOf(id: number): number[] {
    const objects = this.folders.get(id)?.objects ?? new Set();
    return [...objects].filter((object) => !this.deletedObjects.has(object)).sort((a, b) => a - b);
  }

  coverageOf(id: number): number[] {
    const ids = [...this.folders].filter(([key, folder]) => key === id || folder.parent === id).map(([key]) => key);
    const objects = new Set(
      ids.flatMap((key) => this.compositionOf(key)).filter((object) => !this.disabledObjects.has(object)),
    );
    return [...objects].sort((a, b) => a - b);
  }
}

describe('folders (contract §2.5, §4.9)', () => {
  let app: TestApp;
  let folders: FoldersService;
  let directory: FolderDirectory;
  let account: number;

  beforeAll(async () => {
    app = await testApp();
    folders = app.app.get(FoldersService, { strict: false });
    directory = app.app.get(FolderDirectory, { strict: false });
  });
  beforeEach(async () => {
    account = (await app.anAccount()).accountId;
  });
  afterAll(() => app.close());

  const makeObjects = async (count: number): Promise<number[]> => {
    const rows = await app.database.query<{ id: number }>(
      `insert into tracked_object (account_id, name) select $1, 'o' || n from generate_series(1, $2::int) n returning id`,
      [account, count],
    );
    return rows.map((row) => row.id);
  };
  const createFolder = (name: string, parentFolderId: number | null = null, objectIds: readonly number[] = []) =>
    folders.create(account, { name, parentFolderId, objectIds });
  const codeOf = async (attempt: Promise<unknown>): Promise<string | null> =>
    attempt.then(
      () => null,
      (error: unknown) => {
        if (error instanceof AppError) return error.code;
        throw error;
      },
    );
  const flatten = (branches: readonly FolderBranch[]) =>
    branches
      .flatMap((branch) => [branch, ...branch.subfolders])
      .map(({ folder, objects }) => ({
        id: folder.id,
        parent: folder.parentFolderId,
        name: folder.name,
        objects: objects.map((object) => object.id),
      }));

  it(`have the results and errors of a simple model after random operations (seed ${seed})`, async () => {
    const random = seededRandom(seed);
    const objects = await makeObjects(8);
    const model = new FolderModel(new Set(objects));
    const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
    const anyFolder = (): number => pick([...model.folders.keys(), 900_000_000]);
    const anyParent = (): number | null => (random() < 0.3 ? null : anyFolder());
    const someObjects = (): number[] => [
      ...objects.filter((object) => random() < 0.4 && (!model.deletedObjects.has(object) || random() < 0.05)),
      ...(random() < 0.03 ? [900_000_000] : []),
    ];
    const operations: Record<string, () => Promise<void>> = {
      create: async () => {
        const [name, parent, ids] = [pick(['a', 'A', 'b']), anyParent(), someObjects()];
        const expected = model.createError(parent, ids);
        if (expected !== null) return expect(await codeOf(createFolder(name, parent, ids))).toBe(expected);
        const { folder } = await createFolder(name, parent, ids);
        model.folders.set(folder.id, { parent, name, objects: new Set(ids) });
      },
      change: async () => {
        const id = anyFolder();
        const change = {
          name: random() < 0.5 ? pick(['c', 'D']) : undefined,
          parentFolderId: random() < 0.6 ? anyParent() : undefined,
          objectIds: random() < 0.5 ? someObjects() : undefined,
        };
        const actual = await codeOf(folders.change(account, id, change));
        expect({ id, change, code: actual }).toEqual({ id, change, code: model.change(id, change) });
      },
      remove: async () => {
        const id = anyFolder();
        expect([id, await codeOf(folders.remove(account, id))]).toEqual([id, model.remove(id)]);
      },
      object: async () => {
        const id = pick(objects);
        const isDeletion = random() < 0.15;
        await app.database.query(
          `update tracked_object set ${isDeletion ? 'deleted_at = now()' : 'is_active = not is_active'} where id = $1`,
          [id],
        );
        if (isDeletion) model.deletedObjects.add(id);
        else if (!model.disabledObjects.delete(id)) model.disabledObjects.add(id);
      },
    };
    const names = ['create', 'create', 'change', 'change', 'change', 'remove', 'object'] as const;
    for (let step = 0; step < 300; step += 1) {
      await operations[pick(names)]?.();
      if (step % 10 !== 0) continue;
      const expected = [...model.folders].map(([id, { parent, name }]) => ({
        id,
        parent,
        name,
        objects: model.compositionOf(id),
      }));
      const byId = (a: { id: number }, b: { id: number }): number => a.id - b.id;
      expect(flatten(await folders.list(account)).sort(byId)).toEqual(expected.sort(byId));
      for (const id of model.folders.keys())
        expect([id, await directory.coveredObjects(account, id)]).toEqual([id, model.coverageOf(id)]);
    }
  });

  it('have at most two levels after concurrent moves of folders into one another', async () => {
    for (let round = 0; round < 10; round += 1) {
      const made = await Promise.all(['a', 'b', 'c', 'd'].map((name) => createFolder(name)));
      const ids = made.map(({ folder }) => folder.id) as [number, number, number, number];
      const moves = ids.map((id, index) =>
        codeOf(folders.change(account, id, { parentFolderId: ids[(index + 1) % 4] as number })),
      );
      const codes = await Promise.all(moves);
      expect(new Set(codes)).toEqual(new Set([null, 'folder_depth_exceeded']));
      const [thirdLevel] = await app.database.query<{ n: number }>(
        `select count(*) as n from folder f join folder p on p.id = f.parent_folder_id where p.parent_folder_id is not null`,
      );
      expect(thirdLevel?.n).toBe(0);
    }
  });

  it('refuse one of two concurrent requests if one creates a subfolder and the other moves or deletes the parent folder', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [root, other] = [(await createFolder('root')).folder.id, (await createFolder('other')).folder.id];
      const codes = await Promise.all([
        codeOf(createFolder('sub', root)),
        codeOf(
          round % 2 === 0 ? folders.change(account, root, { parentFolderId: other }) : folders.remove(account, root),
        ),
      ]);
      expect(codes.filter((code) => code === null)).toHaveLength(1);
    }
  });

  it('are limited to exactly 1000 by concurrent creates (contract §8)', async () => {
    await app.database.query(`insert into folder (account_id, name) select $1, 'f' from generate_series(1, 995)`, [
      account,
    ]);
    const codes = await Promise.all(Array.from({ length: 12 }, () => codeOf(createFolder('x'))));
    expect(codes.filter((code) => code === null)).toHaveLength(5);
    expect(codes.filter((code) => code === 'folder_limit_reached')).toHaveLength(7);
    expect(await folders.list(account)).toHaveLength(1000);
  });

  it('have one of the requested sets of objects, not a mixture, after concurrent replacements; other folders do not change', async () => {
    const objects = await makeObjects(60);
    const { folder } = await createFolder('set');
    const other = await createFolder('other', null, objects);
    const requestedSets = [0, 1, 2, 3, 4].map((part) => objects.slice(part * 10, part * 10 + 20));
    await Promise.all(requestedSets.map((objectIds) => folders.change(account, folder.id, { objectIds })));
    const stored = (await folders.single(account, folder.id)).objects.map((object) => object.id);
    expect(requestedSets).toContainEqual(stored);
    expect((await folders.single(account, other.folder.id)).objects).toHaveLength(60);
  });

  it('lose no object that concurrent requests add, and keep none that they remove', async () => {
    const objects = await makeObjects(40);
    const [before, added] = [objects.slice(0, 20), objects.slice(20)];
    const { folder } = await createFolder('set', null, before);
    const other = await createFolder('other', null, objects);
    await Promise.all([
      ...added.map((id) => folders.change(account, folder.id, { addObjectIds: [id] })),
      ...before.slice(0, 15).map((id) => folders.change(account, folder.id, { removeObjectIds: [id] })),
    ]);
    const stored = (await folders.single(account, folder.id)).objects.map((object) => object.id);
    expect(stored).toEqual(objects.slice(15));
    expect((await folders.single(account, other.folder.id)).objects).toHaveLength(40);
  });

  it('hold at most 10000 objects each; an addition above it changes nothing', async () => {
    const objects = await makeObjects(10_001);
    const { folder } = await createFolder('full', null, objects.slice(0, 9_999));
    const attempt = folders.change(account, folder.id, { name: 'x', addObjectIds: objects.slice(9_999) });
    expect(await codeOf(attempt)).toBe('folder_limit_reached');
    await folders.change(account, folder.id, { addObjectIds: objects.slice(0, 10_000) });
    const stored = await folders.single(account, folder.id);
    expect([stored.folder.name, stored.objects.length]).toEqual(['full', 10_000]);
  });
});

describe('the constraints of the tables of folders', () => {
  let fixture: StoreFixture;
  beforeAll(async () => {
    fixture = await storeFixture();
    await fixture.database.query(`
      insert into account (id, name, plan) overriding system value values (1, 'a', 'full'), (2, 'b', 'full');
      insert into tracked_object (id, account_id, name) overriding system value values (1, 1, 'o'), (2, 2, 'foreign');
      insert into folder (id, account_id, name) overriding system value values (1, 1, 'root'), (2, 1, 'other'), (3, 2, 'foreign');
      insert into folder (id, account_id, name, parent_folder_id) overriding system value values (4, 1, 'sub', 1)`);
  });
  afterAll(() => fixture.close());

  it.each([
    [
      'a folder in a subfolder',
      `insert into folder (id, account_id, name, parent_folder_id) overriding system value values (90, 1, 'x', 4)`,
    ],
    ['a move of a root with subfolders into a root', 'update folder set parent_folder_id = 2 where id = 1'],
    ['a move of a folder into itself', 'update folder set parent_folder_id = 2 where id = 2'],
    [
      'a folder with a foreign parent',
      `insert into folder (id, account_id, name, parent_folder_id) overriding system value values (90, 1, 'x', 3)`,
    ],
    ['the deletion of a root with subfolders', 'delete from folder where id = 1'],
    ['a foreign object in a folder', 'insert into folder_object (account_id, folder_id, object_id) values (1, 1, 2)'],
    ['an object in a foreign folder', 'insert into folder_object (account_id, folder_id, object_id) values (1, 3, 1)'],
  ])('refuse %s', async (_, sql) => {
    await expect(fixture.database.query(sql)).rejects.toMatchObject({ code: '23503' });
  });
});
