import { BodyInteger, BodyText } from '@libs/http';
import type { FolderChange, NewFolder } from '../folders.service';

/** Bodies of both versions (contract §4.9). Each version adds the ids of objects under its own name. */
export abstract class CreateFolderFields {
  @BodyText({ description: 'Name of the folder.', min: 1, max: 200, example: 'North' })
  readonly name!: string;

  @BodyInteger({
    description: 'Parent folder; null or absent: none. The parent must be a root folder.',
    optional: true,
    nullable: true,
  })
  readonly parent_folder_id?: number | null;
}

/** Absent fields stay as they are. */
export abstract class ChangeFolderFields {
  @BodyText({ description: 'New name.', min: 1, max: 200, optional: true, example: 'North' })
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

export function newFolderOf(body: CreateFolderFields, objectIds: readonly number[] = []): NewFolder {
  return { name: body.name, parentFolderId: body.parent_folder_id ?? null, objectIds };
}

export function folderChangeOf(body: ChangeFolderFields, objectIds: readonly number[] | undefined): FolderChange {
  return { name: body.name, parentFolderId: body.parent_folder_id, objectIds };
}
