/** A Redis that keeps nothing and that a test may kill, freeze and fill. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { randomInt } from 'node:crypto';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';

export const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

/**
 * A free port below those that the system gives to connections. While a Redis is away, its clients try to connect all the time: with
 * a port of the system's own, such a connection may be given the very port that it looks for, and the Redis cannot come back.
 */
async function freePort(): Promise<number> {
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
    const place = ['--port', String(this.port), '--bind', '127.0.0.1', '--dir', tmpdir()];
    const nothingKept = ['--save', '', '--appendonly', 'no', '--maxmemory-policy', 'noeviction'];
    const child = spawn('redis-server', [...place, ...nothingKept], { stdio: ['ignore', 'pipe', 'ignore'] });
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

  /** Ends it at once, with all that it held. */
  async kill(): Promise<void> {
    if (this.child === null || this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
  }

  /** One command; gives the first line of the answer. */
  async say(...words: readonly string[]): Promise<string> {
    const socket = connect({ port: this.port, host: '127.0.0.1' });
    socket.write(`${words.join(' ')}\r\n`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    return answer.toString().split('\r\n')[0] ?? '';
  }
}
