import { createHash } from 'node:crypto';
import { ToolProblem } from './tool';

/** The most items of a page. A result must fit into the attention of a model. */
export const MOST_SHOWN = 50;

/** The place of a page in a list, and the filters for which it was issued. */
const FORM = /^([0-9a-f]{12})\.(\d{1,9})$/;

const markOf = (filters: object): string =>
  createHash('sha256').update(JSON.stringify(filters)).digest('hex').slice(0, 12);

/** The offset that a cursor names, 0 without one. Throws `ToolProblem` for a cursor of other filters. */
export function offsetOf(cursor: string | undefined, filters: object): number {
  if (cursor === undefined) return 0;
  const [, mark, offset] = FORM.exec(cursor) ?? [];
  if (mark === markOf(filters)) return Number(offset);
  const advice =
    'Send next_cursor as it was returned, with the same arguments; without a cursor the list begins again.';
  throw new ToolProblem('invalid_cursor', advice);
}

/** How much of a list is shown, as a text, and the cursor of the next page; null after the last one. */
export function shown(
  page: {
    readonly data: readonly unknown[];
    readonly total: number;
    readonly offset: number;
    readonly has_next: boolean;
  },
  filters: object,
): { shown: string; total: number; next_cursor: string | null } {
  const { data, total, offset } = page;
  const range = data.length === 0 ? '0' : `${offset + 1} to ${offset + data.length}`;
  return {
    shown: `${range} of ${total}`,
    total,
    next_cursor: page.has_next ? `${markOf(filters)}.${offset + data.length}` : null,
  };
}
