/**
 * Cleans up after a Jest run: when standard input ends, kills the throw-away PostgreSQL in the given folder and removes the
 * folder. Plain JavaScript, because Node starts it directly.
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
  // SIGQUIT is PostgreSQL's immediate shutdown: it ends the child processes too and writes no checkpoint.
  if (pid > 1) signal(pid, 'SIGQUIT');
  const wait = setInterval(() => {
    const hasEnded = pid <= 1 || !fs.existsSync(pidFile) || !signal(pid, 0);
    if (!hasEnded && Date.now() < deadline) return;
    if (!hasEnded) signal(pid, 'SIGKILL');
    clearInterval(wait);
    const clusterFolder = path.dirname(dataFolder());
    fs.rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    if (clusterFolder.startsWith('/var/lib/hrev/')) fs.rmSync(clusterFolder, { recursive: true, force: true });
    process.exit(0);
  }, 50);
}

/** The cluster is below the folder, or at the path in `pg/location` if the server's user cannot enter the folder. */
function dataFolder() {
  const location = path.join(home, 'pg', 'location');
  return path.resolve(home, 'pg', fs.existsSync(location) ? fs.readFileSync(location, 'utf8').trim() : '', 'data');
}

function signal(pid, name) {
  try {
    process.kill(pid, name);
    return true;
  } catch {
    return false;
  }
}
