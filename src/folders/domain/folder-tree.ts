/**
 * Folders: sets of an account's objects, at most two levels deep (contract §2.5, §4.9).
 *
 * A folder in the root may hold subfolders, a subfolder holds none. An object lies in as many folders as its owner likes,
 * and leaves all of them when it is deleted; switched off it stays. Deleting a folder leaves its objects alone.
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

/** A folder with what lies directly in it. */
export interface FolderContent {
  readonly folder: Folder;
  /** Live objects, by id. */
  readonly objects: readonly FolderObject[];
}

/** A folder with its subfolders; a subfolder has none. */
export interface FolderBranch extends FolderContent {
  readonly subfolders: readonly FolderContent[];
}

/** §8. */
export const LIVE_FOLDERS_AT_MOST = 1_000;
/** Each object counts once for every folder that it lies in. Keeps the list of all folders a list that can be sent. */
export const PLACES_AT_MOST = 100_000;

/** Throws `folder_limit_reached` where the account holds all the folders that it may. */
export function assertMayCreate(liveFolders: number): void {
  if (liveFolders < LIVE_FOLDERS_AT_MOST) return;
  throw new AppError('folder_limit_reached', `An account holds at most ${LIVE_FOLDERS_AT_MOST} folders`);
}

/** Throws `folder_limit_reached` where the folders would hold more than can be listed. */
export function assertPlaces(places: number): void {
  if (places <= PLACES_AT_MOST) return;
  const detail = `The folders of an account hold at most ${PLACES_AT_MOST} objects, counted in each folder`;
  throw new AppError('folder_limit_reached', detail);
}

/** A folder that shall get a place; a new one has no id yet. */
export interface FolderPosition {
  readonly id: number | null;
  readonly hasSubfolders: boolean;
}

/** Throws `folder_depth_exceeded` unless the folder may lie in that parent; anything may lie in the root (null). */
export function assertMayLieIn(placed: FolderPosition, parent: Pick<Folder, 'id' | 'parentFolderId'> | null): void {
  if (parent === null) return;
  if (parent.id === placed.id) throw tooDeep('A folder cannot be its own parent');
  if (parent.parentFolderId !== null) throw tooDeep('The parent is a subfolder itself');
  if (placed.hasSubfolders) throw tooDeep('A folder with subfolders cannot become a subfolder');
}

const tooDeep = (detail: string): AppError => new AppError('folder_depth_exceeded', detail);

export const folderNotFound = (): AppError => new AppError('folder_not_found', 'Folder not found');
export const folderNotEmpty = (): AppError => new AppError('folder_not_empty', 'The folder has subfolders');

/**
 * The order of people and not of bytes: `ä` beside `a`, upper case beside lower case. English is the root order of
 * Unicode; a collation of the database would depend on how that was built.
 */
const names = new Intl.Collator('en');

/** By name, ties by id (§2.5). */
export function compareFolders(a: Folder, b: Folder): number {
  return names.compare(a.name, b.name) || a.id - b.id;
}

/** Root folders with their subfolders, each level in order. A subfolder whose parent is not given is left out. */
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
