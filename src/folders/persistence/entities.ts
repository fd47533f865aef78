import { FolderEntity } from './folder.entity';
import { FolderObjectEntity } from './folder-object.entity';

/** The tables of this context. */
export const FOLDERS_ENTITIES = [FolderEntity, FolderObjectEntity];
