/** Logs: JSON lines on standard output, secrets left out. Contexts use Nest's `Logger`, which ends here. */
export { createLogger, LOGGER, type Log } from './logger';
export { NestLog } from './nest-log';
