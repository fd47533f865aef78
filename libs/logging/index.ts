/**
 * Log lines on standard output: plain text on a terminal, JSON elsewhere, secrets redacted. Contexts use Nest's `Logger`, which
 * writes here.
 */
export { createLogger, type Log } from './logger';
export { NestLog } from './nest-log';
export { showStatus } from './status-line';
