import type { Database } from '@libs/database';
import type { Coverage } from '../../domain/coverage';
import type { SqlValues } from '../../persistence/sql-values';
import { namedInIndexOrder } from '../../persistence/named-statement';

/**
 * Runs a statement that reads the rows of a coverage. For one object, the most frequent case, the statement is prepared and planned
 * once per connection. For several objects it is planned at every call, because the best plan depends on the objects and planning
 * costs less than reading.
 */
export function readCovered<T extends object>(
  database: Database,
  coverage: Coverage,
  text: string,
  values: SqlValues,
): Promise<T[]> {
  if (coverage.objectIds.length > 1) return database.query<T>(text, values.all);
  return database.prepared<T>(namedInIndexOrder(text, values));
}
