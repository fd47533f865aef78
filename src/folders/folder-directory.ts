import { Injectable } from '@nestjs/common';
import { folderNotFound } from './domain/folder-tree';
import { FolderCoverageQuery } from './persistence/folder-coverage.query';

/** Resolves a folder to its objects, for every context that filters by `folder_id` (contract §2.5 rule 5). */
@Injectable()
export class FolderDirectory {
  constructor(private readonly coverages: FolderCoverageQuery) {}

  /**
   * The objects of the folder and its subfolders, each once, ascending; disabled and deleted objects are omitted. Throws
   * `folder_not_found` for a foreign or missing folder.
   */
  async coveredObjects(accountId: number, folderId: number): Promise<readonly number[]> {
    const objectIds = await this.coverages.objectsOf(accountId, folderId);
    if (objectIds === null) throw folderNotFound();
    return objectIds;
  }
}
