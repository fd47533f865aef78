import { Controller } from '@nestjs/common';
import { ApiSchema, ApiTags } from '@nestjs/swagger';
import { BodyIds, presenter, V3 } from '@libs/http';
import { ADDED_OBJECTS, ChangeFolderFields, COMPOSITION, CreateFolderFields, REMOVED_OBJECTS } from '../folder.dto';
import { Folder, presentFolder } from '../folder.presenter';
import { folderRoutes } from '../folder.routes';

@ApiSchema({ description: 'A folder to create.' })
class CreateFolderBody extends CreateFolderFields {
  @BodyIds(COMPOSITION)
  readonly object_ids?: readonly number[];
}

@ApiSchema({ description: 'Changes of a folder: at least one field. Absent fields stay as they are.' })
class ChangeFolderBody extends ChangeFolderFields {
  @BodyIds(COMPOSITION)
  readonly object_ids?: readonly number[];

  @BodyIds(ADDED_OBJECTS)
  readonly add_object_ids?: readonly number[];

  @BodyIds(REMOVED_OBJECTS)
  readonly remove_object_ids?: readonly number[];
}

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
