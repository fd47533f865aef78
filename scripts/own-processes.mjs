/** The processes that a script starts: the service, its commands and the programs beside it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ROOT } from './prepare.mjs';

/** Settings of the caller's environment must not reach the processes. */
const SETTINGS = /^(?:HREV_|DATABASE_URL$|REDIS_URL$|PORT$)/;
const OUTPUT_CHARACTERS = 20_000;
const started = [];

/**
 * Starts Node with these arguments and settings, in a process group of its own: Ctrl-C reaches only the script, which ends the others in
 * order. `output()` of the process returns the end of what it has printed.
 */
export function launch(args, settings = {}) {
  const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !SETTINGS.test(name)));
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    detached: true,
    env: { ...environment, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => (output = `${output}${chunk}`.slice(-OUTPUT_CHARACTERS)));
  child.output = () => output;
  started.push(child);
  return child;
}

/** Ends a process, and resolves when it has ended. */
export async function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

/** Ends all processes, the last one first. */
export async function stopAll() {
  for (const child of started.reverse()) await stop(child);
}
