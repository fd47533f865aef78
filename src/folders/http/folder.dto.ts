import { BodyInteger, BodyText } from '@libs/http';
import type { FolderChange, NewFolder } from '../folders.service';

/** Bodies of both versions but for the ids of objects (contract §4.9; bounds of contract §4.9). */
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

/** Every field may be missing and then stays as it is. */
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

/** Ids of a composition. */
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
