import type { DestinationStream } from 'pino';
import { forTerminal } from '@libs/kernel';
import { aboveStatus } from './status-line';

/** What a terminal is written to: standard output or standard error. */
export interface Terminal {
  write(text: string): unknown;
  hasColors?(): boolean;
}

type Fields = Readonly<Record<string, unknown>>;

const COLORS = { dim: '2', red: '31', yellow: '33' } as const;
type Paint = (text: string, color: keyof typeof COLORS) => string;

/** The level that is not shown. */
const PLAIN_LEVEL = 'info';
const LONGEST_VALUE = 200;
const MOST_ITEMS = 5;

/** Where the lines of a log go that a person reads: each JSON line as words, above the status. */
export function terminalOutput(terminal: Terminal): DestinationStream {
  const paint: Paint = terminal.hasColors?.()
    ? (text, color) => `\u001b[${COLORS[color]}m${text}\u001b[0m`
    : (text) => text;
  return { write: (line) => aboveStatus(() => void terminal.write(`${readable(line, paint)}\n`)) };
}

/** The same without colors, for one line. */
export function readable(line: string, paint: Paint = (text) => text): string {
  const { level, time, msg, err, stack, pid: _pid, role: _role, ...fields } = JSON.parse(line) as Fields;
  const error = (err ?? {}) as { stack?: unknown };
  const head = [paint(clock(time), 'dim'), ...levelWord(word(level), paint), ...message(word(msg), fields)].join(' ');
  const trace = word(error.stack ?? stack ?? '');
  return [head, ...trace.split('\n').flatMap((row) => (row.trim() === '' ? [] : [`    ${forTerminal(row)}`]))].join(
    '\n',
  );
}

function message(msg: string, fields: Fields): readonly string[] {
  const { method, route, status, ms, request_id: _id, account_id, ...others } = fields;
  // One line of the access log has all that it says in its fields.
  if (msg === 'request' && method !== undefined) {
    const account = account_id === undefined ? {} : { account: account_id };
    return [...[method, route, status].map(shortened), `${shortened(ms)} ms`, ...named({ ...account, ...others })];
  }
  return [forTerminal(msg), ...named(fields)];
}

function named(fields: Fields): readonly string[] {
  return Object.entries(fields).map(([name, value]) => `${name}=${shortened(value)}`);
}

function shortened(value: unknown): string {
  if (Array.isArray(value) && value.length > MOST_ITEMS) return `[${value.length}]`;
  return forTerminal(word(value)).slice(0, LONGEST_VALUE);
}

/** Texts of several lines keep their control characters: whoever shows one takes them out line by line, or of the whole. */
function word(value: unknown): string {
  if (typeof value === 'string') return value.includes('\n') ? value : forTerminal(value);
  return forTerminal(JSON.stringify(value) ?? '-');
}

function levelWord(level: string, paint: Paint): readonly string[] {
  if (level === PLAIN_LEVEL) return [];
  const color = level === 'warn' ? 'yellow' : level === 'error' || level === 'fatal' ? 'red' : 'dim';
  return [paint(level.toUpperCase(), color)];
}

/** The hour of the person who reads it. */
function clock(time: unknown): string {
  const at = new Date(word(time));
  return [at.getHours(), at.getMinutes(), at.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':');
}
