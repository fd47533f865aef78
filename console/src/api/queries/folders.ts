import { queryOptions } from '@tanstack/react-query';
import { call, type Given, type Schemas } from '../client';

export type Folder = Schemas['Folder'];
/** An object of a folder. */
export type FolderMember = Folder['objects'][number];

const at = (folderId: number) => ({ path: { folder_id: folderId } });

export const folderKeys = { all: (accountId: number) => ['account', accountId, 'folders'] as const };

/** All folders: the root folders, each with its subfolders. */
export const foldersQuery = (accountId: number) =>
  queryOptions({
    queryKey: folderKeys.all(accountId),
    queryFn: async (): Promise<readonly Folder[]> => (await call(accountId, 'GET', '/v3/folders')).data,
    staleTime: 30_000,
  });

export const createFolder = (accountId: number, body: Schemas['CreateFolderBody']) =>
  call(accountId, 'POST', '/v3/folders', { body });

/** Changes the fields that are present. */
export const changeFolder = (accountId: number, folderId: number, body: Given<Schemas['ChangeFolderBody']>) =>
  call(accountId, 'PATCH', '/v3/folders/{folder_id}', { ...at(folderId), body });

/** Adds objects and keeps the others of the folder. */
export const addToFolder = (accountId: number, folderId: number, objectIds: readonly number[]) =>
  changeFolder(accountId, folderId, { add_object_ids: objectIds });

/** Removes objects and keeps the others of the folder. */
export const removeFromFolder = (accountId: number, folderId: number, objectIds: readonly number[]) =>
  changeFolder(accountId, folderId, { remove_object_ids: objectIds });

export const deleteFolder = (accountId: number, folderId: number) =>
  call(accountId, 'DELETE', '/v3/folders/{folder_id}', at(folderId));
