import type { LoggerService } from '@nestjs/common';
import type { Log } from './logger';

/** Nest's `Logger`, written to the process's log: the last parameter is the context's name, as Nest passes it. */
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

  private write(level: 'info' | 'error' | 'warn' | 'debug' | 'trace' | 'fatal', message: unknown, rest: unknown[]): void {
    const last = rest.at(-1);
    const context = typeof last === 'string' ? last : undefined;
    const stack = rest.find((value): value is string => typeof value === 'string' && value !== context && value.includes('\n'));
    const bindings = { ...(context === undefined ? {} : { context }), ...(stack === undefined ? {} : { stack }) };
    if (message instanceof Error) this.root[level]({ ...bindings, err: message }, message.message);
    else this.root[level](bindings, String(message));
  }
}
