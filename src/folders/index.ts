/**
 * Folders: sets of objects, two levels deep, by which reviews and analytics can be asked for. Whoever answers by
 * `folder_id` asks `FolderDirectory` which objects it stands for. Contract §2.5, §4.9.
 */
export { FolderDirectory } from './folder-directory';
export { FoldersModule } from './folders.module';
export { FOLDERS_ENTITIES } from './persistence/entities';
