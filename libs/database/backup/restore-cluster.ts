import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { hasCluster, SUPERUSER } from '../embedded/cluster';
import {
  preparePathsBeside,
  preparePaths,
  readPassword,
  useInstead,
  type ClusterPaths,
} from '../embedded/cluster-paths';
import { prepareRuntime, type Runtime } from '../embedded/runtime';
import { isAlive, launchServer, readServerNote, shutDownServer } from '../embedded/server';
import { spawnIdentity } from '../embedded/system-user';
import { BackupError, backupName } from './backup-folder';
import { readBaseFiles, sizeOf } from './base-files';
import type { RestorePlan } from './choose-backup';
import type { ArchivedSegment } from './wal-archive';
import { parseLsn } from './wal-names';

export interface RestoreOptions<T> {
  /** HREV_HOME. */
  readonly home: string;
  readonly plan: RestorePlan;
  /** Called at the beginning of each step, with its description. */
  readonly onStep?: (step: string) => void;
  /** Called with the address of the restored database before it becomes the present one. If it rejects, nothing has changed. */
  readonly check: (url: string) => Promise<T>;
  /** Called once with a function that stops the restore and removes what it has unpacked, for the case that the process must end. */
  readonly onBegin?: (abort: () => Promise<void>) => void;
}

export interface RestoreResult<T> {
  /** Time of the last transaction that was restored, as the server's messages state it; null if no write-ahead log was replayed. */
  readonly lastTransactionAt: string | null;
  readonly dataFolder: string;
  /** The data folder of before, unchanged; null if there was none. */
  readonly formerDataFolder: string | null;
  readonly checked: T;
}

const DATABASE = 'hrev';
const SPARE_BYTES = 512 * 1024 * 1024;
const POLL_MS = 100;
const ENDED_EARLY = /recovery ended before configured recovery target was reached/;
const LAST_TRANSACTION = /last completed transaction was at log time ([\d-]+ [\d:.]+)\+00/;

/**
 * Restores the embedded database. The data folder is unpacked and recovered beside the present one, checked, and then made the
 * present one by one rename. The former one stays. Refuses while a server of HREV_HOME runs. Throws `BackupError`; nothing has
 * changed then.
 */
export async function restoreCluster<T>(options: RestoreOptions<T>): Promise<RestoreResult<T>> {
  const { plan, onStep = () => undefined } = options;
  const paths = preparePaths(path.resolve(options.home));
  const runtime = prepareRuntime(paths.user, paths.folder);
  refuseRunning(paths);
  const gap = plan.to === null ? gapOf(plan) : null;
  if (gap !== null)
    throw new BackupError(`the log has a gap: ${gap} is missing. Choose a time before it with --to, or another backup`);
  const former = hasCluster(paths) ? paths.dataFolder : null;
  const prepared = preparePathsBeside(paths, `${backupName(new Date())}-${process.pid}`);
  let isDone = false;
  const cleanUp = async (): Promise<void> => {
    await shutDownServer(runtime, prepared);
    if (!isDone) rmSync(prepared.folder, { recursive: true, force: true });
  };
  options.onBegin?.(cleanUp);
  try {
    onStep('unpacking and comparing the files');
    await unpack(plan, prepared);
    onStep('replaying the write-ahead log');
    const lastTransactionAt = await recover(runtime, prepared, plan);
    setPassword(runtime, prepared);
    onStep('checking the restored database');
    const checked = await checkedBy(options.check, runtime, prepared);
    refuseRunning(paths);
    const dataFolder = makePresent(paths, prepared, former);
    isDone = true;
    return { lastTransactionAt, dataFolder, formerDataFolder: former, checked };
  } finally {
    await cleanUp();
  }
}

/** Returns the data folder that is used from now on. Without a former one, that is the usual one. */
function makePresent(paths: ClusterPaths, prepared: ClusterPaths, former: string | null): string {
  if (former !== null || existsSync(paths.dataFolder)) {
    useInstead(paths, prepared);
    return prepared.dataFolder;
  }
  renameSync(prepared.dataFolder, paths.dataFolder);
  rmSync(prepared.folder, { recursive: true, force: true });
  return paths.dataFolder;
}

/** Throws if a server of HREV_HOME runs, because its data would be lost at the switch. */
function refuseRunning(paths: ClusterPaths): void {
  const note = readServerNote(paths);
  if (note !== null && isAlive(note.pid))
    throw new BackupError('the database of this HREV_HOME is running: stop the service and all commands first');
}

/** Unpacks the data folder and the write-ahead log that follows, as the user that the server runs as. */
async function unpack(plan: RestorePlan, paths: ClusterPaths): Promise<void> {
  const { postgres } = plan.backup.manifest;
  const own = (target: string): void => {
    if (paths.user) chownSync(target, paths.user.uid, paths.user.gid);
  };
  const segments = segmentsFor(plan);
  const unpackedBytes = sizeOf(plan.backup);
  refuseFullDisk(paths.folder, unpackedBytes + segments.length * postgres.segment_bytes);
  mkdirSync(paths.dataFolder, { mode: 0o700 });
  own(paths.dataFolder);
  await readBaseFiles(plan.backup, async (entry, content) => {
    const target = path.join(paths.dataFolder, entry.path);
    if (entry.kind === 'folder') mkdirSync(target, { recursive: true, mode: 0o700 });
    else await pipeline(Readable.from(content), createWriteStream(target, { flags: 'wx', mode: 0o600 }));
    chmodSync(target, entry.mode);
    own(target);
  });
  const walFolder = path.join(paths.dataFolder, 'pg_wal');
  for (const segment of segments) own(await plan.archive.unpack(segment, walFolder));
  // The histories of all timelines, so that PostgreSQL chooses a new number for the timeline that begins now.
  const histories = plan.archive.histories().map(({ file }) => [path.basename(file), readFileSync(file)] as const);
  for (const [name, content] of histories) {
    writeFileSync(path.join(walFolder, name), content, { mode: 0o600 });
    own(path.join(walFolder, name));
  }
  const signal = path.join(paths.dataFolder, 'recovery.signal');
  writeFileSync(signal, '', { mode: 0o600 });
  own(signal);
}

