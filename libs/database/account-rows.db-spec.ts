import { AppError, THE_SERVICE } from '@libs/kernel';
import { FOLDER } from '@src/folders/persistence/entities';
import { aLink, PRODUCT_WAITS, storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { AccountRows } from './account-rows';
import { asActor } from './work-context';

type FolderRow = InstanceType<typeof FOLDER>;

describe('AccountRows', () => {
  let fixture: StoreFixture;
  let folders: AccountRows<FolderRow>;
  let ownAccountId: number;
  let otherAccountId: number;

  beforeAll(async () => {
    fixture = await storeFixture(PRODUCT_WAITS);
    folders = new AccountRows(fixture.database, FOLDER);
    ownAccountId = (await aLink(fixture.database)).accountId;
    otherAccountId = (await aLink(fixture.database)).accountId;
  });
  afterAll(() => fixture?.close());

  const errorOf = (work: Promise<unknown>): Promise<unknown> => work.then(() => null).catch((error: unknown) => error);

  it('inserts, finds, updates and removes single rows', async () => {
    const folder = await folders.insert(ownAccountId, { name: 'One' });
    expect(folder).toEqual({
      id: expect.any(Number) as number,
      accountId: ownAccountId,
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
    expect(await folders.find(ownAccountId, folder.id)).toEqual(folder);
    const other = await folders.insert(ownAccountId, { name: 'Other', parentFolderId: folder.id });
    expect(await folders.update(ownAccountId, other.id, { name: 'Changed', parentFolderId: null })).toBe(true);
    expect(await folders.find(ownAccountId, other.id)).toMatchObject({ name: 'Changed', parentFolderId: null });
    expect(await folders.find(ownAccountId, folder.id)).toEqual(folder);
    expect(await folders.remove(ownAccountId, other.id)).toBe(true);
    expect(await folders.remove(ownAccountId, other.id)).toBe(false);
    expect(await folders.find(ownAccountId, folder.id)).toEqual(folder);
  });

  it('does not find, update or remove the rows of another account', async () => {
    const folder = await folders.insert(otherAccountId, { name: 'Theirs' });
    expect(await folders.find(ownAccountId, folder.id)).toBeNull();
    expect(await folders.update(ownAccountId, folder.id, { name: 'Mine' })).toBe(false);
    expect(await folders.remove(ownAccountId, folder.id)).toBe(false);
    expect(await folders.find(otherAccountId, folder.id)).toEqual(folder);
  });

  it('ignores an account and an id among the values', async () => {
    const foreignValues = { name: 'Own', accountId: otherAccountId, id: 1 };
    const { id, createdAt } = await folders.insert(ownAccountId, { name: 'Plain' });
    await folders.update(ownAccountId, id, foreignValues);
    expect(await folders.find(ownAccountId, id)).toMatchObject({ id, accountId: ownAccountId, name: 'Own', createdAt });
    expect(await folders.insert(ownAccountId, foreignValues)).toMatchObject({ accountId: ownAccountId });
  });

  it.each([undefined, null, Number.NaN, 1.5, '1'])('throws a TypeError for the id %p', async (value) => {
    const id = value as number;
    const calls = [
      folders.find(ownAccountId, id),
      folders.find(id, 1),
      folders.insert(id, { name: 'No' }),
      folders.update(ownAccountId, id, { name: 'No' }),
      folders.update(id, 1, { name: 'No' }),
      folders.remove(ownAccountId, id),
      folders.remove(id, 1),
    ];
    for (const call of calls) expect(await errorOf(call)).toBeInstanceOf(TypeError);
  });

  it('uses the ambient transaction', async () => {
    const existing = await folders.insert(ownAccountId, { name: 'Existing' });
    let rowInTransaction: FolderRow | null = null;
    const transaction = fixture.database.transaction(async () => {
      const folder = await folders.insert(ownAccountId, { name: 'Changed' });
      rowInTransaction = await folders.find(ownAccountId, folder.id);
      await folders.update(ownAccountId, existing.id, { name: 'Changed' });
      await folders.remove(ownAccountId, existing.id);
      throw new Error('rolled back');
    });
    expect(await errorOf(transaction)).toEqual(new Error('rolled back'));
    expect(rowInTransaction).toMatchObject({ name: 'Changed' });
    expect(await folders.find(ownAccountId, (rowInTransaction as unknown as FolderRow).id)).toBeNull();
    expect(await folders.find(ownAccountId, existing.id)).toEqual(existing);
  });

  it('throws the same errors as Database.query', async () => {
    const { database } = fixture;
    const checkViolation = await errorOf(folders.insert(ownAccountId, { name: '' }));
    expect(checkViolation).toMatchObject({ code: '23514', constraint: 'folder_name_check' });

    const { id } = await folders.insert(ownAccountId, { name: 'Locked' });
    const timeout = await database.transaction(async () => {
      await folders.update(ownAccountId, id, { name: 'Locked again' });
      // Runs outside this transaction and waits for its row lock until the lock timeout.
      return errorOf(asActor(THE_SERVICE, () => folders.remove(ownAccountId, id)));
    });
    expect(timeout).toBeInstanceOf(AppError);
    expect(timeout).toMatchObject({ code: 'service_unavailable' });
  });
});
