import { Delete, Get, Injectable, Patch, Post, type Type } from '@nestjs/common';
import { BodyOf, Endpoint, IdParam, type Presenter } from '@libs/http';
import { CurrentCaller, type Caller } from '@src/auth';
import type { FolderBranch } from '../domain/folder-tree';
import { FoldersService } from '../folders.service';
import {
  folderChangeOf,
  newFolderOf,
  type ChangeFolderFields,
  type ComposedObjects,
  type CreateFolderFields,
} from './folder.shapes';

/** The payloads that differ between v2 and v3, which name the ids of objects differently. */
interface FolderNames<Create extends CreateFolderFields, Change extends ChangeFolderFields> {
  readonly folder: Presenter<FolderBranch>;
  readonly createBody: Type<Create>;
  readonly changeBody: Type<Change>;
  readonly objectIds: (body: Create) => readonly number[] | undefined;
  readonly composed: (body: Change) => ComposedObjects;
  /** The fields of `changeBody` with objects. */
  readonly composedNames: readonly string[];
}

/** Routes of folders (contract §4.9). */
export function folderRoutes<Create extends CreateFolderFields, Change extends ChangeFolderFields>({
  folder,
  createBody,
  changeBody,
  objectIds,
  composed,
  composedNames,
}: FolderNames<Create, Change>) {
  @Injectable()
  abstract class FolderRoutes {
    constructor(private readonly folders: FoldersService) {}

    @Post()
    @Endpoint({
      summary: 'Create a folder, optionally with objects in it',
      description:
        'Folders have two levels. An account has at most 1000 folders with 100000 objects in total, counted in each folder.',
      status: 201,
      response: folder.shape,
      access: 'write',
      errors: ['not_found', 'folder_not_found', 'folder_depth_exceeded', 'folder_limit_reached'],
    })
    async create(@CurrentCaller() { accountId }: Caller, @BodyOf(createBody) body: Create): Promise<object> {
      return folder.present(await this.folders.create(accountId, newFolderOf(body, objectIds(body))));
    }

    @Get()
    @Endpoint({
      summary: 'List all folders with subfolders and composition',
      description: 'Root folders by name, then by id.',
      list: folder.shape,
      access: 'read',
    })
    async list(@CurrentCaller() { accountId }: Caller): Promise<{ data: readonly object[] }> {
      return { data: (await this.folders.list(accountId)).map(folder.present) };
    }

    @Get(':folder_id')
    @Endpoint({
      summary: 'Read one folder',
      description: 'With its subfolders and the objects directly in it. The `subfolders` of a subfolder are empty.',
      response: folder.shape,
      access: 'read',
      errors: ['folder_not_found'],
    })
    async get(@CurrentCaller() { accountId }: Caller, @IdParam('folder_id') folderId: number): Promise<object> {
      return folder.present(await this.folders.single(accountId, folderId));
    }

    @Patch(':folder_id')
    @Endpoint({
      summary: 'Rename or move a folder, change its composition',
      description: 'At least one field; absent fields stay as they are. All or nothing.',
      response: folder.shape,
      access: 'write',
      errors: ['not_found', 'folder_not_found', 'folder_depth_exceeded', 'folder_limit_reached'],
    })
    async update(
      @CurrentCaller() { accountId }: Caller,
      @IdParam('folder_id') folderId: number,
      @BodyOf(changeBody) body: Change,
    ): Promise<object> {
      const change = folderChangeOf(body, composed(body), composedNames);
      return folder.present(await this.folders.change(accountId, folderId, change));
    }

    @Delete(':folder_id')
    @Endpoint({
      summary: 'Delete a folder, keep its objects',
      description: 'A folder that has subfolders is refused: 409 `folder_not_empty`.',
      status: 204,
      access: 'write',
      errors: ['folder_not_found', 'folder_not_empty'],
    })
    async remove(@CurrentCaller() { accountId }: Caller, @IdParam('folder_id') folderId: number): Promise<void> {
      await this.folders.remove(accountId, folderId);
    }
  }
  return FolderRoutes;
}
