/**
 * Folders: sets of objects in two levels. Reviews and analytics can be filtered by folder. `FolderDirectory` resolves a `folder_id`
 * to objects. Contract §2.5, §4.9.
 */
export { FolderDirectory } from './folder-directory';
export { FoldersModule } from './folders.module';
export { FOLDERS_ENTITIES } from './persistence/entities';
