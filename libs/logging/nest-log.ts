import type { LoggerService } from '@nestjs/common';
import type { Log } from './logger';

type Level = 'info' | 'error' | 'warn' | 'debug' | 'trace' | 'fatal';

/** Log contexts of Nest itself. At the start they log every route and module, which is useful for debugging only. */
const FRAMEWORK = new Set([
  'NestFactory',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestApplication',
  'NestApplicationContext',
  'ExceptionHandler',
]);

/** Writes the lines of Nest's `Logger` to the log of the process. Nest passes the name of the context as the last parameter. */
export class NestLog implements LoggerService {
  constructor(private readonly root: Log) {}

  log(message: unknown, ...rest: unknown[]): void {
    this.write('info', message, rest);
  }

  error(message: unknown, ...rest: unknown[]): void {
    this.write('error', message, rest);
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }

  verbose(message: unknown, ...rest: unknown[]): void {
    this.write('trace', message, rest);
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.write('fatal', message, rest);
  }

  private write(requested: Level, message: unknown, rest: unknown[]): void {
    const last = rest.at(-1);
    const context = typeof last === 'string' ? last : undefined;
    // An error that the framework reports at the start is also thrown. The code that catches it logs it.
    const level = context !== undefined && FRAMEWORK.has(context) ? 'debug' : requested;
    const stack = rest.find(
      (value): value is string => typeof value === 'string' && value !== context && value.includes('\n'),
    );
    if (!this.root.isLevelEnabled(level)) return;
    const bindings = { ...(context === undefined ? {} : { context }), ...(stack === undefined ? {} : { stack }) };
    if (message instanceof Error) this.root[level]({ ...bindings, err: message }, message.message);
    else if (isEntry(message)) this.root[level]({ ...bindings, ...fieldsOf(message) }, message.msg);
    else this.root[level](bindings, String(message));
  }
}

/** A message with fields: `msg` is the text, the others are logged as fields. */
interface Entry {
  readonly msg: string;
}

function isEntry(message: unknown): message is Entry {
  return typeof message === 'object' && message !== null && 'msg' in message && typeof message.msg === 'string';
}

function fieldsOf(entry: Entry): Record<string, unknown> {
  return Object.fromEntries(Object.entries(entry).filter(([name]) => name !== 'msg'));
}
