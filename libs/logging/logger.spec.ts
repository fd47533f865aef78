import { createLogger } from './logger';
import { NestLog } from './nest-log';

function logged(act: (log: ReturnType<typeof createLogger>) => void, level = 'debug'): Record<string, unknown>[] {
  const lines: string[] = [];
  act(createLogger(level, 'test', { write: (line: string) => void lines.push(line) }));
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('log (reliability D43)', () => {
  it.each([
    'x-api-key',
    'authorization',
    'cookie',
    'secret',
    'x-hrev-signature',
    'text',
    'reply_text',
    'raw_review',
    'password',
  ])('leaves out %s wherever it stands', (name) => {
    const [line] = logged((log) =>
      log.info({ [name]: 'hush', headers: { [name]: 'hush' }, a: { b: { [name]: 'hush' } } }, 'x'),
    );
    expect(JSON.stringify(line)).not.toContain('hush');
    expect(line?.[name]).toBe('[redacted]');
  });

  it('tells level, time, role and message', () => {
    const [line] = logged((log) => log.warn({ account_id: 7 }, 'careful'));
    expect(line).toMatchObject({
      level: 'warn',
      role: 'test',
      account_id: 7,
      msg: 'careful',
      time: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/) as string,
    });
  });

  it('keeps stack and context of what Nest logs', () => {
    const error = new Error('boom');
    const [line] = logged((log) => new NestLog(log).error(error.message, error.stack, 'Somewhere'));
    expect(line).toMatchObject({ level: 'error', context: 'Somewhere', msg: 'boom', stack: error.stack });
  });

  it('the framework’s own chatter is for debugging', () => {
    const chatter = (log: ReturnType<typeof createLogger>): void =>
      new NestLog(log).log('Mapped {/x, GET} route', 'RouterExplorer');
    expect(logged(chatter, 'info')).toEqual([]);
    expect(logged(chatter, 'debug')).toHaveLength(1);
  });
});
