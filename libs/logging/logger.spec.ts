import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transformFileSync } from '@swc/core';
import { createLogger } from './logger';
import { NestLog } from './nest-log';

function linesOf(act: (log: ReturnType<typeof createLogger>) => void, level = 'debug'): Record<string, unknown>[] {
  const lines: string[] = [];
  act(createLogger(level, 'test', { write: (line: string) => void lines.push(line) }));
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('log', () => {
  it.each([
    'x-api-key',
    'authorization',
    'cookie',
    'secret',
    'x-hrev-signature',
    'webhook-signature',
    'standard_secret',
    'text',
    'reply_text',
    'raw_review',
    'password',
    'idempotencyKey',
    'idempotency_key',
    'webhookSignature',
    'X_API_KEY',
    'access-token',
    'setCookie',
  ])('redacts %s at any depth', (name) => {
    const [line] = linesOf((log) =>
      log.info({ [name]: 'hush', headers: { [name]: 'hush' }, a: { b: { [name]: 'hush' } } }, 'x'),
    );
    expect(JSON.stringify(line)).not.toContain('hush');
    expect(line?.[name]).toBe('[redacted]');
  });

  it('redacts secrets in errors, lists and circular objects, with names in any case', () => {
    const error = Object.assign(new Error('boom'), { request: { headers: { Authorization: 'hush' } } });
    const circular: Record<string, unknown> = { Token: 'hush', plain: 'here' };
    circular['again'] = circular;
    const lines = linesOf((log) => {
      log.error({ err: error }, 'x');
      log.error(error);
      log.info({ list: [1, { password: 'hush' }], circular, at: new Date(0) }, 'x');
    });
    expect(JSON.stringify(lines)).not.toContain('hush');
    expect(lines[0]).toMatchObject({ err: { type: 'Error', message: 'boom', stack: error.stack } });
    expect(lines[2]).toMatchObject({ list: [1, { password: '[redacted]' }], at: '1970-01-01T00:00:00.000Z' });
    expect(JSON.stringify(lines[2])).toContain('here');
    expect(lines).toHaveLength(3);
  });

  it('redacts secrets in values that are serialized by toJSON', () => {
    class Request {
      toJSON(): object {
        return { path: '/here', headers: { authorization: 'hush' } };
      }
    }
    const itself = { token: 'hush', toJSON: (): object => itself };
    const [line] = linesOf((log) =>
      log.info(
        {
          url: new URL('https://user:hush@api.example/v1?page=2&key=hush&access_token=hush'),
          plainUrl: new URL('https://api.example/v1?page=a%20b'),
          list: [new Request()],
          itself,
          bytes: Buffer.from('abc'),
          broken: { toJSON: () => JSON.parse('') as object },
        },
        'x',
      ),
    );
    expect(JSON.stringify(line)).not.toContain('hush');
    expect(line).toMatchObject({
      url: expect.stringMatching(/^https:\/\/user:.*redacted.*@api\.example\/v1\?page=2&key=.*redacted/) as string,
      plainUrl: 'https://api.example/v1?page=a%20b',
      list: [{ path: '/here', headers: { authorization: '[redacted]' } }],
      bytes: { type: 'Buffer', data: [97, 98, 99] },
      broken: '[unreadable]',
    });
  });

  it('replaces values deeper than eight levels', () => {
    let deep: object = { plain: 'below' };
    for (let level = 0; level < 10; level += 1) deep = { deep };
    const [line] = linesOf((log) => log.info(deep, 'x'));
    expect(JSON.stringify(line)).toContain('[too deep]');
    expect(JSON.stringify(line)).not.toContain('below');
  });

  it('does not modify the logged object', () => {
    const fields = { text: 'kept', deep: { secret: 'kept' } };
    linesOf((log) => log.info(fields, 'x'));
    expect(fields).toEqual({ text: 'kept', deep: { secret: 'kept' } });
  });

  it('writes level, time, role and message', () => {
    const [line] = linesOf((log) => log.warn({ account_id: 7 }, 'careful'));
    expect(line).toMatchObject({
      level: 'warn',
      role: 'test',
      account_id: 7,
      msg: 'careful',
      time: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/) as string,
    });
  });

  it('keeps the stack and the context of lines that Nest logs', () => {
    const error = new Error('boom');
    const [line] = linesOf((log) => new NestLog(log).error(error.message, error.stack, 'Somewhere'));
    expect(line).toMatchObject({ level: 'error', context: 'Somewhere', msg: 'boom', stack: error.stack });
  });

  it('writes the framework’s own lines at level debug', () => {
    const frameworkLine = (log: ReturnType<typeof createLogger>): void =>
      new NestLog(log).log('Mapped {/x, GET} route', 'RouterExplorer');
    expect(linesOf(frameworkLine, 'info')).toEqual([]);
    expect(linesOf(frameworkLine, 'debug')).toHaveLength(1);
  });

  it('does not write an error that the framework both reports and throws at the start', () => {
    const frameworkError = (log: ReturnType<typeof createLogger>): void =>
      new NestLog(log).error(new Error('no such file'), 'ExceptionHandler');
    expect(linesOf(frameworkError, 'info')).toEqual([]);
  });
});

