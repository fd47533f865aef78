import { realpathSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { hasCluster, makeCluster, SUPERUSER } from './cluster';
import { EmbeddedPostgresError, USE_OWN_DATABASE } from './embedded-error';
import { preparePaths, readPassword, type ClusterPaths } from './cluster-paths';
import { enter, ForeignServerError, type Presence } from './presence';
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
 * The embedded PostgreSQL: a cluster below HREV_HOME, served on loopback, used by the service and by the command line beside it.
 *
 * The start acquires no lock of its own. A process looks for a running server of this cluster and uses it (even one whose starter was
 * killed). Otherwise it starts one; PostgreSQL's own lock file admits one of several starters, and the others use that server.
 * PostgreSQL alone decides about an abandoned lock file; this code never removes it.
 */
export interface EmbeddedPostgresOptions {
  /** HREV_HOME. */
  readonly home: string;
  /** `service` stops the server when it leaves, `command` only if it started it; neither while another process uses it. */
  readonly role: 'service' | 'command';
  /** Called once when the server ended and this process did not stop it; it is not restarted. */
  readonly onLost?: (reason: string) => void;
  /** Called at the beginning of a slow step, with its description. */
  readonly onStep?: (step: string) => void;
  /** More PostgreSQL settings; they override ours. */
  readonly settings?: Readonly<Record<string, string>>;
  /** False for throw-away clusters: the creation of the cluster is not synced to disk. */
  readonly durable?: boolean;
}

export interface EmbeddedPostgres {
  /** Connection of the superuser to the database `hrev`. */
  readonly url: string;
  readonly port: number;
  readonly dataFolder: string;
  readonly logFile: string;
  /** Whether the server was running before this process came. */
  readonly adopted: boolean;
  /** Releases the server, and stops it where its role requires it. May be called twice. */
  stop(): Promise<void>;
}

const DATABASE = 'hrev';
/** After a crash under load, recovery may read the log for minutes. */
const START_TIMEOUT_MS = 300_000;
/** How long to wait for an obstacle that disappears by itself: an unresponsive server, one that is stopping, another starter. */
const OBSTACLE_TIMEOUT_MS = 30_000;
const POLL_MS = 50;
const RETRY_MS = 300;

/**
 * Creates the cluster at the first call, starts its server or uses the running one, and resolves when the database `hrev` answers.
 * Rejects with `EmbeddedPostgresError` (exit code 3), whose message names the remedy.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const places = placesBelow(path.resolve(options.home));
  const runtime = prepareRuntime(places.user, places.folder);
  if (!hasCluster(places)) options.onStep?.('creating the embedded PostgreSQL');
  await makeCluster(runtime, places, options.durable ?? true);
  return new Session(options, places, runtime).begin();
}

/** The operator must fix an HREV_HOME that is no folder or is not writable. */
function placesBelow(home: string): ClusterPaths {
  try {
    return preparePaths(home);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    const remedy = 'Set HREV_HOME to a folder that this user can write, or DATABASE_URL to a PostgreSQL of your own.';
    throw new EmbeddedPostgresError(`HREV_HOME ${home} cannot be used (${code})`, remedy, { cause: error });
  }
}

type Verdict = 'entered' | 'starting' | 'closed' | 'silent' | 'foreign';

/** The use of the server by one process, from finding or starting it to leaving it. */
class Session {
  private readonly password: string;
  private presence: Presence | null = null;
  private started = false;
  private isServing = false;
  private port = 0;
  private leaving: Promise<void> | null = null;

  constructor(
    private readonly options: EmbeddedPostgresOptions,
    private readonly places: ClusterPaths,
    private readonly runtime: Runtime,
  ) {
    this.password = readPassword(places);
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
      dataFolder: this.places.dataFolder,
      logFile: this.places.logFile,
      adopted: !this.started,
      stop: () => (this.leaving ??= this.leave()),
    };
  }

  private async findOrStart(deadline: number): Promise<void> {
    const patience = Date.now() + OBSTACLE_TIMEOUT_MS;
    while (!(await this.adopt(deadline, patience))) {
      this.options.onStep?.('starting the embedded PostgreSQL');
      const server = await launchServer(this.runtime, this.places, this.options.settings ?? {});
      if (await this.becomesReady(server, deadline, patience)) return;
    }
  }

  /**
   * Uses the server that the lock file names, if it runs and serves this cluster. A process that runs without answering may be
   * starting or stopping: wait for it. Where the file says "ready" and no server listens, the process id belongs to another process
   * now, and a new start lets PostgreSQL decide about its file.
   */
  private async adopt(deadline: number, patience: number): Promise<boolean> {
    for (;;) {
      const note = readServerNote(this.places);
      if (note === null || !isAlive(note.pid)) return false;
      const verdict = await this.tryToEnter(note.port);
      if (verdict === 'entered') return true;
      if (verdict === 'foreign' || (verdict === 'closed' && note.isReady)) return false;
      if (Date.now() > (verdict === 'starting' ? deadline : patience)) return false;
      await sleep(POLL_MS);
    }
  }

  /** False where the server ended for a reason that a retry may avoid. */
  private async becomesReady(server: LaunchedServer, deadline: number, patience: number): Promise<boolean> {
    while (Date.now() < deadline) {
      const failure = server.failure();
      if (failure !== null) {
        if (Date.now() > patience || !isPassing(failure)) throw this.cannotStart(failure);
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

  private async tryToEnter(port: number): Promise<Verdict> {
    const isOurs = (folder: string): boolean => isSameFolder(folder, this.places.dataFolder);
    try {
      this.presence = await enter(this.urlOf(port, 'postgres'), isOurs, () => void this.onBroken());
      this.port = port;
      return 'entered';
    } catch (error) {
      return judge(error);
    }
  }

  /** False where another process stopped the server meanwhile. */
  private async makeDatabase(): Promise<boolean> {
    const client = new pg.Client({ connectionString: this.urlOf(this.port, 'postgres') });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
      if (rowCount === 0) await client.query(`create database ${DATABASE}`);
    } catch (error) {
      // Another process that started at the same moment created it: "already exists", or its unique index says so.
      const code = codeOf(error);
      if (code !== '42P04' && code !== '23505') return await this.isStillThere(error);
    } finally {
      await client.end().catch(() => undefined);
    }
    return true;
  }

  private async isStillThere(error: unknown): Promise<boolean> {
    // The presence connection may learn of the stop later.
    await sleep(POLL_MS * 4);
    if (this.presence !== null) throw error;
    this.started = false;
    return false;
  }

  private async leave(): Promise<void> {
    const presence = this.presence;
    if (presence === null) return;
    try {
      // Before the exclusive lock is tried: the last user must find the note, even one that starts at this moment.
      if (this.options.role === 'service' || this.started) noteUnwanted(this.places);
      const isAlone = await presence.claimAlone();
      if (isAlone && isUnwanted(this.places)) await shutDownServer(this.runtime, this.places);
    } catch {
      // The connection broke while this process was leaving: the server has stopped or is stopping, as intended.
    } finally {
      await presence.end();
    }
  }

  /**
   * The connection ended by itself. PostgreSQL closes all connections when one of its processes crashes, and serves again a moment
   * later: only a server that does not come back is lost.
   */
  private async onBroken(): Promise<void> {
    this.presence = null;
    if (!this.isServing) return;
    const deadline = Date.now() + OBSTACLE_TIMEOUT_MS;
    const pid = readServerNote(this.places)?.pid;
    const livesOn = (): boolean => pid !== undefined && isAlive(pid) && readServerNote(this.places)?.pid === pid;
    while (!this.leaving && livesOn() && Date.now() < deadline) {
      if ((await this.tryToEnter(this.port)) === 'entered') return;
      await sleep(POLL_MS);
    }
    if (!this.leaving) this.options.onLost?.(`the embedded PostgreSQL has ended; its log is ${this.places.logFile}`);
  }

  private urlOf(port: number, database: string): string {
    return `postgresql://${SUPERUSER}:${encodeURIComponent(this.password)}@127.0.0.1:${port}/${database}`;
  }

  private cannotStart(reason: string): EmbeddedPostgresError {
    return new EmbeddedPostgresError(
      `The embedded PostgreSQL in ${this.places.dataFolder} does not start: ${reason}`,
      `See ${this.places.logFile}. ${USE_OWN_DATABASE}`,
    );
  }
}

/** What the error of a connection attempt says about the server on the port. */
function judge(error: unknown): Verdict {
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
 * Whether a retry may succeed: another starter was faster, the port was just taken, or processes of a killed server are still
 * ending.
 */
function isPassing(failure: string): boolean {
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
