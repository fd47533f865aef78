import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import { loadConfig } from '@libs/config';
import { lineForTerminal } from '@libs/kernel';
import { createLogger, NestLog } from '@libs/logging';
import { runService } from './process/run-service';
import { keepHeapSmall } from './process/small-heap';
import { EXIT } from './process/exit-codes';
import { asStartProblem } from './process/start-problem';
import { keepResultsYoung } from './process/young-results';

/**
 * Starts the service in the role `HREV_ROLE`. An error that prevents the start is printed on standard error; the exit codes are
 * those of contract §12.3.
 */
async function main(): Promise<void> {
  keepResultsYoung();
  const config = loadConfig();
  if (config.HREV_ROLE === 'worker') keepHeapSmall();
  const log = createLogger(config.LOG_LEVEL, config.HREV_ROLE);
  Logger.overrideLogger(new NestLog(log));
  const exitWithError = (error: unknown, message: string): void => {
    log.fatal({ err: error }, message);
    log.flush(() => process.exit(EXIT.failed));
  };
  // The process continues if standard error is closed or its disk is full.
  process.stderr.on('error', () => undefined);
  process.on('unhandledRejection', (error) => exitWithError(error, 'unhandled rejection'));
  process.on('uncaughtException', (error) => exitWithError(error, 'uncaught exception'));
  await runService(config);
}

main().catch((error: unknown) => {
  const problem = asStartProblem(error);
  const lines = problem?.lines ?? [error instanceof Error ? (error.stack ?? error.message) : String(error)];
  process.stderr.write(`${lines.join('\n').split('\n').map(lineForTerminal).join('\n')}\n`);
  process.exit(problem?.exitCode ?? EXIT.failed);
});
