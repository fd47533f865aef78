import { realpathSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { hasCluster, makeCluster, SUPERUSER } from './cluster';
import { EmbeddedPostgresError, USE_OWN_DATABASE } from './embedded-error';
import { preparePaths, readPassword, type ClusterPaths } from './cluster-paths';
import { enterServer, ForeignServerError, type Presence } from './presence';
import { prepareRuntime, type Runtime } from './runtime';
import {
  isAlive,
  isUnwanted,
  launchServer,
  noteUnwanted,
  readServerNote,
  shutDownServer,
  type LaunchedServer,
} from './server';

/**
 * The embedded PostgreSQL: a cluster below HREV_HOME, served on loopback, used by the service and by commands that run at the
 * same time.
 *
 * A start acquires no lock. If a server of this cluster is running, the process uses it, even if the process that started it was
 * killed. Otherwise it starts one. If several processes do so, PostgreSQL's lock file admits one server, and the others use it.
 * Only PostgreSQL handles an abandoned lock file; this code never removes it.
 */
export interface EmbeddedPostgresOptions {
  /** HREV_HOME. */
  readonly home: string;
  /** A `service` stops the server at its end, a `command` only if it started it. Neither stops it while another process uses it. */
  readonly role: 'service' | 'command';
  /** Called once if the server ends and this process did not stop it. The server is not restarted. */
  readonly onLost?: (reason: string) => void;
  /** Called at the beginning of a slow step, with its description. */
  readonly onStep?: (step: string) => void;
  /** Additional PostgreSQL settings; they override the defaults. */
  readonly settings?: Readonly<Record<string, string>>;
  /** False for throw-away clusters: the creation of the cluster is not synced to disk. */
  readonly durable?: boolean;
}

export interface EmbeddedPostgres {
  /** Address of the database `hrev`, as the superuser. */
  readonly url: string;
  readonly port: number;
  readonly dataFolder: string;
  readonly logFile: string;
  /** Whether this process uses a server that another process started. */
  readonly adopted: boolean;
  /** Releases the server, and stops it if the role requires that. May be called twice. */
  stop(): Promise<void>;
}

const DATABASE = 'hrev';
/** After a crash under load, recovery may take minutes. */
const START_TIMEOUT_MS = 300_000;
/** How long to wait for a temporary obstacle: an unresponsive server, a server that is stopping, a concurrent start. */
const OBSTACLE_TIMEOUT_MS = 30_000;
const POLL_MS = 50;
const RETRY_MS = 300;

/**
 * Creates the cluster at the first call, starts its server or uses the running one, and resolves when the database `hrev` is ready.
 * Rejects with `EmbeddedPostgresError` (exit code 3), whose message names the remedy.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const paths = pathsBelow(path.resolve(options.home));
  const runtime = prepareRuntime(paths.user, paths.folder);
  if (!hasCluster(paths)) options.onStep?.('creating the embedded PostgreSQL');
  await makeCluster(runtime, paths, options.durable ?? true);
  return new Session(options, paths, runtime).begin();
}

/** Throws `EmbeddedPostgresError` if HREV_HOME is not a folder or not writable. */
function pathsBelow(home: string): ClusterPaths {
  try {
    return preparePaths(home);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    const remedy = 'Set HREV_HOME to a folder that this user can write, or DATABASE_URL to a PostgreSQL of your own.';
    throw new EmbeddedPostgresError(`HREV_HOME ${home} cannot be used (${code})`, remedy, { cause: error });
  }
}

type EnterResult = 'entered' | 'starting' | 'closed' | 'silent' | 'foreign';

/** The use of the server by one process, from finding or starting the server to releasing it. */
class Session {
  private readonly password: string;
  private presence: Presence | null = null;
  private started = false;
  private isServing = false;
  private port = 0;
  private leaving: Promise<void> | null = null;

  constructor(
    private readonly options: EmbeddedPostgresOptions,
    private readonly paths: ClusterPaths,
    private readonly runtime: Runtime,
  ) {
    this.password = readPassword(paths);
  }

  async begin(): Promise<EmbeddedPostgres> {
    const deadline = Date.now() + START_TIMEOUT_MS;
    while (!this.isServing) {
      await this.findOrStart(deadline);
      this.isServing = await this.makeDatabase();
    }
    return {
      url: this.urlOf(this.port, DATABASE),
      port: this.port,
      dataFolder: this.paths.dataFolder,
      logFile: this.paths.logFile,
      adopted: !this.started,
      stop: () => (this.leaving ??= this.leave()),
    };
  }

  private async findOrStart(deadline: number): Promise<void> {
    const obstacleDeadline = Date.now() + OBSTACLE_TIMEOUT_MS;
    while (!(await this.adopt(deadline, obstacleDeadline))) {
      this.options.onStep?.('starting the embedded PostgreSQL');
      const server = await launchServer(this.runtime, this.paths, this.options.settings ?? {});
      if (await this.becomesReady(server, deadline, obstacleDeadline)) return;
    }
  }

  /**
   * Uses the server that the lock file names, if it runs and serves this cluster. A process that does not respond may be
   * starting or stopping: wait for it. If the file says "ready" and no server listens, the process id belongs to another process
   * now: start a server, and PostgreSQL replaces the file.
   */
  private async adopt(deadline: number, obstacleDeadline: number): Promise<boolean> {
    for (;;) {
      const note = readServerNote(this.paths);
      if (note === null || !isAlive(note.pid)) return false;
      const result = await this.tryToEnter(note.port);
      if (result === 'entered') return true;
      if (result === 'foreign' || (result === 'closed' && note.isReady)) return false;
      if (Date.now() > (result === 'starting' ? deadline : obstacleDeadline)) return false;
      await sleep(POLL_MS);
    }
  }

  /** Returns false if the server ended for a reason that a retry may avoid. */
  private async becomesReady(server: LaunchedServer, deadline: number, obstacleDeadline: number): Promise<boolean> {
    while (Date.now() < deadline) {
      const failure = server.failure();
      if (failure !== null) {
        if (Date.now() > obstacleDeadline || !mayRetry(failure)) throw this.cannotStart(failure);
        await sleep(RETRY_MS);
        return false;
      }
      if ((await this.tryToEnter(server.port)) === 'entered') {
        this.started = true;
        return true;
      }
      await sleep(POLL_MS);
    }
    throw this.cannotStart(`it was not ready after ${START_TIMEOUT_MS / 1000} s`);
  }

  private async tryToEnter(port: number): Promise<EnterResult> {
    const acceptsFolder = (folder: string): boolean => isSameFolder(folder, this.paths.dataFolder);
    try {
      this.presence = await enterServer(this.urlOf(port, 'postgres'), acceptsFolder, () => void this.onBroken());
      this.port = port;
      return 'entered';
    } catch (error) {
      return classify(error);
    }
  }

  /** Returns false if another process stopped the server meanwhile. */
  private async makeDatabase(): Promise<boolean> {
    const client = new pg.Client({ connectionString: this.urlOf(this.port, 'postgres') });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
      if (rowCount === 0) await client.query(`create database ${DATABASE}`);
    } catch (error) {
      // A concurrent start created it: "already exists", or a violation of the unique index.
      const code = codeOf(error);
      if (code !== '42P04' && code !== '23505') return await this.rethrowUnlessStopped(error);
    } finally {
      await client.end().catch(() => undefined);
    }
    return true;
  }

  private async rethrowUnlessStopped(error: unknown): Promise<boolean> {
    // The presence connection may break a moment later.
    await sleep(POLL_MS * 4);
    if (this.presence !== null) throw error;
    this.started = false;
    return false;
  }

  private async leave(): Promise<void> {
    const presence = this.presence;
    if (presence === null) return;
    try {
      // The note is written before the attempt to get the exclusive lock, so that the last process finds it in any case.
      if (this.options.role === 'service' || this.started) noteUnwanted(this.paths);
      const isAlone = await presence.claimAlone();
      if (isAlone && isUnwanted(this.paths)) await shutDownServer(this.runtime, this.paths);
    } catch {
      // The connection broke: another process has stopped the server, as intended.
    } finally {
      await presence.end();
    }
  }

  /**
   * The connection ended by itself. PostgreSQL closes all connections when one of its processes crashes, and accepts connections
   * again a moment later: only a server that does not recover is reported as lost.
   */
  private async onBroken(): Promise<void> {
    this.presence = null;
    if (!this.isServing) return;
    const deadline = Date.now() + OBSTACLE_TIMEOUT_MS;
    const pid = readServerNote(this.paths)?.pid;
    const isStillRunning = (): boolean => pid !== undefined && isAlive(pid) && readServerNote(this.paths)?.pid === pid;
    while (!this.leaving && isStillRunning() && Date.now() < deadline) {
      if ((await this.tryToEnter(this.port)) === 'entered') return;
      await sleep(POLL_MS);
    }
    if (!this.leaving) this.options.onLost?.(`the embedded PostgreSQL has ended; its log is ${this.paths.logFile}`);
  }

  private urlOf(port: number, database: string): string {
    return `postgresql://${SUPERUSER}:${encodeURIComponent(this.password)}@127.0.0.1:${port}/${database}`;
  }

  private cannotStart(reason: string): EmbeddedPostgresError {
    return new EmbeddedPostgresError(
      `The embedded PostgreSQL in ${this.paths.dataFolder} does not start: ${reason}`,
      `See ${this.paths.logFile}. ${USE_OWN_DATABASE}`,
    );
  }
}

/** Classifies the error of a connection attempt: the state of the server on the port. */
function classify(error: unknown): EnterResult {
  if (error instanceof ForeignServerError) return 'foreign';
  switch (codeOf(error)) {
    case '57P03':
      return 'starting';
    case 'ECONNREFUSED':
      return 'closed';
    case '28P01':
    case '28000':
      return 'foreign';
    default:
      return 'silent';
  }
}

/**
 * Whether a retry may succeed: a concurrent start was faster, another program has just opened the port, or processes of a killed
 * server are still ending.
 */
function mayRetry(failure: string): boolean {
  return /lock file .{1,999} (already exists|is empty)|could not create any TCP\/IP sockets|shared memory block .{1,99} still in use/i.test(
    failure,
  );
}

function codeOf(error: unknown): unknown {
  return (error as { code?: unknown } | null)?.code;
}

function isSameFolder(one: string, other: string): boolean {
  try {
    return one === other || realpathSync(one) === realpathSync(other);
  } catch {
    return false;
  }
}
