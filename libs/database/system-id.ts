import type { Database } from './database';

/** The id of the cluster, which its backups and the databases that were restored from them share. */
export async function systemIdOf(database: Database): Promise<string> {
  const [row] = await database.query<{ id: string }>('select system_identifier::text as id from pg_control_system()');
  if (row === undefined) throw new Error('the server did not identify itself');
  return row.id;
}
