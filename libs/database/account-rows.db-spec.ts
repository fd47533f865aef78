import { AppError, THE_SERVICE } from '@libs/kernel';
import { FolderEntity } from '@src/folders/persistence/folder.entity';
import { aLink, storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { AccountRows } from './account-rows';
import { asActor } from './flow';

describe('rows of an account', () => {
  let fixture: StoreFixture;
  let folders: AccountRows<FolderEntity>;
  let mine: number;
  let theirs: number;

  beforeAll(async () => {
    fixture = await storeFixture();
    folders = new AccountRows(fixture.database, FolderEntity);
    mine = (await aLink(fixture.database)).accountId;
    theirs = (await aLink(fixture.database)).accountId;
  });
  afterAll(() => fixture?.close());

  const failure = (work: Promise<unknown>): Promise<unknown> => work.then(() => null).catch((error: unknown) => error);

  it('are inserted, found, updated and removed one at a time', async () => {
    const folder = await folders.insert(mine, { name: 'One' });
    expect(folder).toEqual({
      id: expect.any(Number) as number,
      accountId: mine,
      parentFolderId: null,
      name: 'One',
      createdAt: expect.any(Date) as Date,
      isRoot: true,
      parentIsRoot: null,
    });
    const [row] = await fixture.database.query<{ at: Date }>('select created_at as at from folder where id = $1', [
      folder.id,
    ]);
    expect(row?.at).toEqual(folder.createdAt);
    expect(await folders.find(mine, folder.id)).toEqual(folder);
    const other = await folders.insert(mine, { name: 'Other', parentFolderId: folder.id });
    expect(await folders.update(mine, other.id, { name: 'Changed', parentFolderId: null })).toBe(true);
    expect(await folders.find(mine, other.id)).toMatchObject({ name: 'Changed', parentFolderId: null });
    expect(await folders.find(mine, folder.id)).toEqual(folder);
    expect(await folders.remove(mine, other.id)).toBe(true);
    expect(await folders.remove(mine, other.id)).toBe(false);
    expect(await folders.find(mine, folder.id)).toEqual(folder);
  });

  it('do not exist for another account', async () => {
    const folder = await folders.insert(theirs, { name: 'Theirs' });
    expect(await folders.find(mine, folder.id)).toBeNull();
    expect(await folders.update(mine, folder.id, { name: 'Mine' })).toBe(false);
    expect(await folders.remove(mine, folder.id)).toBe(false);
    expect(await folders.find(theirs, folder.id)).toEqual(folder);
  });

  it('keep their account and their id where values name others', async () => {
    const smuggled = { name: 'Own', accountId: theirs, id: 1 };
    const { id, createdAt } = await folders.insert(mine, { name: 'Plain' });
    await folders.update(mine, id, smuggled);
    expect(await folders.find(mine, id)).toMatchObject({ id, accountId: mine, name: 'Own', createdAt });
    expect(await folders.insert(mine, smuggled)).toMatchObject({ accountId: mine });
  });

  it.each([undefined, null, Number.NaN, 1.5, '1'])('are not addressed by %p', async (value) => {
    const id = value as number;
    const acts = [
      folders.find(mine, id),
      folders.find(id, 1),
      folders.insert(id, { name: 'No' }),
      folders.update(mine, id, { name: 'No' }),
      folders.update(id, 1, { name: 'No' }),
      folders.remove(mine, id),
      folders.remove(id, 1),
    ];
    for (const act of acts) expect(await failure(act)).toBeInstanceOf(TypeError);
  });

  it('take part in the ambient transaction', async () => {
    const kept = await folders.insert(mine, { name: 'Kept' });
    let inside: FolderEntity | null = null;
    const undone = fixture.database.transaction(async () => {
      const folder = await folders.insert(mine, { name: 'Undone' });
      inside = await folders.find(mine, folder.id);
      await folders.update(mine, kept.id, { name: 'Undone' });
      await folders.remove(mine, kept.id);
      throw new Error('undone');
    });
    expect(await failure(undone)).toEqual(new Error('undone'));
    expect(inside).toMatchObject({ name: 'Undone' });
    expect(await folders.find(mine, (inside as unknown as FolderEntity).id)).toBeNull();
    expect(await folders.find(mine, kept.id)).toEqual(kept);
  });

  it('throw errors as every statement does', async () => {
    const { database } = fixture;
    const refused = await failure(folders.insert(mine, { name: '' }));
    expect(refused).toMatchObject({ code: '23514', constraint: 'folder_name_check' });

    const { id } = await folders.insert(mine, { name: 'Locked' });
    const late = await database.transaction(async () => {
      await folders.update(mine, id, { name: 'Held' });
      // Outside this transaction, it waits for the lock until the lock timeout.
      return failure(asActor(THE_SERVICE, () => folders.remove(mine, id)));
    });
    expect(late).toBeInstanceOf(AppError);
    expect(late).toMatchObject({ code: 'service_unavailable' });
  });
});
