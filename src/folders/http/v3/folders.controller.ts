import { Controller } from '@nestjs/common';
import { ApiSchema, ApiTags } from '@nestjs/swagger';
import { BodyIds, Input, presenter, V3 } from '@libs/http';
import {
  ADDED_OBJECTS,
  ChangeFolderFields,
  COMPOSITION,
  CreateFolderFields,
  Folder,
  presentFolder,
  REMOVED_OBJECTS,
} from '../folder.shapes';
import { folderRoutes } from '../folder.routes';

@ApiSchema({ description: 'A folder to create.' })
class CreateFolderBody extends Input(CreateFolderFields, { object_ids: BodyIds(COMPOSITION) }) {}

@ApiSchema({ description: 'Changes of a folder: at least one field. Absent fields stay as they are.' })
class ChangeFolderBody extends Input(ChangeFolderFields, {
  object_ids: BodyIds(COMPOSITION),
  add_object_ids: BodyIds(ADDED_OBJECTS),
  remove_object_ids: BodyIds(REMOVED_OBJECTS),
}) {}

/** Folders in v3 (contract §4.9, §4.13). */
@ApiTags('Folders')
@Controller({ path: 'folders', version: V3 })
export class FoldersController extends folderRoutes({
  folder: presenter(Folder, presentFolder),
  createBody: CreateFolderBody,
  changeBody: ChangeFolderBody,
  objectIds: (body) => body.object_ids,
  composed: ({ object_ids, add_object_ids, remove_object_ids }) => ({
    objectIds: object_ids,
    addObjectIds: add_object_ids,
    removeObjectIds: remove_object_ids,
  }),
  composedNames: ['object_ids', 'add_object_ids', 'remove_object_ids'],
}) {}
