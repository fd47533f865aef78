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
 * The embedded PostgreSQL: a cluster below HREV_HOME, served on the loopback, used by the service and by the command line
 * beside it.
 *
 * There is no lock of our own around the start. Whoever comes looks for a living server of this cluster and uses it
 * (also one whose starter was killed); otherwise he starts one, and PostgreSQL's own lock file lets one of several
 * starters through; the others find that one. A dead lock file is PostgreSQL's to judge and is never removed by us.
 */
export interface EmbeddedPostgresOptions {
  /** HREV_HOME. */
  readonly home: string;
  /** `service` stops the server when it leaves, `command` only if it started it. Neither while somebody else uses it. */
  readonly role: 'service' | 'command';
  /** Called once when the server is gone without having been stopped by us; nothing restarts it. */
  readonly onLost?: (reason: string) => void;
  /** Told what takes a while, in a few words, as it begins. */
  readonly onStep?: (step: string) => void;
  /** More PostgreSQL settings; they win over ours. */
  readonly settings?: Readonly<Record<string, string>>;
  /** False for throw-away clusters: nothing is forced to disk while the cluster is made. */
  readonly durable?: boolean;
}

export interface EmbeddedPostgres {
  /** Connection of the superuser to the database `hrev`. */
  readonly url: string;
  readonly port: number;
  readonly dataFolder: string;
  readonly logFile: string;
  /** Whether the server was running already. */
  readonly adopted: boolean;
  /** Leaves the server, and stops it where that is our part. May be called twice. */
  stop(): Promise<void>;
}

const DATABASE = 'hrev';
/** A cluster that was switched off in the middle of much work may read its log for minutes. */
const START_TIMEOUT_MS = 300_000;
/** How long something may be in the way that goes by itself: a silent server, a dying one, another starter. */
const PATIENCE_MS = 30_000;
const POLL_MS = 50;
const RETRY_MS = 300;

/**
 * Makes the cluster at the first call, starts or adopts its server, and resolves when the database `hrev` answers.
 * Rejects with `EmbeddedPostgresError` (exit code 3), whose message names the remedy.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const places = placesBelow(path.resolve(options.home));
  const runtime = prepareRuntime(places.user, places.folder);
  if (!hasCluster(places)) options.onStep?.('creating the embedded PostgreSQL');
  await makeCluster(runtime, places, options.durable ?? true);
  return new Session(options, places, runtime).begin();
}

/** A folder that is none, or that this user may not write to, is the operator's to mend. */
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

type Verdict = 'entered' | 'starting' | 'nobody' | 'silent' | 'stranger';

/** One process's use of the server, from finding or starting it to leaving it. */
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
    const patience = Date.now() + PATIENCE_MS;
    while (!(await this.adopt(deadline, patience))) {
      this.options.onStep?.('starting the embedded PostgreSQL');
      const server = await launchServer(this.runtime, this.places, this.options.settings ?? {});
      if (await this.becomesReady(server, deadline, patience)) return;
    }
  }

  /**
   * Uses the server that the lock file names, if it lives and serves this cluster. While that process lives without
   * answering it may be starting or stopping, and is waited for. Where nobody listens although the file says "ready", the
   * process number has gone to a stranger, and PostgreSQL is asked what it makes of its file.
   */
  private async adopt(deadline: number, patience: number): Promise<boolean> {
    for (;;) {
      const note = readServerNote(this.places);
      if (note === null || !isAlive(note.pid)) return false;
      const verdict = await this.tryToEnter(note.port);
      if (verdict === 'entered') return true;
      if (verdict === 'stranger' || (verdict === 'nobody' && note.isReady)) return false;
      if (Date.now() > (verdict === 'starting' ? deadline : patience)) return false;
      await sleep(POLL_MS);
    }
  }

  /** False where the server ended for a reason that the next try may not meet. */
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

  /** False where the server was stopped by somebody else under our hands. */
  private async makeDatabase(): Promise<boolean> {
    const client = new pg.Client({ connectionString: this.urlOf(this.port, 'postgres') });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
      if (rowCount === 0) await client.query(`create database ${DATABASE}`);
    } catch (error) {
      // Another process that started at the same moment made it: "already exists", or its unique index says so.
      const code = codeOf(error);
      if (code !== '42P04' && code !== '23505') return await this.isStillThere(error);
    } finally {
      await client.end().catch(() => undefined);
    }
    return true;
  }

  private async isStillThere(error: unknown): Promise<boolean> {
    // Our lasting connection learns of the stop in its own time.
    await sleep(POLL_MS * 4);
    if (this.presence !== null) throw error;
    this.started = false;
    return false;
  }

  private async leave(): Promise<void> {
    const presence = this.presence;
    if (presence === null) return;
    try {
      // Before the claim: whoever is alone after us, also one that comes at this moment, must find the note.
      if (this.options.role === 'service' || this.started) noteUnwanted(this.places);
      const isAlone = await presence.claimAlone();
      if (isAlone && isUnwanted(this.places)) await shutDownServer(this.runtime, this.places);
    } catch {
      // The connection broke while we were leaving: the server is stopping or gone, which is what we wanted.
    } finally {
      await presence.end();
    }
  }

  /**
   * Our connection ended by itself. PostgreSQL ends all connections when one of its processes dies, and serves again a
   * moment later: only a server that stays away is lost.
   */
  private async onBroken(): Promise<void> {
    this.presence = null;
    if (!this.isServing) return;
    const deadline = Date.now() + PATIENCE_MS;
    const pid = readServerNote(this.places)?.pid;
    const livesOn = (): boolean => pid !== undefined && isAlive(pid) && readServerNote(this.places)?.pid === pid;
    while (!this.leaving && livesOn() && Date.now() < deadline) {
      if ((await this.tryToEnter(this.port)) === 'entered') return;
      await sleep(POLL_MS);
    }
    if (!this.leaving)
      this.options.onLost?.(`the embedded PostgreSQL has ended; its words are in ${this.places.logFile}`);
  }

  private urlOf(port: number, database: string): string {
    return `postgresql://${SUPERUSER}:${encodeURIComponent(this.password)}@127.0.0.1:${port}/${database}`;
  }

  private cannotStart(reason: string): EmbeddedPostgresError {
    return new EmbeddedPostgresError(
      `The embedded PostgreSQL in ${this.places.dataFolder} does not start: ${reason}`,
      `More is in ${this.places.logFile}. ${USE_OWN_DATABASE}`,
    );
  }
}

/** What a refused connection says about who is, or is not, on the port. */
function judge(error: unknown): Verdict {
  if (error instanceof ForeignServerError) return 'stranger';
  switch (codeOf(error)) {
    case '57P03':
      return 'starting';
    case 'ECONNREFUSED':
      return 'nobody';
    case '28P01':
    case '28000':
      return 'stranger';
    default:
      return 'silent';
  }
}

/**
 * Whether another try may do better: another starter was faster, the port was just taken, or processes of a killed server
 * are still ending.
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
