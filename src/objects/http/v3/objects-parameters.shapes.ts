import { Input, PageParameters, QueryEnum, QueryId, QueryText } from '@libs/http';
import { OBJECT_ORDERS, OBJECT_PROBLEMS, type ObjectListRequest } from '../../domain/object-list';

/** Filters and order of the list of objects (contract §4.6). */
export class ObjectsParameters extends Input(PageParameters, {
  search: QueryText({
    description: 'Only objects whose name contains this text, in upper or lower case. Blanks at its ends are ignored.',
    maxLength: 100,
  }),
  folder_id: QueryId({ description: 'Only objects of this folder and of its subfolders.' }),
  problem: QueryEnum({
    description:
      '`failed`: only objects with an enabled link whose `state` is `failed`, `refused` or `paused`. `partial`: only objects that have this ' +
      '`state`, or an enabled link that has it. `frozen`: only objects with an enabled link that has a `frozen_at`. `off`: only disabled ' +
      'objects, which have no other problem.',
    values: OBJECT_PROBLEMS,
  }),
  sort_by: QueryEnum({
    description: '`created_at`: newest first. `name`: in alphabetical order.',
    values: OBJECT_ORDERS,
    default: 'created_at',
  }),
}) {}

export function listRequestOf({
  limit,
  offset,
  search,
  folder_id,
  problem,
  sort_by,
}: ObjectsParameters): ObjectListRequest {
  const text = (search ?? '').trim();
  return {
    limit,
    offset,
    search: text === '' ? null : text,
    folderId: folder_id ?? null,
    problem: problem ?? null,
    order: sort_by,
  };
}