/**
 * The segments of the archive that the recovery reads. The backup itself has the write-ahead log until its own end, so a segment that was
 * received only to an earlier position is left out.
 */
function segmentsFor({ backup, archive, timeline }: RestorePlan): readonly ArchivedSegment[] {
  const { start_lsn, end_lsn, segment_bytes } = backup.manifest.postgres;
  const start = parseLsn(start_lsn) / BigInt(segment_bytes);
  const received = archive.received();
  const isBehind = received === null || parseLsn(received.lsn) < parseLsn(end_lsn);
  return archive
    .segments()
    .filter((one) => one.number >= start && one.timeline <= timeline && (one.isComplete || !isBehind));
}

function refuseFullDisk(folder: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(folder);
  const needed = bytes + SPARE_BYTES;
  if (bavail * bsize < needed)
    throw new BackupError(
      `the restore needs ${megabytes(needed)} MB in ${folder}, and ${megabytes(bavail * bsize)} MB are free`,
    );
}

const megabytes = (bytes: number): number => Math.ceil(bytes / 1e6);

/**
 * Replays the write-ahead log up to the time of the plan. Returns the time of the last transaction. PostgreSQL refuses a time after the
 * last transaction; if no segment is missing before it, replaying everything has the same result.
 */
async function recover(runtime: Runtime, paths: ClusterPaths, plan: RestorePlan): Promise<string | null> {
  try {
    await runRecovery(runtime, paths, plan, plan.to);
  } catch (error) {
    if (plan.to === null || !(error instanceof Error) || !ENDED_EARLY.test(error.message)) throw error;
    if (gapOf(plan) !== null)
      throw new BackupError(`the log has a gap at ${gapOf(plan)}, before ${plan.to.toISOString()}`, { cause: error });
    await runRecovery(runtime, paths, plan, null);
  }
  const messages = readFileSync(paths.logFile, 'utf8');
  const at = [...messages.matchAll(new RegExp(LAST_TRANSACTION, 'g'))].at(-1)?.[1];
  return at === undefined ? null : new Date(`${at.replace(' ', 'T')}Z`).toISOString();
}

/** Starts the server, which replays the write-ahead log and begins a new timeline, and stops it. `to` is inclusive; null: everything. */
async function runRecovery(runtime: Runtime, paths: ClusterPaths, plan: RestorePlan, to: Date | null): Promise<void> {
  await launchReady(runtime, paths, 'PostgreSQL could not recover the backup', {
    // The segments are in the data folder already; the setting is required.
    restore_command: 'exit 1',
    recovery_target_timeline: String(plan.timeline),
    recovery_target_action: 'promote',
    hot_standby: 'off',
    ...(to === null ? {} : { recovery_target_time: to.toISOString().replace('T', ' ').replace('Z', '+00') }),
  });
  await shutDownServer(runtime, paths);
}

/** Starts the server and returns its port when it is ready. Throws `problem`, with its last messages, if the server ends before. */
async function launchReady(
  runtime: Runtime,
  paths: ClusterPaths,
  problem: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<number> {
  const server = await launchServer(runtime, paths, settings);
  while (readServerNote(paths)?.isReady !== true) {
    const failure = server.failure();
    if (failure !== null) throw new BackupError(`${problem}: ${failure}`);
    await pause(POLL_MS);
  }
  return server.port;
}

/** The name of the first segment of the write-ahead log that is missing after the backup; null if none is. */
export function gapOf({ backup, archive, timeline }: RestorePlan): string | null {
  const { postgres } = backup.manifest;
  const number = parseLsn(postgres.end_lsn) / BigInt(postgres.segment_bytes);
  return archive.chain({ timeline: postgres.timeline, number }, timeline).gap;
}

/** Sets the password of HREV_HOME in single-user mode: the backup may be of another installation. */
function setPassword(runtime: Runtime, paths: ClusterPaths): void {
  const statement = `alter role ${SUPERUSER} password '${readPassword(paths)}'`;
  const result = spawnSync(runtime.postgres, ['--single', '-D', paths.dataFolder, 'postgres'], {
    ...spawnIdentity(paths.user),
    cwd: paths.dataFolder,
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    encoding: 'utf8',
    input: `${statement}\n`,
  });
  if (result.status !== 0 || /\bERROR:/.test(result.stderr))
    throw new BackupError('the password of the restored database could not be set');
}

async function checkedBy<T>(check: (url: string) => Promise<T>, runtime: Runtime, paths: ClusterPaths): Promise<T> {
  const port = await launchReady(runtime, paths, 'the restored PostgreSQL does not start');
  const url = `postgresql://${SUPERUSER}:${encodeURIComponent(readPassword(paths))}@127.0.0.1:${port}/${DATABASE}`;
  const checked = await check(url);
  await shutDownServer(runtime, paths);
  return checked;
}
