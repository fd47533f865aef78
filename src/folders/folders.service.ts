import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { AuditTrail, type Facts } from '@src/audit';
import { ObjectDirectory } from '@src/objects';
import {
  assertMayCreate,
  assertMayMoveTo,
  assertMemberships,
  branchesOf,
  folderNotEmpty,
  folderNotFound,
  type Folder,
  type FolderBranch,
} from './domain/folder-tree';
import { FolderStore } from './persistence/folder.store';

export interface NewFolder {
  readonly name: string;
  readonly parentFolderId: number | null;
  readonly objectIds: readonly number[];
}

/** An undefined field keeps its value. */
export interface FolderChange {
  readonly name?: string | undefined;
  readonly parentFolderId?: number | null | undefined;
  /** All objects of the folder; they replace the current objects. */
  readonly objectIds?: readonly number[] | undefined;
  /** Objects to add to those in the folder. */
  readonly addObjectIds?: readonly number[] | undefined;
  /** Objects to remove from the folder; those that are not in it have no effect. */
  readonly removeObjectIds?: readonly number[] | undefined;
}

/**
 * The folders of an account (contract §4.9). Changes of one account run one after another, so the rules of depth and limits are
 * enforced under concurrent requests.
 */
@Injectable()
export class FoldersService {
  constructor(
    private readonly database: Database,
    private readonly folders: FolderStore,
    private readonly objects: ObjectDirectory,
    private readonly trail: AuditTrail,
  ) {}

  /**
   * Creates a folder with objects, or nothing: throws `folder_not_found` for the parent, `not_found` for an object,
   * `folder_depth_exceeded`, and `folder_limit_reached`.
   */
  async create(accountId: number, { name, parentFolderId, objectIds }: NewFolder): Promise<FolderBranch> {
    return this.database.transaction(async () => {
      await this.folders.lockTree(accountId);
      const parent = await this.parent(accountId, parentFolderId);
      await this.objects.requireAllOwned(accountId, objectIds);
      assertMayMoveTo({ id: null, hasSubfolders: false }, parent);
      assertMayCreate(await this.folders.count(accountId));
      const folder = await this.folders.insert(accountId, name, parentFolderId);
      await this.replaceObjects(accountId, folder.id, objectIds);
      const target = { type: 'folder', id: folder.id } as const;
      const after = { name, parent_folder_id: parentFolderId, object_ids: objectIds };
      await this.trail.recordOfPerson({ action: 'folder.created', accountId, target, after });
      return this.single(accountId, folder.id);
    });
  }

  /** All root folders with their subfolders. */
  async list(accountId: number): Promise<readonly FolderBranch[]> {
    return branchesOf(await this.folders.all(accountId));
  }

  /** One folder with its subfolders. */
  async single(accountId: number, folderId: number): Promise<FolderBranch> {
    const contents = await this.folders.branch(accountId, folderId);
    const own = contents.find(({ folder }) => folder.id === folderId);
    if (!own) throw folderNotFound();
    const [root] = branchesOf(contents);
    return root ?? { ...own, subfolders: [] };
  }

  /** Changes the fields of `change`, all or none; throws the errors of `create`. */
  async change(accountId: number, folderId: number, change: FolderChange): Promise<FolderBranch> {
    const { objectIds = [], addObjectIds = [], removeObjectIds = [] } = change;
    return this.database.transaction(async () => {
      await this.folders.lockTree(accountId);
      const folder = await this.folders.find(accountId, folderId);
      if (folder === null) throw folderNotFound();
      const parent = await this.parent(accountId, change.parentFolderId ?? null);
      await this.objects.requireAllOwned(accountId, [...objectIds, ...addObjectIds, ...removeObjectIds]);
      if (change.parentFolderId !== undefined) await this.move(folder, parent);
      if (change.name !== undefined) await this.folders.rename(accountId, folderId, change.name);
      if (change.objectIds !== undefined) await this.replaceObjects(accountId, folderId, objectIds);
      if (removeObjectIds.length > 0) await this.folders.removeObjects(accountId, folderId, removeObjectIds);
      if (addObjectIds.length > 0) await this.addObjects(accountId, folderId, addObjectIds);
      const target = { type: 'folder', id: folderId } as const;
      const [before, after] = [factsOf(folder, {}), factsOf(folder, change)];
      await this.trail.recordOfPerson({ action: 'folder.changed', accountId, target, before, after });
      return this.single(accountId, folderId);
    });
  }

  /** Deletes the folder and keeps its objects. Throws `folder_not_empty` while it has subfolders. */
  async remove(accountId: number, folderId: number): Promise<void> {
    await this.database.transaction(async () => {
      await this.folders.lockTree(accountId);
      const folder = await this.folders.find(accountId, folderId);
      if (folder === null) throw folderNotFound();
      if (await this.folders.hasSubfolders(accountId, folderId)) throw folderNotEmpty();
      await this.folders.remove(accountId, folderId);
      const target = { type: 'folder', id: folderId } as const;
      await this.trail.recordOfPerson({ action: 'folder.removed', accountId, target, before: { name: folder.name } });
    });
  }

  private async parent(accountId: number, parentFolderId: number | null): Promise<Folder | null> {
    if (parentFolderId === null) return null;
    const parent = await this.folders.find(accountId, parentFolderId);
    if (parent === null) throw folderNotFound();
    return parent;
  }

  private async move(folder: Folder, parent: Folder | null): Promise<void> {
    const hasSubfolders = await this.folders.hasSubfolders(folder.accountId, folder.id);
    assertMayMoveTo({ id: folder.id, hasSubfolders }, parent);
    await this.folders.move(folder.accountId, folder.id, parent?.id ?? null);
  }

  private async replaceObjects(accountId: number, folderId: number, objectIds: readonly number[]): Promise<void> {
    const distinctIds = [...new Set(objectIds)];
    if (distinctIds.length > 0)
      assertMemberships(distinctIds.length, await this.folders.countMemberships(accountId, folderId));
    await this.folders.replaceObjects(accountId, folderId, distinctIds);
  }

  private async addObjects(accountId: number, folderId: number, objectIds: readonly number[]): Promise<void> {
    await this.folders.addObjects(accountId, folderId, objectIds);
    const inFolder = await this.folders.countObjects(accountId, folderId);
    assertMemberships(inFolder, await this.folders.countMemberships(accountId, folderId));
  }
}

/** The folder after a change, with the objects that the change names. */
function factsOf(
  folder: Folder,
  { name, parentFolderId, objectIds, addObjectIds, removeObjectIds }: FolderChange,
): Facts {
  return {
    name: name ?? folder.name,
    parent_folder_id: parentFolderId === undefined ? folder.parentFolderId : parentFolderId,
    ...(objectIds && { object_ids: objectIds }),
    ...(addObjectIds && { added_object_ids: addObjectIds }),
    ...(removeObjectIds && { removed_object_ids: removeObjectIds }),
  };
}
