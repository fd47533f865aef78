/** A Redis without persistence that a test may kill, freeze and fill. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { randomInt } from 'node:crypto';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';

export const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

/**
 * A free port below the ephemeral range. While Redis is down, its clients reconnect continuously: with an ephemeral port, such a
 * connection may be given the very port that it connects to, and Redis cannot bind it.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(12_000, 32_000);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    server.close();
    if (isFree) return port;
  }
}

export class RedisControl {
  private child: ChildProcess | null = null;
  private constructor(private readonly port: number) {}

  static async begin(): Promise<RedisControl> {
    const control = new RedisControl(await freePort());
    await control.start();
    return control;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const address = ['--port', String(this.port), '--bind', '127.0.0.1', '--dir', tmpdir()];
    const noPersistence = ['--save', '', '--appendonly', 'no', '--maxmemory-policy', 'noeviction'];
    const child = spawn('redis-server', [...address, ...noPersistence], { stdio: ['ignore', 'pipe', 'ignore'] });
    this.child = child;
    await new Promise<void>((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`redis-server ended with ${code}`)));
      child.stdout.on('data', (chunk: Buffer) => chunk.includes('Ready to accept connections') && resolve());
    });
  }

  freeze(): void {
    this.child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.child?.kill('SIGCONT');
  }

  /** Kills Redis, which loses all data. */
  async kill(): Promise<void> {
    if (this.child === null || this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
  }

  /** Sends one command; returns the first line of the response. */
  async send(...command: readonly string[]): Promise<string> {
    const socket = connect({ port: this.port, host: '127.0.0.1' });
    socket.write(`${command.join(' ')}\r\n`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    return answer.toString().split('\r\n')[0] ?? '';
  }
}
