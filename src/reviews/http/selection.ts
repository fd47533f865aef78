import type { ObjectNoun } from '@libs/http';
import { AppError, type Selection } from '@libs/kernel';

/** The query parameters that select an object or a folder. The object is `group_id` in v2 and `object_id` in v3. */
export interface SelectionFields {
  readonly group_id?: number;
  readonly object_id?: number;
  readonly folder_id?: number;
}

type ObjectOrFolder = Exclude<Selection, { readonly kind: 'account' }>;

/** The object or the folder of a query; null if neither is given. Throws if both are given. */
export function selectionOf(noun: ObjectNoun, query: SelectionFields): ObjectOrFolder | null {
  const { [`${noun}_id` as const]: objectId, folder_id: folderId } = query;
  if (objectId !== undefined && folderId !== undefined)
    throw new AppError(`${noun}_and_folder_conflict`, `Give either ${noun}_id or folder_id, not both`);
  if (objectId !== undefined) return { kind: 'object', objectId };
  return folderId === undefined ? null : { kind: 'folder', folderId };
}

/** Like `selectionOf`, but throws if neither is given. */
export function requiredSelection(noun: ObjectNoun, query: SelectionFields): ObjectOrFolder {
  const selection = selectionOf(noun, query);
  if (selection === null) throw new AppError(`${noun}_or_folder_required`, `Give ${noun}_id or folder_id`);
  return selection;
}
