/**
 * Runs a built program in this very process: no second process stands between it and the signals, the exit code and the
 * terminal, and `kill -9` of the one that was started ends the one that works.
 */
import fs from 'node:fs';
import Module from 'node:module';
import path from 'node:path';
import { ROOT } from './prepare.mjs';

/** Reads `.env` of the project's folder, where there is one. A variable of the environment takes precedence. */
export function loadDotEnv(file = path.join(ROOT, '.env')) {
  if (fs.existsSync(file)) process.loadEnvFile(file);
}

/** `program` is a path below the project's folder; the arguments of the command line are passed on. */
export function launch(program) {
  const file = path.join(ROOT, program);
  process.argv = [process.argv[0], file, ...process.argv.slice(2)];
  process.setSourceMapsEnabled(true);
  // As `node <file>` does it: the program finds itself to be the main module.
  Module.runMain(file);
}

/**
 * Ends the program in order (SIGHUP) when the npm that started it is gone: it would hold its port against the next start.
 * Whoever started npm may go: a terminal that is closed, a script that has ended.
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
 * The parent's number; where the system tells it and the parent is the shell through which npm runs scripts, which hands on
 * no signal and may outlive npm, also that of npm behind it.
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
