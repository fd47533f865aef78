/**
 * Statements that must read rows in the order of an index. If the statistics estimate one row, PostgreSQL considers a sort of the rows of
 * any other index as cheap as a look-up, and keeps such a plan while the rows become millions. Without sorts, only an index with the
 * order of the statement can serve it, whatever the statistics say.
 */
import type { Part, StatementPart } from './together';

/** Until the transaction ends, or `SORTS_ON`. PostgreSQL still sorts where no index has the order. */
export const SORTS_OFF: StatementPart = {
  name: 'sorts-off',
  text: `select set_config('enable_sort', 'off', true)`,
};

const SORTS_ON: StatementPart = { name: 'sorts-on', text: 'reset enable_sort' };

const isInIndexOrder = (part: Part | undefined): boolean =>
  part !== undefined && 'inIndexOrder' in part && part.inIndexOrder === true;

/** The parts with the statements that turn sorts off and on, and the positions of the parts among them. */
export function withIndexOrder(parts: readonly Part[]): {
  readonly sent: readonly Part[];
  readonly at: readonly number[];
} {
  const sent: Part[] = [];
  const at: number[] = [];
  parts.forEach((part, n) => {
    if (isInIndexOrder(part) && !isInIndexOrder(parts[n - 1])) sent.push(SORTS_OFF);
    at.push(sent.length);
    sent.push(part);
    if (isInIndexOrder(part) && !isInIndexOrder(parts[n + 1])) sent.push(SORTS_ON);
  });
  return { sent, at };
}
