import { createHash } from 'node:crypto';
import { createReadStream, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { BackupError, BASE_FILE, FILES_FILE, type StoredBackup } from './backup-folder';
import { readTar, type TarEntry } from './tar-reader';

/** A file of the data folder, as PostgreSQL lists it. */
interface ListedFile {
  readonly bytes: number;
  readonly sha256: string;
}

const listSchema = z.object({
  Files: z.array(
    z.object({
      Path: z.string().optional(),
      'Encoded-Path': z.string().optional(),
      Size: z.number(),
      'Checksum-Algorithm': z.literal('SHA256'),
      Checksum: z.string(),
    }),
  ),
});

/**
 * Reads every entry of the data folder in a backup, and compares it with PostgreSQL's list and the checksums of the manifest. `use`
 * reads the content of each entry. Throws `BackupError` at the first difference; entries before it were passed to `use`. Returns the
 * number of files and their bytes.
 */
export async function readBaseFiles(
  { folder, manifest }: StoredBackup,
  use: (entry: Omit<TarEntry, 'content'>, content: AsyncIterable<Buffer>) => Promise<void>,
): Promise<{ readonly files: number; readonly bytes: number }> {
  refuseOtherSizes({ folder, manifest });
  const missing = listedFiles(path.join(folder, FILES_FILE), manifest.files[FILES_FILE].sha256);
  const hash = createHash('sha256');
  const unpacked = new PassThrough();
  const source = createReadStream(path.join(folder, BASE_FILE));
  source.on('data', (chunk) => hash.update(chunk));
  const unpacking = pipeline(source, createGunzip(), unpacked);
  // `readTar` throws the error of the stream.
  unpacking.catch(() => undefined);
  const found = { files: 0, bytes: 0 };
  try {
    for await (const entry of readTar(unpacked)) {
      await useEntry(entry, missing, use);
      found.files += entry.kind === 'file' ? 1 : 0;
      found.bytes += entry.bytes;
    }
    await unpacking;
  } catch (error) {
    unpacked.destroy();
    if (error instanceof BackupError || isOfTarget(error)) throw error;
    throw damaged(BASE_FILE, error instanceof Error ? error.message : String(error));
  }
  if (hash.digest('hex') !== manifest.files[BASE_FILE].sha256) throw damaged(BASE_FILE, 'its checksum differs');
  refuseMissing(missing);
  return found;
}

function refuseOtherSizes({ folder, manifest }: StoredBackup): void {
  for (const name of [BASE_FILE, FILES_FILE] as const) {
    const bytes = statSync(path.join(folder, name), { throwIfNoEntry: false })?.size;
    if (bytes !== manifest.files[name].bytes)
      throw damaged(name, bytes === undefined ? 'it is missing' : 'its size differs');
  }
}

function refuseMissing(missing: ReadonlyMap<string, ListedFile>): void {
  const [first] = missing.keys();
  if (first !== undefined) throw damaged(BASE_FILE, `${missing.size} files are missing, such as ${first}`);
}

/** Passes an entry to `use`, and compares what was read with the list. The list does not contain the log. */
async function useEntry(
  entry: TarEntry,
  missing: Map<string, ListedFile>,
  use: (entry: TarEntry, content: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  const hash = createHash('sha256');
  async function* content(): AsyncGenerator<Buffer> {
    for await (const chunk of entry.content()) {
      hash.update(chunk);
      yield chunk;
    }
  }
  await use(entry, content());
  const listed = missing.get(entry.path);
  if (entry.kind === 'folder' || (listed === undefined && entry.path.startsWith('pg_wal/'))) return;
  if (listed === undefined) throw damaged(BASE_FILE, `${entry.path} is not in the list of files`);
  if (listed.bytes !== entry.bytes || listed.sha256 !== hash.digest('hex'))
    throw damaged(BASE_FILE, `${entry.path} differs from its checksum`);
  missing.delete(entry.path);
}

/** The bytes of the data folder, by PostgreSQL's list. */
export function sizeOf({ folder, manifest }: StoredBackup): number {
  const listed = listedFiles(path.join(folder, FILES_FILE), manifest.files[FILES_FILE].sha256);
  return [...listed.values()].reduce((sum, { bytes }) => sum + bytes, 0);
}

function listedFiles(file: string, sha256: string): Map<string, ListedFile> {
  const text = readFileSync(file);
  if (createHash('sha256').update(text).digest('hex') !== sha256) throw damaged(FILES_FILE, 'its checksum differs');
  const { Files } = listSchema.parse(JSON.parse(text.toString('utf8')));
  return new Map(
    Files.map((one) => [
      one.Path ?? Buffer.from(one['Encoded-Path'] ?? '', 'hex').toString('utf8'),
      { bytes: one.Size, sha256: one.Checksum },
    ]),
  );
}

/** Whether the error is one of the folder that is written, and not of the backup. */
const isOfTarget = (error: unknown): boolean => (error as NodeJS.ErrnoException).syscall !== undefined;

const damaged = (file: string, how: string): BackupError => new BackupError(`the backup is damaged: ${file}: ${how}`);
