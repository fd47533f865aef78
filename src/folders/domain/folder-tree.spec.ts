import {
  assertMayCreate,
  assertMayMoveTo,
  assertMemberships,
  branchesOf,
  compareFolders,
  LIVE_FOLDERS_AT_MOST,
  MEMBERSHIPS_AT_MOST,
  OBJECTS_AT_MOST,
  type Folder,
} from './folder-tree';

const aFolder = (id: number, name: string, parentFolderId: number | null = null): Folder => ({
  id,
  accountId: 1,
  parentFolderId,
  name,
  createdAt: new Date(0),
});
const codeOf = (act: () => void): string | null => {
  try {
    act();
    return null;
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('the depth rule of folders (contract §2.5 rule 1, §7.2: at most two levels)', () => {
  const leaf = { id: 1, hasSubfolders: false };
  const parentFolder = { id: 1, hasSubfolders: true };
  const newFolder = { id: null, hasSubfolders: false };
  const root = { id: 2, parentFolderId: null };
  const subfolder = { id: 3, parentFolderId: 2 };

  it.each([
    ['a move of a leaf into the root', leaf, null],
    ['a move of a folder with subfolders into the root', parentFolder, null],
    ['a move of a leaf into a root folder', leaf, root],
    ['a new folder in a root folder', newFolder, root],
  ])('allows %s', (_, moved, parent) => {
    expect(codeOf(() => assertMayMoveTo(moved, parent))).toBeNull();
  });

  it.each([
    ['a move of a leaf into a subfolder', leaf, subfolder],
    ['a new folder in a subfolder', newFolder, subfolder],
    ['a move of a folder with subfolders into a root folder', parentFolder, root],
    ['a move of a folder into itself', leaf, { id: 1, parentFolderId: null }],
    ['a move of a subfolder into itself', leaf, { id: 1, parentFolderId: 2 }],
    ['a move of a folder into its own subfolder', parentFolder, { id: 3, parentFolderId: 1 }],
  ])('refuses %s with folder_depth_exceeded', (_, moved, parent) => {
    expect(codeOf(() => assertMayMoveTo(moved, parent))).toBe('folder_depth_exceeded');
  });
});

describe('the limits of folders (contract §8)', () => {
  it.each([
    [0, null],
    [LIVE_FOLDERS_AT_MOST - 1, null],
    [LIVE_FOLDERS_AT_MOST, 'folder_limit_reached'],
    [LIVE_FOLDERS_AT_MOST + 1, 'folder_limit_reached'],
  ])('with %i folders, one more causes the error: %s', (count, code) => {
    expect(codeOf(() => assertMayCreate(count))).toBe(code);
  });
  it.each([
    [0, MEMBERSHIPS_AT_MOST, null],
    [1, MEMBERSHIPS_AT_MOST, 'folder_limit_reached'],
    [OBJECTS_AT_MOST, MEMBERSHIPS_AT_MOST - OBJECTS_AT_MOST, null],
    [OBJECTS_AT_MOST, MEMBERSHIPS_AT_MOST - OBJECTS_AT_MOST + 1, 'folder_limit_reached'],
    [OBJECTS_AT_MOST + 1, 0, 'folder_limit_reached'],
  ])('with %i objects in the folder and %i in the others, the error is: %s', (inFolder, inOthers, code) => {
    expect(codeOf(() => assertMemberships(inFolder, inOthers))).toBe(code);
  });
});

describe('the order of folders (contract §2.5)', () => {
  it('is by name in the order of Unicode, then by id; names that differ only in their bytes are equal', () => {
    const folders = [
      aFolder(9, 'b'),
      aFolder(2, 'b'),
      aFolder(3, 'e\u0301'),
      aFolder(1, '\u00e9'),
      aFolder(5, 'B'),
      aFolder(6, 'Folder 10'),
      aFolder(7, 'Folder 2'),
    ];
    expect([...folders].sort(compareFolders).map(({ id }) => id)).toEqual([2, 9, 5, 1, 3, 6, 7]);
  });
  it('applies to both levels in branchesOf', () => {
    const contents = [aFolder(4, 'a', 2), aFolder(1, 'z'), aFolder(3, 'b', 2), aFolder(2, 'y'), aFolder(5, 'c', 1)].map(
      (folder) => ({ folder, objects: [] }),
    );
    const ids = branchesOf(contents).map(({ folder, subfolders }) => [
      folder.id,
      subfolders.map((sub) => sub.folder.id),
    ]);
    expect(ids).toEqual([
      [2, [4, 3]],
      [1, [5]],
    ]);
  });
});
