import { Body, Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { ApiSchema, ApiTags } from '@nestjs/swagger';
import { BodyIds, Endpoint, IdParam, V3 } from '@libs/http';
import { CurrentCaller, type Caller } from '@src/auth';
import { FoldersService } from '../../folders.service';
import { ChangeFolderFields, COMPOSITION, CreateFolderFields, folderChangeOf, newFolderOf } from '../folder.dto';
import { Folder, presentFolder } from '../folder.presenter';

@ApiSchema({ description: 'A folder to be made.' })
class CreateFolderBody extends CreateFolderFields {
  @BodyIds(COMPOSITION)
  readonly object_ids?: readonly number[];
}

@ApiSchema({ description: 'Changes of a folder. Absent fields stay as they are.' })
class ChangeFolderBody extends ChangeFolderFields {
  @BodyIds(COMPOSITION)
  readonly object_ids?: readonly number[];
}

/** Folders (contract §4.9, §4.13). */
@ApiTags('Folders')
@Controller({ path: 'folders', version: V3 })
export class FoldersController {
  constructor(private readonly folders: FoldersService) {}

  @Post()
  @Endpoint({
    summary: 'Create a folder, optionally with objects in it',
    description:
      'Folders have two levels. An account holds at most 1000; in all of them together 100000 objects, counted in each.',
    status: 201,
    response: Folder,
    access: 'write',
    errors: ['not_found', 'folder_not_found', 'folder_depth_exceeded', 'folder_limit_reached'],
  })
  async create(@CurrentCaller() { accountId }: Caller, @Body() body: CreateFolderBody): Promise<Folder> {
    return presentFolder(await this.folders.create(accountId, newFolderOf(body, body.object_ids)));
  }

  @Get()
  @Endpoint({
    summary: 'List all folders with subfolders and composition',
    description: 'Root folders by name, ties by id.',
    list: Folder,
    access: 'read',
  })
  async list(@CurrentCaller() { accountId }: Caller): Promise<{ data: readonly Folder[] }> {
    return { data: (await this.folders.list(accountId)).map(presentFolder) };
  }

  @Get(':folder_id')
  @Endpoint({
    summary: 'Read one folder',
    description: 'With the objects directly in it and its subfolders; of a subfolder `subfolders` is empty.',
    response: Folder,
    access: 'read',
    errors: ['folder_not_found'],
  })
  async single(@CurrentCaller() { accountId }: Caller, @IdParam('folder_id') folderId: number): Promise<Folder> {
    return presentFolder(await this.folders.single(accountId, folderId));
  }

  @Patch(':folder_id')
  @Endpoint({
    summary: 'Rename or move a folder, replace its composition',
    description: 'Absent fields stay as they are. All or nothing.',
    response: Folder,
    access: 'write',
    errors: ['not_found', 'folder_not_found', 'folder_depth_exceeded', 'folder_limit_reached'],
  })
  async change(
    @CurrentCaller() { accountId }: Caller,
    @IdParam('folder_id') folderId: number,
    @Body() body: ChangeFolderBody,
  ): Promise<Folder> {
    const change = folderChangeOf(body, body.object_ids);
    return presentFolder(await this.folders.change(accountId, folderId, change));
  }

  @Delete(':folder_id')
  @Endpoint({
    summary: 'Delete a folder, leave its objects',
    description: 'A folder that has subfolders is refused: 409 `folder_not_empty`.',
    status: 204,
    access: 'write',
    errors: ['folder_not_found', 'folder_not_empty'],
  })
  async remove(@CurrentCaller() { accountId }: Caller, @IdParam('folder_id') folderId: number): Promise<void> {
    await this.folders.remove(accountId, folderId);
  }
}
