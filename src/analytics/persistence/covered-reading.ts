import type { Database } from '@libs/database';
import { statementName, type Coverage, type SqlValues } from '@src/reviews';

/**
 * Reads what is counted. For one object, which most requests name, statements are planned once per connection; with many
 * objects the best plan depends on which, and reading costs more than planning.
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
