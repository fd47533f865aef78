/** A process of the service whose output the test may break. The output is read only if the test reads it. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { eventually } from '@test/support/eventually';
import { type Environment } from '@test/support/service-process';
import { patient } from './patience';

const MAIN = path.join(__dirname, '../../../dist/src/main.js');

export class ProcessWithOutput {
  private constructor(
    readonly child: ChildProcess,
    readonly origin: string,
  ) {}

  /** `output` is the target of both output streams: a file descriptor, or a pipe to the test. */
  static async start(
    role: 'api' | 'worker',
    environment: Environment,
    output: number | 'pipe',
  ): Promise<ProcessWithOutput> {
    const port = String(await freePort());
    const env = { ...environment, HREV_ROLE: role, PORT: port, HREV_WORKER_PORT: port, HOST: '127.0.0.1' };
    const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', output, output] });
    const started = new ProcessWithOutput(child, `http://127.0.0.1:${port}`);
    await eventually(`the start of ${role}`, patient(60_000), async () => {
      if (!started.isUp) throw new Error(`it ended with ${child.exitCode}`);
      return (await started.health()) === 200;
    });
    return started;
  }

  get isUp(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  async health(): Promise<number> {
    return (await fetch(`${this.origin}/health`, { signal: AbortSignal.timeout(5_000) })).status;
  }

  /** Stops the process. Returns its exit code, or null if it was killed after `withinMs`. */
  async stop(withinMs: number): Promise<number | null> {
    if (!this.isUp) return this.child.exitCode;
    const exited = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    const limit = setTimeout(() => this.child.kill('SIGKILL'), withinMs);
    await exited;
    clearTimeout(limit);
    return this.child.exitCode;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
