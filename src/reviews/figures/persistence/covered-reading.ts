import type { Database } from '@libs/database';
import type { Coverage } from '../../domain/coverage';
import type { SqlValues } from '../../persistence/sql-values';
import { statementName } from '../../persistence/statement-name';

/**
 * Runs a statement about a coverage. For one object, the most frequent addressee, it is planned once per connection. For many objects the
 * best plan depends on the objects, and reading costs more than planning.
 */
export function readCovered<T extends object>(
  database: Database,
  coverage: Coverage,
  text: string,
  values: SqlValues,
): Promise<T[]> {
  if (coverage.objectIds.length > 1) return database.query<T>(text, values.all);
  return database.prepared<T>({ name: statementName(text), text, values: values.all });
}
