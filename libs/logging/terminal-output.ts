import type { DestinationStream } from 'pino';
import { forTerminal } from '@libs/kernel';
import { aboveStatus } from './status-line';

/** Standard output or standard error of a terminal. */
export interface Terminal {
  write(text: string): unknown;
  hasColors?(): boolean;
}

type Fields = Readonly<Record<string, unknown>>;

const COLORS = { dim: '2', red: '31', yellow: '33' } as const;
type Paint = (text: string, color: keyof typeof COLORS) => string;

/** The level whose name is omitted. */
const UNNAMED_LEVEL = 'info';
const MAX_VALUE_LENGTH = 200;
const MAX_ITEMS = 5;

/** A log destination that writes each JSON line as plain text to a terminal, above the status line. */
export function terminalOutput(terminal: Terminal): DestinationStream {
  const paint: Paint = terminal.hasColors?.()
    ? (text, color) => `\u001b[${COLORS[color]}m${text}\u001b[0m`
    : (text) => text;
  return { write: (line) => aboveStatus(() => void terminal.write(`${readable(line, paint)}\n`)) };
}

/** Converts one JSON line of the log to plain text. `paint` adds colors; by default there are none. */
export function readable(line: string, paint: Paint = (text) => text): string {
  const { level, time, msg, err, stack, pid: _pid, role: _role, ...fields } = JSON.parse(line) as Fields;
  const error = (err ?? {}) as { stack?: unknown };
  const head = [paint(clock(time), 'dim'), ...levelText(textOf(level), paint), ...message(textOf(msg), fields)].join(
    ' ',
  );
  const trace = textOf(error.stack ?? stack ?? '');
  return [head, ...trace.split('\n').flatMap((row) => (row.trim() === '' ? [] : [`    ${forTerminal(row)}`]))].join(
    '\n',
  );
}

function message(msg: string, fields: Fields): readonly string[] {
  const { method, route, status, ms, request_id: _id, account_id, ...others } = fields;
  // The message of an access log line is omitted, because the fields contain all information.
  if (msg === 'request' && method !== undefined) {
    const account = account_id === undefined ? {} : { account: account_id };
    return [...[method, route, status].map(shortened), `${shortened(ms)} ms`, ...fieldTexts({ ...account, ...others })];
  }
  return [forTerminal(msg), ...fieldTexts(fields)];
}

function fieldTexts(fields: Fields): readonly string[] {
  return Object.entries(fields).map(([name, value]) => `${forTerminal(name)}=${shortened(value)}`);
}

function shortened(value: unknown): string {
  if (Array.isArray(value) && value.length > MAX_ITEMS) return `[${value.length}]`;
  return forTerminal(textOf(value)).slice(0, MAX_VALUE_LENGTH);
}

/**
 * Text of a value, on one line without control characters. Texts of several lines are unchanged; the caller removes the controls.
 */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value.includes('\n') ? value : forTerminal(value);
  return forTerminal(JSON.stringify(value) ?? '-');
}

function levelText(level: string, paint: Paint): readonly string[] {
  if (level === UNNAMED_LEVEL) return [];
  const color = level === 'warn' ? 'yellow' : level === 'error' || level === 'fatal' ? 'red' : 'dim';
  return [paint(level.toUpperCase(), color)];
}

/** The time of day in the local time zone. */
function clock(time: unknown): string {
  const at = new Date(textOf(time));
  return [at.getHours(), at.getMinutes(), at.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':');
}
