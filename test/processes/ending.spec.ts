import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { IN_SESSION, LOCKS } from '@libs/database';
import { eventually } from '@test/support/eventually';
import { flowEnvironment, hrev, ServiceProcess, type Environment } from '@test/support/service-process';

const CLI = path.join(__dirname, '../../dist/src/cli/main.js');

/** Contract §12.1: the embedded server stops with the last process that uses it, on any signal. */
describe('the end of the embedded server', () => {
  let home: string;
  let environment: Environment;
  let service: ServiceProcess;
  let holder: pg.Client;
  const commands: ChildProcess[] = [];

  // The tests share one home, so each test starts the server that the test before stopped.
  beforeAll(() => {
    home = mkdtempSync(path.join(tmpdir(), 'hrev-ending-'));
    const { DATABASE_URL: _none, ...shared } = flowEnvironment('');
    environment = { ...shared, HREV_HOME: home };
  });
  beforeEach(async () => {
    service = await ServiceProcess.start('all', environment);
  });
  afterEach(async () => {
    await holder?.end().catch(() => undefined);
    for (const command of commands.splice(0)) command.kill('SIGKILL');
    await service?.kill();
    if (!isServing()) return;
    process.kill(serverPid(), 'SIGQUIT');
    await eventually('the end of the server of a failed test', 60_000, async () => !isServing());
  });
  afterAll(() => rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

  const pidFile = (): string => path.join(home, 'pg/data/postmaster.pid');
  const isServing = (): boolean => existsSync(pidFile());
  const serverPid = (): number => Number(readFileSync(pidFile(), 'utf8').split('\n')[0]);

  /** Starts `hrev migrate`, which waits for the lock of migrations, because the test holds it. */
  async function startWaitingCommand(): Promise<ChildProcess> {
    const port = readFileSync(pidFile(), 'utf8').split('\n')[3];
    const password = readFileSync(path.join(home, 'pg/password'), 'utf8').trim();
    holder = new pg.Client({ connectionString: `postgresql://hrev:${password}@127.0.0.1:${port}/hrev` });
    holder.on('error', () => undefined);
    await holder.connect();
    await holder.query(IN_SESSION.tryToHold, [LOCKS.migrations]);
    const command = spawn(process.execPath, [CLI, 'migrate'], { env: { ...environment }, stdio: 'ignore' });
    commands.push(command);
    await eventually('the waiting command', 60_000, async () => {
      const { rows } = await holder.query('select from pg_stat_activity where query = $1', [IN_SESSION.tryToHold]);
      return rows.length > 0;
    });
    return command;
  }

  it('SIGHUP of a closed terminal stops the service with 0, and stops the server', async () => {
    const exited = service.ended();
    service.signal('SIGHUP');
    expect([await exited, isServing()]).toEqual([0, false]);
    expect(service.lines.join('\n')).toContain('stopped');
  });

  it('the server continues after the service stops while a command uses it, and stops with the command', async () => {
    const command = await startWaitingCommand();
    const exited = once(command, 'exit');
    expect(await service.stop()).toBe(0);
    expect(isServing()).toBe(true);
    await holder.end();
    expect([await exited, isServing()]).toEqual([[0, null], false]);
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('%s ends a running command with %i and stops the server', async (signal, code) => {
    const command = await startWaitingCommand();
    const exited = once(command, 'exit');
    expect(await service.stop()).toBe(0);
    command.kill(signal);
    // npm forwards the signal, so Ctrl-C arrives twice.
    if (signal === 'SIGINT') command.kill(signal);
    expect([await exited, isServing()]).toEqual([[code, null], false]);
  });

  it('the next command stops the server after a command was killed', async () => {
    const command = await startWaitingCommand();
    expect(await service.stop()).toBe(0);
    command.kill('SIGKILL');
    await once(command, 'exit');
    await holder.end();
    expect(isServing()).toBe(true);
    expect((await hrev(environment, 'account', 'list')).code).toBe(0);
    expect(isServing()).toBe(false);
  });
});
