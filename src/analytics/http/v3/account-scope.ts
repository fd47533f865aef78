import { QueryEnum, type InputField } from '@libs/http';
import { AppError, type Selection } from '@libs/kernel';
import { selectionOf } from '@src/reviews';

/** The query parameters of v3 that select an object, a folder or, by name, the whole account. */
export interface AccountScope {
  readonly object_id?: number;
  readonly folder_id?: number;
  readonly scope?: 'account';
}

/** The query parameter `scope`. */
export const WholeAccount = (description: string): InputField<'account' | undefined> =>
  QueryEnum({ description: `${description} Not together with \`object_id\` or \`folder_id\`.`, values: ['account'] });

/** The selection that a query names: an object, a folder or the account; null if it names none. Throws 400 if it names more than one (contract §4.13). */
export function namedSelection(query: AccountScope): Selection | null {
  const addressed = selectionOf('object', query);
  if (query.scope === undefined) return addressed;
  if (addressed !== null)
    throw new AppError('object_and_folder_conflict', 'Give only one of scope, object_id and folder_id');
  return { kind: 'account' };
}
