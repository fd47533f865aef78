import { BodyInteger, BodyName, invalid } from '@libs/http';
import { AppError } from '@libs/kernel';
import type { FolderChange, NewFolder } from '../folders.service';

/** Bodies of both versions (contract §4.9). Each version adds the ids of objects under its own name. */
export abstract class CreateFolderFields {
  @BodyName({ description: 'Name of the folder.', min: 1, max: 200, example: 'North' })
  readonly name!: string;

  @BodyInteger({
    description: 'Parent folder; null or absent: none. The parent must be a root folder.',
    optional: true,
    nullable: true,
  })
  readonly parent_folder_id?: number | null;
}

/** Absent fields stay as they are; at least one field is required. */
export abstract class ChangeFolderFields {
  @BodyName({ description: 'New name.', min: 1, max: 200, optional: true, example: 'North' })
  readonly name?: string;

  @BodyInteger({
    description: 'New parent folder; null: root.',
    optional: true,
    nullable: true,
  })
  readonly parent_folder_id?: number | null;
}

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
  if (Object.values(change).every((value) => value === undefined)) {
    throw invalid('body', `at least one of name, parent_folder_id, ${names.join(', ')} is required`);
  }
  if (objectIds !== undefined && (addObjectIds ?? removeObjectIds) !== undefined)
    throw new AppError('validation_error', 'object_ids: not together with add_object_ids or remove_object_ids');
  const removed = new Set(removeObjectIds);
  if (addObjectIds?.some((id) => removed.has(id)) === true)
    throw new AppError('validation_error', 'remove_object_ids: must not contain an id of add_object_ids');
  return change;
}
