import { call, type Schemas } from '../client';

export type ImportedLine = Schemas['ImportedLine'];
export type ImportFormat = Schemas['ImportBody']['format'];

/** A line as the API reads it: of the object with the id, otherwise of the one with the name, otherwise of a new one. */
export interface LineToImport {
  readonly name: string;
  readonly urls: readonly string[];
  readonly object_id: number | null;
}

/** What each line of a file would do. Nothing is written. */
export const tryImport = async (
  accountId: number,
  format: ImportFormat,
  file: string,
): Promise<readonly ImportedLine[]> =>
  (await call(accountId, 'POST', '/v3/imports', { query: { dry_run: true }, body: { format, file } })).data;

/** Imports lines, and returns what each of them did, in their order. A line that is sent again finds what is there. */
export const importLines = async (
  accountId: number,
  lines: readonly LineToImport[],
): Promise<readonly ImportedLine[]> => {
  const file = lines.map((line) => JSON.stringify(line)).join('\n');
  return (await call(accountId, 'POST', '/v3/imports', { body: { format: 'jsonl', file } })).data;
};
