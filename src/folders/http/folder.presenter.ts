/** Response payloads of folders (contract §2.5). The objects are `groups` in v2 and `objects` in v3; all other fields are the same. */
import { ApiSchema } from '@nestjs/swagger';
import { Shape, Shown } from '@libs/http';
import { wireTime } from '@libs/kernel';
import type { FolderBranch, FolderContent } from '../domain/folder-tree';

@ApiSchema({ description: 'An object in a folder.' })
export class ObjectInFolder extends Shape({
  id: { type: 'integer', description: 'Id of the object.' },
  name: { type: 'string', description: 'Name of the object.', example: 'Hotel Example' },
}) {}

abstract class FolderFields {
  @Shown({ type: 'integer', description: 'Id of the folder.' })
  readonly id!: number;

  @Shown({ type: 'integer', description: 'Owner and creator.' })
  readonly user_id!: number;

  @Shown({ type: 'string', description: 'Name of the folder.', example: 'North' })
  readonly name!: string;

  @Shown({ type: 'date-time', description: 'When the folder was created.' })
  readonly created_at!: string;

  @Shown({ type: 'integer', nullable: true, description: 'Parent folder; null for a root folder.' })
  readonly parent_folder_id!: number | null;
}

const COMPOSITION = {
  type: () => ObjectInFolder,
  list: true,
  description:
    'Objects directly in this folder, by id, without those of subfolders. Disabled objects are included, deleted ones are not.',
};
const NO_SUBFOLDERS = { type: 'object', list: true, description: 'Always empty: folders have two levels.' } as const;
const SUBFOLDERS =
  'Subfolders by name (Unicode order, upper and lower case together), then by id. Empty inside a subfolder.';

@ApiSchema({ description: 'A folder inside another one.' })
export class SubfolderV2 extends FolderFields {
  @Shown(COMPOSITION)
  readonly groups!: readonly ObjectInFolder[];

  @Shown(NO_SUBFOLDERS)
  readonly subfolders!: readonly never[];
}

@ApiSchema({ description: 'A folder with its objects and subfolders.' })
export class FolderV2 extends FolderFields {
  @Shown(COMPOSITION)
  readonly groups!: readonly ObjectInFolder[];

  @Shown({ type: () => SubfolderV2, list: true, description: SUBFOLDERS })
  readonly subfolders!: readonly SubfolderV2[];
}

@ApiSchema({ description: 'A folder inside another one.' })
export class Subfolder extends FolderFields {
  @Shown(COMPOSITION)
  readonly objects!: readonly ObjectInFolder[];

  @Shown(NO_SUBFOLDERS)
  readonly subfolders!: readonly never[];
}

@ApiSchema({ description: 'A folder with its objects and subfolders.' })
export class Folder extends FolderFields {
  @Shown(COMPOSITION)
  readonly objects!: readonly ObjectInFolder[];

  @Shown({ type: () => Subfolder, list: true, description: SUBFOLDERS })
  readonly subfolders!: readonly Subfolder[];
}

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