describe('buffered lines on standard output are written before the end of the process', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hrev-log-'));
  const root = join(__dirname, '../..');

  beforeAll(() => {
    for (const name of ['logger', 'line-output', 'secrets', 'status-line', 'terminal-output'])
      compile(`${name}.ts`, join(folder, `${name}.js`));
    const [kernel, traces] = ['kernel', 'traces'].map((lib) => join(folder, 'node_modules/@libs', lib)) as [
      string,
      string,
    ];
    for (const lib of [kernel, traces]) mkdirSync(lib, { recursive: true });
    compile('../kernel/terminal-text.ts', join(kernel, 'index.js'));
    for (const name of ['index', 'sdk', 'spans', 'traceparent'])
      compile(`../traces/${name}.ts`, join(traces, `${name}.js`));
  });
  const compile = (file: string, to: string): void => {
    const { code } = transformFileSync(join(__dirname, file), {
      swcrc: false,
      module: { type: 'commonjs' },
      jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
    });
    writeFileSync(to, code);
  };
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const KILL = `process.kill(process.pid, 'SIGKILL')`;

  it.each([
    ['by process.exit', `log.info('last'); process.exit(0)`],
    ['when no work is left', `log.info('last')`],
    ['by an uncaught error', `log.info('last'); throw new Error('boom')`],
    ['by a kill after a fatal line', `log.info('first'); log.fatal('last'); ${KILL}`],
    ['by a kill after the flush interval', `log.info('last'); setTimeout(() => ${KILL}, 2_000)`],
    [
      'with more lines than fit into the buffer',
      `for (let i = 0; i < 500; i += 1) log.info({ i }, 'line'); log.info('last'); process.exit(0)`,
    ],
  ])('writes all lines of a process that ends %s', (_what, act) => {
    const script = `const log = require('./logger.js').createLogger('info', 'test');\n${act}`;
    const env = { ...process.env, NODE_PATH: join(root, 'node_modules') };
    const { stdout } = spawnSync(process.execPath, ['-e', script], { cwd: folder, env, encoding: 'utf8' });
    const lines = stdout.trimEnd().split('\n');
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ msg: 'last' });
    if (act.includes('500')) expect(lines).toHaveLength(501);
    if (act.includes('first')) expect(JSON.parse(lines[0] ?? '')).toMatchObject({ msg: 'first' });
  });

  /** Timeout of the child processes. */
  const LIMIT_MS = 20_000;

  describe.each([
    ['a full disk', 'exec "$0" -e "$1" > /dev/full'],
    ['a closed pipe', '"$0" -e "$1" | true'],
  ])('fault F41: a process whose log goes to %s', (_where, command) => {
    it.each([
      [
        'continues to run',
        `setInterval(() => log.info('line'), 100); setTimeout(() => { say(); process.exit(0) }, 1_500)`,
      ],
      [
        'ends after a fatal line',
        `setTimeout(() => { say(); log.fatal('no'); log.flush(() => process.exit(1)) }, 500)`,
      ],
    ])('%s', (_what, act) => {
      const script = `const log = require('./logger.js').createLogger('info', 'test');
        const say = () => process.stderr.write('alive');
        log.info('first');
        ${act}`;
      const env = { ...process.env, NODE_PATH: join(root, 'node_modules') };
      const options = { cwd: folder, env, encoding: 'utf8', timeout: LIMIT_MS } as const;
      const { stderr, signal } = spawnSync('sh', ['-c', command, process.execPath, script], options);
      expect([signal, stderr]).toEqual([null, 'alive']);
    });
  });

  it('fault F41: a process ends even if its log is not read', () => {
    const path = join(folder, 'pipe');
    expect(spawnSync('mkfifo', [path]).status).toBe(0);
    const pipe = openSync(path, 'r+');
    const script = `const log = require('./logger.js').createLogger('info', 'test');
      for (let i = 0; i < 2_000; i += 1) log.info('more than a pipe holds');
      setTimeout(() => process.exit(7), 1_500)`;
    const env = { ...process.env, NODE_PATH: join(root, 'node_modules') };
    const stdio = ['ignore', pipe, 'inherit'] as const;
    const { status } = spawnSync(process.execPath, ['-e', script], {
      cwd: folder,
      env,
      stdio: [...stdio],
      timeout: LIMIT_MS,
    });
    closeSync(pipe);
    expect(status).toBe(7);
  });
});
