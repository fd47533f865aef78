/** Runs the command line in the process of a test. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildProgram } from '@src/cli/build-program';

export interface Output {
  readonly out: string;
  readonly err: string;
  readonly code: unknown;
}

/**
 * Gives the command line this database, a home folder of its own and no other settings. Returns a function that restores the
 * environment.
 */
export function commandLineOn(databaseUrl: string): () => void {
  const before = { ...process.env };
  const home = mkdtempSync(join(tmpdir(), 'hrev-cli-'));
  // The variables of the test server have the prefix HREV_ but are not settings of the service.
  for (const name of Object.keys(process.env)) if (name.startsWith('HREV_')) delete process.env[name];
  Object.assign(process.env, { DATABASE_URL: databaseUrl, HREV_HOME: home, LOG_LEVEL: 'warn' });
  return () => {
    process.env = before;
    rmSync(home, { recursive: true, force: true });
  };
}

/** Runs one command line in this process, like `hrev …` in a separate process. */
export async function hrev(...words: string[]): Promise<Output> {
  const [out, err] = [writtenTo(process.stdout), writtenTo(process.stderr)];
  process.exitCode = undefined;
  let usageExitCode: number | undefined;
  try {
    await buildProgram().parseAsync(['node', 'hrev', ...words]);
  } catch (error) {
    usageExitCode = (error as { exitCode: number }).exitCode === 0 ? 0 : 2;
  } finally {
    out.restore();
    err.restore();
  }
  const code = usageExitCode ?? process.exitCode;
  process.exitCode = 0;
  return { out: out.text, err: err.text, code };
}

/** Collects what is written to a stream of this process, which shows nothing of it until `restore`. */
function writtenTo(stream: NodeJS.WriteStream): { text: string; restore(): void } {
  const write = Object.getOwnPropertyDescriptor(stream, 'write');
  const written = {
    text: '',
    restore: () => {
      if (write === undefined) Reflect.deleteProperty(stream, 'write');
      else Object.defineProperty(stream, 'write', write);
    },
  };
  Object.defineProperty(stream, 'write', {
    configurable: true,
    writable: true,
    value: (text: string | Uint8Array) => {
      written.text += String(text);
      return true;
    },
  });
  return written;
}

/** The document that a command with `--json` printed in one line, without an error. */
export function jsonOf(output: Output): Record<string, unknown> {
  expect(output.err).toBe('');
  expect(output.out.trim().split('\n')).toHaveLength(1);
  return JSON.parse(output.out) as Record<string, unknown>;
}
