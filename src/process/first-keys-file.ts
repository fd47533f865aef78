import { closeSync, constants, fchmodSync, fsyncSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { EXIT } from './exit-codes';
import { StartProblem } from './start-problem';

const NAME = 'first-start-keys';
const SETUP_LINK = 'console-setup-link';
const MAX_FILES = 100;

/** A file for the keys of a first start. It is created before the keys: if that fails, no keys are created. */
export interface KeysFile {
  readonly path: string;
  /** Replaces the content, and returns when it is stored on disk. */
  write(text: string): void;
  /** Deletes the file. */
  remove(): void;
}

/**
 * Creates an empty file in `home` that only its owner may read (mode 600): `first-start-keys`, with a number appended if that file
 * exists, because it may contain the keys of another database. Never follows a symbolic link. Throws `StartProblem`.
 */
export function openKeysFile(home: string): KeysFile {
  try {
    mkdirSync(home, { recursive: true, mode: 0o700 });
    return createFile(home);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new StartProblem(
      [
        `The keys of the first start cannot be shown: there is no terminal, and no file can be written in ${home} (${reason}).`,
        'Set HREV_HOME to a folder that this user can write, or start hrev on a terminal once.',
      ],
      EXIT.usage,
    );
  }
}

/**
 * Writes the link that sets up the console to `console-setup-link` in `home`, which only its owner may read (mode 600), and returns
 * the path. Replaces an older link. Throws `StartProblem`.
 */
export function writeSetupLink(home: string, link: string): string {
  const file = path.join(home, SETUP_LINK);
  try {
    mkdirSync(home, { recursive: true, mode: 0o700 });
    rmSync(file, { force: true });
    closeSync(openSync(file, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600));
    write(file, `${link}\n`);
    return file;
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new StartProblem([`The link that sets up the console cannot be written to ${file} (${reason}).`], EXIT.usage);
  }
}

function createFile(home: string): KeysFile {
  for (let number = 1; number < MAX_FILES; number += 1) {
    const file = path.join(home, number === 1 ? NAME : `${NAME}-${number}`);
    try {
      closeSync(openSync(file, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600));
      return { path: file, write: (text) => write(file, text), remove: () => rmSync(file, { force: true }) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  throw new Error(`${home} contains ${MAX_FILES} files of keys`);
}

function write(file: string, text: string): void {
  const descriptor = openSync(file, constants.O_WRONLY | constants.O_TRUNC | constants.O_NOFOLLOW);
  try {
    fchmodSync(descriptor, 0o600);
    writeFileSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
