/**
 * Folders: sets of an account's objects, at most two levels deep (contract §2.5, §4.9).
 *
 * A folder in the root may have subfolders; a subfolder may not. An object may be in any number of folders. Deleting an object
 * removes it from all of them; disabling it does not. Deleting a folder keeps its objects.
 */
import { AppError } from '@libs/kernel';

export interface Folder {
  readonly id: number;
  readonly accountId: number;
  readonly parentFolderId: number | null;
  readonly name: string;
  readonly createdAt: Date;
}

export interface FolderObject {
  readonly id: number;
  readonly name: string;
}

/** A folder and the objects directly in it. */
export interface FolderContent {
  readonly folder: Folder;
  /** Live objects, by id. */
  readonly objects: readonly FolderObject[];
}

/** A folder with its subfolders; a subfolder has none. */
export interface FolderBranch extends FolderContent {
  readonly subfolders: readonly FolderContent[];
}

/** Contract §8. */
export const LIVE_FOLDERS_AT_MOST = 1_000;
/** Objects directly in one folder. */
export const OBJECTS_AT_MOST = 10_000;
/** An object in n folders counts n times. Limits the size of the list of all folders. */
export const MEMBERSHIPS_AT_MOST = 100_000;

/** Throws `folder_limit_reached` if the account has reached its number of folders. */
export function assertMayCreate(liveFolders: number): void {
  if (liveFolders < LIVE_FOLDERS_AT_MOST) return;
  throw new AppError('folder_limit_reached', `An account holds at most ${LIVE_FOLDERS_AT_MOST} folders`);
}

/** Throws `folder_limit_reached` if a folder, or all folders of the account together, would contain too many objects. */
export function assertMemberships(inFolder: number, inOthers: number): void {
  if (inFolder > OBJECTS_AT_MOST)
    throw new AppError('folder_limit_reached', `A folder holds at most ${OBJECTS_AT_MOST} objects`);
  if (inFolder + inOthers <= MEMBERSHIPS_AT_MOST) return;
  const detail = `The folders of an account hold at most ${MEMBERSHIPS_AT_MOST} objects, counted in each folder`;
  throw new AppError('folder_limit_reached', detail);
}

/** The folder to move; a new one has no id yet. */
export interface MovedFolder {
  readonly id: number | null;
  readonly hasSubfolders: boolean;
}

/** Throws `folder_depth_exceeded` unless the folder may be moved to that parent; any folder may be in the root (null). */
export function assertMayMoveTo(moved: MovedFolder, parent: Pick<Folder, 'id' | 'parentFolderId'> | null): void {
  if (parent === null) return;
  if (parent.id === moved.id) throw tooDeep('A folder cannot be its own parent');
  if (parent.parentFolderId !== null) throw tooDeep('The parent is a subfolder itself');
  if (moved.hasSubfolders) throw tooDeep('A folder with subfolders cannot become a subfolder');
}

const tooDeep = (detail: string): AppError => new AppError('folder_depth_exceeded', detail);

export const folderNotFound = (): AppError => new AppError('folder_not_found', 'Folder not found');
export const folderNotEmpty = (): AppError => new AppError('folder_not_empty', 'The folder has subfolders');

/**
 * Sorts by Unicode's root order, which English uses: `ä` next to `a`, upper case next to lower case. The database's collations
 * depend on the build of PostgreSQL.
 */
const names = new Intl.Collator('en');

/** Compares by name, then by id (contract §2.5). */
export function compareFolders(a: Folder, b: Folder): number {
  return names.compare(a.name, b.name) || a.id - b.id;
}

/** Root folders with their subfolders, each level in order. A subfolder without its parent among `contents` is omitted. */
export function branchesOf(contents: readonly FolderContent[]): readonly FolderBranch[] {
  const sorted = [...contents].sort((a, b) => compareFolders(a.folder, b.folder));
  const children = new Map<number, FolderContent[]>();
  for (const content of sorted) {
    const parent = content.folder.parentFolderId;
    if (parent === null) continue;
    const siblings = children.get(parent);
    if (siblings) siblings.push(content);
    else children.set(parent, [content]);
  }
  return sorted
    .filter(({ folder }) => folder.parentFolderId === null)
    .map((root) => ({ ...root, subfolders: children.get(root.folder.id) ?? [] }));
}
