import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { patient } from '@test/faults/support/patience';

/** The folder of this version. */
export const ROOT = join(__dirname, '..', '..');
const START_LIMIT_MS = patient(60_000);
const CLI_LIMIT_MS = 120_000;

export type Environment = Readonly<Record<string, string>>;

/** Environment of every process of a flow. The queue is in Redis if `REDIS_URL` is set. */
export function flowEnvironment(databaseUrl: string, more: Environment = {}): Environment {
  const redis = process.env['REDIS_URL'];
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: process.env['HOME'] ?? '/tmp',
    NODE_ENV: 'test',
    // Processes of several tests share the machine.
    HREV_METRICS_PORT: '0',
    DATABASE_URL: databaseUrl,
    ...(redis ? { REDIS_URL: redis } : {}),
    LOG_LEVEL: 'info',
    HREV_ALLOW_PRIVATE_TARGETS: 'true',
    // Chromium has no sandbox as root; flows open only pages of the tests.
    HREV_CHROMIUM_NO_SANDBOX: String(process.getuid?.() === 0),
    HREV_ENCRYPTION_KEY: '7e'.repeat(32),
    HREV_KEYLESS_RATE: '100000000',
    ...more,
  };
}

/** Processes that are killed when this process ends, including those that are still starting. */
const runningChildren = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of runningChildren) child.kill('SIGKILL');
});

/** A running process of the service, started from the build as an operator starts it. */
export class ServiceProcess {
  readonly lines: string[] = [];
  private constructor(
    private readonly child: ChildProcess,
    readonly origin: string,
    readonly isWorker: boolean,
  ) {}

  /** Starts a role on a free port and waits for its ready line. `version` is the folder of the built version to start. */
  static async start(
    role: 'all' | 'api' | 'worker',
    environment: Environment,
    version = ROOT,
  ): Promise<ServiceProcess> {
    const child = spawn(process.execPath, [join(version, 'dist/src/main.js')], {
      cwd: version,
      env: { ...environment, HREV_ROLE: role, PORT: '0', HREV_WORKER_PORT: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    runningChildren.add(child.once('exit', () => runningChildren.delete(child)));
    let output = '';
    const origin = await new Promise<string>((resolve, reject) => {
      const limit = setTimeout(() => {
        child.kill('SIGKILL');
        reject(new Error(`${role} was not ready in time:\n${output}`));
      }, START_LIMIT_MS);
      const stopReading = (): void => {
        clearTimeout(limit);
        child.stdout.off('data', read);
        child.stderr.off('data', read);
      };
      const read = (chunk: Buffer): void => {
        output += chunk.toString();
        const match = /hrev is ready at (http:\/\/[^\s"\\]+)/.exec(output);
        if (!match?.[1]) return;
        stopReading();
        resolve(match[1]);
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      child.once('exit', (code) => {
        stopReading();
        reject(new Error(`${role} ended with ${code}:\n${output}`));
      });
    });
    const service = new ServiceProcess(child, origin, role === 'worker');
    const addLines = (chunk: Buffer): void => void service.lines.push(...chunk.toString().split('\n'));
    child.stdout.on('data', addLines);
    child.stderr.on('data', addLines);
    return service;
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** Whether the process has not ended. */
  get isUp(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** The exit code, once the process has ended. */
  get exitCode(): number | null {
    return this.child.exitCode;
  }

  /** Sends a signal, such as SIGSTOP and SIGCONT. */
  signal(name: NodeJS.Signals): void {
    this.child.kill(name);
  }

  /** Resolves with the exit code when the process has ended, by itself or by a signal. */
  async ended(): Promise<number | null> {
    if (this.isUp) await once(this.child, 'exit');
    return this.child.exitCode;
  }

  /** Ends the process at once, as a crash does. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  /** Sends SIGTERM and returns the exit code. */
  async stop(): Promise<number | null> {
    return this.end('SIGTERM');
  }

  private async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    if (!this.isUp) return this.child.exitCode;
    const exited = once(this.child, 'exit');
    this.child.kill(signal);
    await exited;
    return this.child.exitCode;
  }
}

export interface CliResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Standard output as the one JSON object it must be with `--json`. */
  json<T>(): T;
}

/** Runs one `hrev` command and waits until it has ended. */
export function hrev(environment: Environment, ...args: readonly string[]): Promise<CliResult> {
  return hrevOf(ROOT, environment, ...args);
}

/** Runs one `hrev` command of the built version in the folder `version`. */
export async function hrevOf(
  version: string,
  environment: Environment,
  ...args: readonly string[]
): Promise<CliResult> {
  const child = spawn(process.execPath, [join(version, 'dist/src/cli/main.js'), ...args], {
    cwd: version,
    env: { ...environment },
    timeout: CLI_LIMIT_MS,
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return {
    code,
    stdout,
    stderr,
    json: <T>(): T => {
      try {
        return JSON.parse(stdout) as T;
      } catch {
        throw new Error(`hrev ${args.join(' ')} printed no JSON object (exit ${code}):\n${stdout}\n${stderr}`);
      }
    },
  };
}

/** A client of the API, as an integrator writes it. */
export class ApiClient {
  constructor(
    private readonly origin: string,
    private readonly key: string,
  ) {}

  async request(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; headers: Headers; body: unknown }> {
    const response = await fetch(`${this.origin}${path}`, {
      method,
      headers: { 'X-API-Key': this.key, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? null : (JSON.parse(text) as unknown),
    };
  }

  /** The body of a GET that must succeed. */
  async get<T>(path: string): Promise<T> {
    const { status, body } = await this.request('GET', path);
    if (status !== 200) throw new Error(`GET ${path} answered ${status}: ${JSON.stringify(body)}`);
    return body as T;
  }
}
