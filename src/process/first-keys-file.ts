import { closeSync, constants, fchmodSync, fsyncSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { EXIT } from './exit-codes';
import { StartProblem } from './start-problem';

const NAME = 'first-start-keys';
const MOST_FILES = 100;

/** A file for the keys of a first start, created before the keys: where that fails, no keys are made. */
export interface KeysFile {
  readonly path: string;
  /** Puts the text in the place of what it held. On disk when this returns. */
  write(text: string): void;
  /** Takes it away again. */
  remove(): void;
}

/**
 * Makes an empty file that its owner alone may read (mode 600), in `home`: `first-start-keys`, or a number behind it where there
 * is one already, which may hold the keys of another database. Never writes through a link. Throws `StartProblem`.
 */
export function openKeysFile(home: string): KeysFile {
  try {
    mkdirSync(home, { recursive: true, mode: 0o700 });
    return made(home);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new StartProblem(
      [
        `The keys of the first start can be shown on no terminal and written to no file in ${home} (${reason}).`,
        'Set HREV_HOME to a folder that this user can write, or start hrev on a terminal once.',
      ],
      EXIT.usage,
    );
  }
}

function made(home: string): KeysFile {
  for (let number = 1; number < MOST_FILES; number += 1) {
    const file = path.join(home, number === 1 ? NAME : `${NAME}-${number}`);
    try {
      closeSync(openSync(file, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600));
      return { path: file, write: (text) => write(file, text), remove: () => rmSync(file, { force: true }) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  throw new Error(`${home} holds ${MOST_FILES} files of keys`);
}

function write(file: string, text: string): void {
  const descriptor = openSync(file, constants.O_WRONLY | constants.O_TRUNC | constants.O_NOFOLLOW);
  try {
    fchmodSync(descriptor, 0o600);
    writeSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
