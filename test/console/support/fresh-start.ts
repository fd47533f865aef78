import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { removeHome } from '@test/support/embedded-homes';
import { eventually } from '@test/support/eventually';
import type { Environment } from '@test/support/service-process';

const ROOT = path.join(__dirname, '../../..');
const START_LIMIT_MS = 300_000;
const END_LIMIT_MS = 60_000;

/** `npm start` on a terminal, with an empty HREV_HOME: the service on its embedded PostgreSQL, as after a clone. */
export class FreshStart {
  private constructor(
    private readonly terminal: ChildProcess,
    private readonly home: string,
    readonly origin: string,
    /** The address that the terminal shows for the set-up of the console. */
    readonly setupLink: string,
  ) {}

  static async start(environment: Environment): Promise<FreshStart> {
    const home = mkdtempSync(path.join(tmpdir(), 'hrev-fresh-'));
    // As root, PostgreSQL runs as another user, who needs access to the folder.
    chmodSync(home, 0o711);
    const terminal = spawn('script', ['-q', '-e', '-f', '-c', 'npm start', '/dev/null'], {
      cwd: ROOT,
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: process.env['HOME'] ?? '/tmp',
        SHELL: '/bin/sh',
        NO_COLOR: '1',
        HREV_HOME: home,
        PORT: '0',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [terminal.stdout, terminal.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const [, link = '', origin = ''] = await eventually('the link for the set-up', START_LIMIT_MS, () => {
      if (terminal.exitCode !== null) throw new Error(`npm start ended: ${output}`);
      return /((http:\/\/[^\s/]+)\/console\/setup#[\w-]+)\s/.exec(output);
    });
    return new FreshStart(terminal, home, origin, link);
  }

  /** Closes the terminal, waits until the service has ended, and removes its home. */
  async stop(): Promise<void> {
    const exited = once(this.terminal, 'exit');
    this.terminal.kill('SIGTERM');
    await exited;
    await eventually('the end of the service', END_LIMIT_MS, () =>
      fetch(`${this.origin}/health`).then(
        () => false,
        () => true,
      ),
    );
    removeHome(this.home);
  }
}
