import { createLogger } from './logger';
import { readable, terminalOutput } from './terminal-output';

const clock = '\\d\\d:\\d\\d:\\d\\d';
const TIME = '2026-03-01T10:11:12.000Z';
const line = (fields: object): string => JSON.stringify({ level: 'info', time: TIME, pid: 7, role: 'all', ...fields });

describe('log lines on a terminal', () => {
  it.each<[string, object, string]>([
    [
      'a request',
      {
        method: 'GET',
        route: '/v3/objects',
        status: 200,
        ms: 3.4,
        request_id: 'a1',
        account_id: 1,
        key_id: 2,
        msg: 'request',
      },
      'GET /v3/objects 200 3.4 ms account=1 key_id=2',
    ],
    [
      'an aborted request without a key',
      { method: 'GET', route: null, status: 200, ms: 1, aborted: true, msg: 'request' },
      'GET null 200 1 ms aborted=true',
    ],
    ['an event', { context: 'Queue', msg: 'queue: answers again' }, 'queue: answers again context=Queue'],
    ['a warning', { level: 'warn', msg: 'look here' }, 'WARN look here'],
    [
      'a list',
      { migrations: Array.from({ length: 100 }, String), msg: 'schema brought up to date' },
      'schema brought up to date migrations=[100]',
    ],
    ['a foreign text with control characters', { name: 'a\u001b[31m\u202eb', msg: 'c\u0007d' }, 'c d name=a [31m b'],
    ['a foreign text of several lines', { name: 'a\n\u001b[2J\u202eb', msg: 'c\n\u001b[2Jd' }, 'c [2Jd name=a [2J b'],
    [
      'a request with control characters in a field',
      { method: 'GET\n\u001b[2J', route: null, status: 200, ms: 1, msg: 'request' },
      'GET [2J null 200 1 ms',
    ],
    ['an object', { of: { id: 1 }, msg: 'x' }, 'x of={"id":1}'],
  ])('shows %s as one line of plain text', (_, fields, text) => {
    expect(readable(line(fields))).toMatch(new RegExp(`^${clock} ${escaped(text)}$`));
  });

  it('prints the stack below an error', () => {
    const err = { type: 'Error', message: 'boom', stack: 'Error: boom\n    at here\u001b[2J' };
    expect(readable(line({ level: 'error', msg: 'it failed', err }))).toMatch(
      new RegExp(`^${clock} ERROR it failed\n {4}Error: boom\n {4}at here \\[2J$`),
    );
  });

  it.each([true, false])('uses colors only if the terminal supports them (%s)', (hasColors) => {
    const written: string[] = [];
    terminalOutput({ write: (text) => written.push(text), hasColors: () => hasColors }).write(
      `${line({ level: 'warn', msg: 'x' })}\n`,
    );
    expect(written.join('').includes('\u001b[33mWARN\u001b[0m')).toBe(hasColors);
  });

  it('writes JSON if the destination is not a terminal, and redacts secrets in both formats', () => {
    const output = (isTTY: boolean): string => {
      const written: string[] = [];
      createLogger('info', 'test', { isTTY, write: (text: string) => void written.push(text) }).info(
        { password: 'hush' },
        'x',
      );
      return written.join('');
    };
    expect(JSON.parse(output(false))).toMatchObject({ level: 'info', msg: 'x', password: '[redacted]' });
    expect(output(true)).toMatch(new RegExp(`^${clock} x password=\\[redacted\\]\n$`));
  });
});

function escaped(text: string): string {
  return text.replace(/[[\]{}()*+?.\\^$|/]/g, '\\$&');
}
