/** Bodies (contract §4.9) and responses (§2.5) of folders. The objects are `groups` in v2 and `objects` in v3; all other fields are the same. */
import { ApiSchema } from '@nestjs/swagger';
import { BodyInteger, BodyName, Input, invalid, refuseEmpty, Shape } from '@libs/http';
import { wireTime } from '@libs/kernel';
import type { FolderBranch, FolderContent } from '../domain/folder-tree';
import type { FolderChange, NewFolder } from '../folders.service';

/** Each version adds the ids of objects under its own name. */
export abstract class CreateFolderFields extends Input({
  name: BodyName({ description: 'Name of the folder.', min: 1, max: 200, example: 'North' }),
  parent_folder_id: BodyInteger({
    description: 'Parent folder; null or absent: none. The parent must be a root folder.',
    optional: true,
    nullable: true,
  }),
}) {}

/** Absent fields stay as they are; at least one field is required. */
export abstract class ChangeFolderFields extends Input({
  name: BodyName({ description: 'New name.', min: 1, max: 200, optional: true, example: 'North' }),
  parent_folder_id: BodyInteger({ description: 'New parent folder; null: root.', optional: true, nullable: true }),
}) {}

/** The field with the objects of a folder. */
export const COMPOSITION = {
  description:
    'Objects directly in the folder, all of them: a change replaces the whole composition. Repeated ids are no error.',
  max: 10_000,
  optional: true,
  example: [1, 2],
};

/** The objects of a change that keeps the other objects of the folder. */
export const ADDED_OBJECTS = {
  description: 'Objects to add; the others stay. Not together with `object_ids`.',
  max: 10_000,
  optional: true,
  example: [3],
  insteadOf: 'object_ids',
};
export const REMOVED_OBJECTS = {
  description:
    'Objects to remove; the others stay. Ids that are not in the folder have no effect. Not together with `object_ids`.',
  max: 10_000,
  optional: true,
  example: [4],
  insteadOf: 'object_ids',
};

export function newFolderOf(body: CreateFolderFields, objectIds: readonly number[] = []): NewFolder {
  return { name: body.name, parentFolderId: body.parent_folder_id ?? null, objectIds };
}

/** The objects of a change: all of them, or those to add and to remove. */
export type ComposedObjects = Pick<FolderChange, 'objectIds' | 'addObjectIds' | 'removeObjectIds'>;

/**
 * Throws `validation_error` for a body without a field, and if the objects contradict each other. `names` are the names of the version for
 * the fields with objects.
 */
export function folderChangeOf(
  body: ChangeFolderFields,
  composed: ComposedObjects,
  names: readonly string[],
): FolderChange {
  const { objectIds, addObjectIds, removeObjectIds } = composed;
  const change = { name: body.name, parentFolderId: body.parent_folder_id, ...composed };
  refuseEmpty(change, `name, parent_folder_id, ${names.join(', ')}`);
  if (objectIds !== undefined && (addObjectIds ?? removeObjectIds) !== undefined)
    throw invalid('object_ids', 'not together with add_object_ids or remove_object_ids');
  const removed = new Set(removeObjectIds);
  if (addObjectIds?.some((id) => removed.has(id)) === true)
    throw invalid('remove_object_ids', 'must not contain an id of add_object_ids');
  return change;
}

@ApiSchema({ description: 'An object in a folder.' })
export class ObjectInFolder extends Shape({
  id: { type: 'integer', description: 'Id of the object.' },
  name: { type: 'string', description: 'Name of the object.', example: 'Hotel Example' },
}) {}

abstract class FolderFields extends Shape({
  id: { type: 'integer', description: 'Id of the folder.' },
  user_id: { type: 'integer', description: 'Owner and creator.' },
  name: { type: 'string', description: 'Name of the folder.', example: 'North' },
  created_at: { type: 'date-time', description: 'When the folder was created.' },
  parent_folder_id: { type: 'integer', nullable: true, description: 'Parent folder; null for a root folder.' },
}) {}

const OBJECTS_SHOWN = {
  type: () => ObjectInFolder,
  list: true,
  description:
    'Objects directly in this folder, by id, without those of subfolders. Disabled objects are included, deleted ones are not.',
} as const;
const NO_SUBFOLDERS = { type: 'object', list: true, description: 'Always empty: folders have two levels.' } as const;
const SUBFOLDERS =
  'Subfolders by name (Unicode order, upper and lower case together), then by id. Empty inside a subfolder.';

@ApiSchema({ description: 'A folder inside another one.' })
export class SubfolderV2 extends Shape(FolderFields, {
  groups: OBJECTS_SHOWN,
  subfolders: NO_SUBFOLDERS,
}) {}

@ApiSchema({ description: 'A folder with its objects and subfolders.' })
export class FolderV2 extends Shape(FolderFields, {
  groups: OBJECTS_SHOWN,
  subfolders: { type: () => SubfolderV2, list: true, description: SUBFOLDERS },
}) {}

@ApiSchema({ description: 'A folder inside another one.' })
export class Subfolder extends Shape(FolderFields, {
  objects: OBJECTS_SHOWN,
  subfolders: NO_SUBFOLDERS,
}) {}

@ApiSchema({ description: 'A folder with its objects and subfolders.' })
export class Folder extends Shape(FolderFields, {
  objects: OBJECTS_SHOWN,
  subfolders: { type: () => Subfolder, list: true, description: SUBFOLDERS },
}) {}

function fields({ folder }: FolderContent): FolderFields {
  return {
    id: folder.id,
    user_id: folder.accountId,
    name: folder.name,
    created_at: wireTime(folder.createdAt),
    parent_folder_id: folder.parentFolderId,
  };
}

const composition = ({ objects }: FolderContent): readonly ObjectInFolder[] =>
  objects.map(({ id, name }) => ({ id, name }));

export function presentFolderV2(branch: FolderBranch): FolderV2 {
  const subfolders = branch.subfolders.map((sub) => ({ ...fields(sub), groups: composition(sub), subfolders: [] }));
  return { ...fields(branch), groups: composition(branch), subfolders };
}

export function presentFolder(branch: FolderBranch): Folder {
  const subfolders = branch.subfolders.map((sub) => ({ ...fields(sub), objects: composition(sub), subfolders: [] }));
  return { ...fields(branch), objects: composition(branch), subfolders };
}
