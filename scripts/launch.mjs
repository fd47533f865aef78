/**
 * Runs a built program in this very process: no second process stands between it and the signals, the exit code and the
 * terminal, and `kill -9` of the one that was started ends the one that works.
 */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './prepare.mjs';

/** `program` is a path below the project's folder; the arguments of the command line are passed on. */
export async function launch(program) {
  const file = path.join(ROOT, program);
  process.argv = [process.argv[0], file, ...process.argv.slice(2)];
  process.setSourceMapsEnabled(true);
  await import(pathToFileURL(file).href);
}

/** Ends the program in order when the npm that started it is killed: it would hold its port against the next start. */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return;
  const npm = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  watch.unref();
}
