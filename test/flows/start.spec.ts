import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually } from '@test/support/eventually';
import { flowEnvironment } from '@test/support/service-process';

const MAIN = path.join(__dirname, '../../dist/src/main.js');

/** Contract §12.1: an interrupted start stops the embedded server. */
describe('an interrupted start', () => {
  let home: string;
  let child: ChildProcess;
  let output = '';

  beforeEach(() => {
    home = mkdtempSync(path.join(tmpdir(), 'hrev-broken-off-'));
    const { DATABASE_URL: _none, ...environment } = flowEnvironment('');
    child = spawn(process.execPath, [MAIN], {
      env: { ...environment, HREV_HOME: home, HREV_ROLE: 'all', PORT: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  });
  afterEach(() => rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

  const server = (): string => path.join(home, 'pg/data/postmaster.pid');

  it.each([
    ['the database starts', () => existsSync(server())],
    ['the schema exists but the queue does not', () => output.includes('schema brought up to date')],
  ])('two SIGINT signals while %s stop the embedded server, and the exit code is 0', async (_, isReached) => {
    const exited = once(child, 'exit');
    await eventually('the point of interruption', 60_000, () =>
      Promise.resolve(isReached() || child.exitCode !== null),
    );
    // The process gets two signals: from the terminal, which signals the process group, and from npm, which forwards the signal.
    child.kill('SIGINT');
    child.kill('SIGINT');
    expect({ exit: await exited, output }).toEqual({ exit: [0, null], output: expect.stringContaining('stopping') });
    expect(existsSync(server())).toBe(false);
  });
});
