/**
 * Outlives a Jest run just long enough to clean up after it: when its standard input ends, the throw-away PostgreSQL in
 * the given folder is killed and the folder removed. Plain JavaScript, because it is started by Node itself.
 */
const fs = require('node:fs');
const path = require('node:path');

const home = process.argv[2];
if (!home) throw new Error('usage: reaper.cjs <folder>');

process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
process.stdin.on('error', cleanUp).on('end', cleanUp).resume();

function cleanUp() {
  const deadline = Date.now() + 10_000;
  const pidFile = path.join(dataFolder(), 'postmaster.pid');
  const pid = fs.existsSync(pidFile) ? Number(fs.readFileSync(pidFile, 'utf8').split('\n')[0]) : 0;
  // SIGQUIT is PostgreSQL's immediate shutdown: its children go with it, and nothing here is worth a checkpoint.
  if (pid > 1) signal(pid, 'SIGQUIT');
  const wait = setInterval(() => {
    const isGone = pid <= 1 || !fs.existsSync(pidFile) || !signal(pid, 0);
    if (!isGone && Date.now() < deadline) return;
    if (!isGone) signal(pid, 'SIGKILL');
    clearInterval(wait);
    const elsewhere = path.dirname(dataFolder());
    fs.rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    if (elsewhere.startsWith('/var/lib/hrev/')) fs.rmSync(elsewhere, { recursive: true, force: true });
    process.exit(0);
  }, 50);
}

/** The cluster lies below the folder, or where the folder says (a temporary folder that the server's user cannot enter). */
function dataFolder() {
  const location = path.join(home, 'pg', 'location');
  return path.join(fs.existsSync(location) ? fs.readFileSync(location, 'utf8').trim() : path.join(home, 'pg'), 'data');
}

function signal(pid, name) {
  try {
    process.kill(pid, name);
    return true;
  } catch {
    return false;
  }
}
