import { Controller } from '@nestjs/common';
import { ApiSchema, ApiTags } from '@nestjs/swagger';
import { BodyIds, Input, presenter, V2 } from '@libs/http';
import { ChangeFolderFields, COMPOSITION, CreateFolderFields, FolderV2, presentFolderV2 } from '../folder.shapes';
import { folderRoutes } from '../folder.routes';

@ApiSchema({ description: 'A folder to create.' })
class CreateFolderV2Body extends Input(CreateFolderFields, { group_ids: BodyIds(COMPOSITION) }) {}

@ApiSchema({ description: 'Changes of a folder: at least one field. Absent fields stay as they are.' })
class ChangeFolderV2Body extends Input(ChangeFolderFields, { group_ids: BodyIds(COMPOSITION) }) {}

/** Folders under their v2 names (contract §4.9). */
@ApiTags('Folders')
@Controller({ path: 'folders', version: V2 })
export class FoldersV2Controller extends folderRoutes({
  folder: presenter(FolderV2, presentFolderV2),
  createBody: CreateFolderV2Body,
  changeBody: ChangeFolderV2Body,
  objectIds: (body) => body.group_ids,
  composed: (body) => ({ objectIds: body.group_ids }),
  composedNames: ['group_ids'],
}) {}
