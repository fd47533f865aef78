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

describe('§2.5 rule 1, §7.2: at most two levels', () => {
  const leaf = { id: 1, hasSubfolders: false };
  const full = { id: 1, hasSubfolders: true };
  const fresh = { id: null, hasSubfolders: false };
  const root = { id: 2, parentFolderId: null };
  const nested = { id: 3, parentFolderId: 2 };

  it.each([
    ['a leaf into the root', leaf, null, null],
    ['a folder with subfolders stays in the root', full, null, null],
    ['a leaf into a root folder', leaf, root, null],
    ['a new folder into a root folder', fresh, root, null],
    ['a leaf into a subfolder', leaf, nested, 'folder_depth_exceeded'],
    ['a new folder into a subfolder', fresh, nested, 'folder_depth_exceeded'],
    ['a folder with subfolders into a root folder', full, root, 'folder_depth_exceeded'],
    ['a folder into itself', leaf, { id: 1, parentFolderId: null }, 'folder_depth_exceeded'],
    ['a subfolder into itself', leaf, { id: 1, parentFolderId: 2 }, 'folder_depth_exceeded'],
    ['a folder into its own subfolder', full, { id: 3, parentFolderId: 1 }, 'folder_depth_exceeded'],
  ])('%s', (_what, moved, parent, code) => {
    expect(codeOf(() => assertMayMoveTo(moved, parent))).toBe(code);
  });
});

describe('§8: limits', () => {
  it.each([
    [0, null],
    [LIVE_FOLDERS_AT_MOST - 1, null],
    [LIVE_FOLDERS_AT_MOST, 'folder_limit_reached'],
    [LIVE_FOLDERS_AT_MOST + 1, 'folder_limit_reached'],
  ])('with %i folders one more: %s', (count, code) => {
    expect(codeOf(() => assertMayCreate(count))).toBe(code);
  });
  it.each([
    [MEMBERSHIPS_AT_MOST, null],
    [MEMBERSHIPS_AT_MOST + 1, 'folder_limit_reached'],
  ])('%i memberships: %s', (memberships, code) => {
    expect(codeOf(() => assertMemberships(memberships))).toBe(code);
  });
});

describe('§2.5: the order of folders', () => {
  it('by name in the order of Unicode, ties by id; names that differ only in their bytes are ties', () => {
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
  it('branchesOf returns root folders with their subfolders, both levels sorted', () => {
    const contents = [aFolder(4, 'a', 2), aFolder(1, 'z'), aFolder(3, 'b', 2), aFolder(2, 'y'), aFolder(5, 'c', 1)].map(
      (folder) => ({ folder, objects: [] }),
    );
    const shown = branchesOf(contents).map(({ folder, subfolders }) => [
      folder.id,
      subfolders.map((sub) => sub.folder.id),
    ]);
    expect(shown).toEqual([
      [2, [4, 3]],
      [1, [5]],
    ]);
  });
});
