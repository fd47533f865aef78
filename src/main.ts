import 'reflect-metadata';
import { loadConfig } from '@libs/config';
import { createLogger } from '@libs/logging';
import { runService } from './process/run-service';
import { keepHeapSmall } from './process/small-heap';
import { EXIT } from './process/exit-codes';
import { asStartProblem } from './process/start-problem';
import { keepResultsYoung } from './process/young-results';

/**
 * The service: `HREV_ROLE` decides what this process does. What stops a start is told in plain lines on standard error;
 * exit codes are those of contract §12.3.
 */
async function main(): Promise<void> {
  keepResultsYoung();
  const config = loadConfig();
  if (config.HREV_ROLE === 'worker') keepHeapSmall();
  const log = createLogger(config.LOG_LEVEL, config.HREV_ROLE);
  const die = (error: unknown, what: string): void => {
    log.fatal({ err: error }, what);
    log.flush(() => process.exit(EXIT.failed));
  };
  // The reader may be closed or its disk full. The process continues.
  process.stderr.on('error', () => undefined);
  process.on('unhandledRejection', (error) => die(error, 'a rejection that nobody handled'));
  process.on('uncaughtException', (error) => die(error, 'an error that nobody caught'));
  await runService(config, log);
}

main().catch((error: unknown) => {
  const problem = asStartProblem(error);
  const lines = problem?.lines ?? [error instanceof Error ? (error.stack ?? error.message) : String(error)];
  process.stderr.write(`${lines.join('\n')}\n`);
  process.exit(problem?.exitCode ?? EXIT.failed);
});
