/** Logs: lines on standard output, words on a terminal and JSON elsewhere, secrets left out. Contexts use Nest's `Logger`, which ends here. */
export { createLogger, LOGGER, type Log } from './logger';
export { NestLog } from './nest-log';
export { showStatus } from './status-line';
