import { Body, Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { ApiSchema, ApiTags } from '@nestjs/swagger';
import { BodyIds, Endpoint, IdParam, V2 } from '@libs/http';
import { CurrentCaller, type Caller } from '@src/auth';
import { FoldersService } from '../../folders.service';
import { ChangeFolderFields, COMPOSITION, CreateFolderFields, folderChangeOf, newFolderOf } from '../folder.dto';
import { FolderV2, presentFolderV2 } from '../folder.presenter';

@ApiSchema({ description: 'A folder to be made.' })
class CreateFolderV2Body extends CreateFolderFields {
  @BodyIds(COMPOSITION)
  readonly group_ids?: readonly number[];
}

@ApiSchema({ description: 'Changes of a folder. Absent fields stay as they are.' })
class ChangeFolderV2Body extends ChangeFolderFields {
  @BodyIds(COMPOSITION)
  readonly group_ids?: readonly number[];
}

/** Folders under their v2 names (contract §4.9). */
@ApiTags('Folders')
@Controller({ path: 'folders', version: V2 })
export class FoldersV2Controller {
  constructor(private readonly folders: FoldersService) {}

  @Post()
  @Endpoint({
    summary: 'Create a folder, optionally with objects in it',
    description:
      'Folders have two levels. An account holds at most 1000; in all of them together 100000 objects, counted in each.',
    status: 201,
    response: FolderV2,
    access: 'write',
    errors: ['not_found', 'folder_not_found', 'folder_depth_exceeded', 'folder_limit_reached'],
  })
  async create(@CurrentCaller() { accountId }: Caller, @Body() body: CreateFolderV2Body): Promise<FolderV2> {
    return presentFolderV2(await this.folders.create(accountId, newFolderOf(body, body.group_ids)));
  }

  @Get()
  @Endpoint({
    summary: 'List all folders with subfolders and composition',
    description: 'Root folders by name, ties by id.',
    list: FolderV2,
    access: 'read',
  })
  async list(@CurrentCaller() { accountId }: Caller): Promise<{ data: readonly FolderV2[] }> {
    return { data: (await this.folders.list(accountId)).map(presentFolderV2) };
  }

  @Get(':folder_id')
  @Endpoint({
    summary: 'Read one folder',
    description: 'With the objects directly in it and its subfolders; of a subfolder `subfolders` is empty.',
    response: FolderV2,
    access: 'read',
    errors: ['folder_not_found'],
  })
  async single(@CurrentCaller() { accountId }: Caller, @IdParam('folder_id') folderId: number): Promise<FolderV2> {
    return presentFolderV2(await this.folders.single(accountId, folderId));
  }

  @Patch(':folder_id')
  @Endpoint({
    summary: 'Rename or move a folder, replace its composition',
    description: 'Absent fields stay as they are. All or nothing.',
    response: FolderV2,
    access: 'write',
    errors: ['not_found', 'folder_not_found', 'folder_depth_exceeded', 'folder_limit_reached'],
  })
  async change(
    @CurrentCaller() { accountId }: Caller,
    @IdParam('folder_id') folderId: number,
    @Body() body: ChangeFolderV2Body,
  ): Promise<FolderV2> {
    const change = folderChangeOf(body, body.group_ids);
    return presentFolderV2(await this.folders.change(accountId, folderId, change));
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
