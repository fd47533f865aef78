/**
 * Statements that must read rows in the order of an index. If the statistics estimate one row, PostgreSQL considers a sort of the rows of
 * any other index as cheap as a look-up, and keeps such a plan while the rows become millions. Without sorts, only an index with the
 * order of the statement can serve it, whatever the statistics say.
 */
import type { Statement } from './together';

/** Until the transaction ends, or `SORTS_ON`. PostgreSQL still sorts where no index has the order. */
export const SORTS_OFF: Statement = {
  name: 'sorts-off',
  text: `select set_config('enable_sort', 'off', true)`,
};

const SORTS_ON: Statement = { name: 'sorts-on', text: 'reset enable_sort' };

const isInIndexOrder = (statement: Statement | undefined): boolean => statement?.inIndexOrder === true;

/** The statements with those that turn sorts off and on, and their positions among them. */
export function withIndexOrder(statements: readonly Statement[]): {
  readonly sent: readonly Statement[];
  readonly at: readonly number[];
} {
  const sent: Statement[] = [];
  const at: number[] = [];
  statements.forEach((statement, n) => {
    if (isInIndexOrder(statement) && !isInIndexOrder(statements[n - 1])) sent.push(SORTS_OFF);
    at.push(sent.length);
    sent.push(statement);
    if (isInIndexOrder(statement) && !isInIndexOrder(statements[n + 1])) sent.push(SORTS_ON);
  });
  return { sent, at };
}
