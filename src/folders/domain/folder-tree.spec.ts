import {
  assertMayCreate,
  assertMayMoveTo,
  assertMemberships,
  branchesOf,
  compareFolders,
  LIVE_FOLDERS_AT_MOST,
  MEMBERSHIPS_AT_MOST,
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

describe('the depth of folders (contract §2.5 rule 1, §7.2: at most two levels)', () => {
  const leaf = { id: 1, hasSubfolders: false };
  const full = { id: 1, hasSubfolders: true };
  const fresh = { id: null, hasSubfolders: false };
  const root = { id: 2, parentFolderId: null };
  const nested = { id: 3, parentFolderId: 2 };

  it.each([
    ['a move of a leaf into the root', leaf, null, null],
    ['a move of a folder with subfolders into the root', full, null, null],
    ['a move of a leaf into a root folder', leaf, root, null],
    ['a new folder in a root folder', fresh, root, null],
    ['a move of a leaf into a subfolder', leaf, nested, 'folder_depth_exceeded'],
    ['a new folder in a subfolder', fresh, nested, 'folder_depth_exceeded'],
    ['a move of a folder with subfolders into a root folder', full, root, 'folder_depth_exceeded'],
    ['a move of a folder into itself', leaf, { id: 1, parentFolderId: null }, 'folder_depth_exceeded'],
    ['a move of a subfolder into itself', leaf, { id: 1, parentFolderId: 2 }, 'folder_depth_exceeded'],
    ['a move of a folder into its own subfolder', full, { id: 3, parentFolderId: 1 }, 'folder_depth_exceeded'],
  ])('is checked for %s', (_, moved, parent, code) => {
    expect(codeOf(() => assertMayMoveTo(moved, parent))).toBe(code);
  });
});

describe('the limits of folders (contract §8)', () => {
  it.each([
    [0, null],
    [LIVE_FOLDERS_AT_MOST - 1, null],
    [LIVE_FOLDERS_AT_MOST, 'folder_limit_reached'],
    [LIVE_FOLDERS_AT_MOST + 1, 'folder_limit_reached'],
  ])('of an account with %i folders have the error %s for one more', (count, code) => {
    expect(codeOf(() => assertMayCreate(count))).toBe(code);
  });
  it.each([
    [MEMBERSHIPS_AT_MOST, null],
    [MEMBERSHIPS_AT_MOST + 1, 'folder_limit_reached'],
  ])('allow %i memberships, or have the error: %s', (memberships, code) => {
    expect(codeOf(() => assertMemberships(memberships))).toBe(code);
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
