/**
 * Runs a built program in this process. Without a second process, signals, the exit code and the terminal reach the program
 * directly, and `kill -9` of the started process ends it.
 */
import fs from 'node:fs';
import Module from 'node:module';
import path from 'node:path';
import { ROOT } from './prepare.mjs';

/** Reads `.env` in the project's folder, if it exists. A variable of the environment takes precedence. */
export function loadDotEnv(file = path.join(ROOT, '.env')) {
  if (fs.existsSync(file)) process.loadEnvFile(file);
}

/** `program` is a path below the project's folder; the arguments of the command line are passed on. */
export function launch(program) {
  const file = path.join(ROOT, program);
  process.argv = [process.argv[0], file, ...process.argv.slice(2)];
  // Node 20 has no cache of compiled code, and reads the source maps of the packages too.
  Module.enableCompileCache?.(path.join(ROOT, '.cache/compiled'));
  if (Module.setSourceMapsSupport) Module.setSourceMapsSupport(true, { nodeModules: false });
  else process.setSourceMapsEnabled(true);
  // As with `node <file>`, the program is the main module.
  Module.runMain(file);
}

/**
 * Ends the program with SIGHUP when the npm process that started it has ended; otherwise it would occupy its port at the next
 * start. The process that started npm may end, such as a closed terminal or a finished script.
 */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return;
  const launchers = launchersNow();
  const watch = setInterval(() => {
    if (launchersNow() === launchers) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGHUP');
  }, 250);
  watch.unref();
}

/**
 * The id of the parent process. If the parent is the shell through which npm runs scripts, also the id of npm, its parent,
 * because the shell forwards no signals and may run longer than npm.
 */
function launchersNow() {
  try {
    const stat = fs.readFileSync(`/proc/${process.ppid}/stat`, 'utf8');
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
    const above = stat.slice(stat.lastIndexOf(')')).split(' ')[2];
    return /^(ba|da|z|k|a)?sh$|^busybox$/.test(name) ? `${process.ppid} ${above}` : String(process.ppid);
  } catch {
    return String(process.ppid);
  }
}
