/**
 * `npm run soak`: runs one soak. Exit codes: 0 without violations, 1 with violations, 2 for wrong options, 3 without
 * redis-server, 130 after an interruption.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hasRedis } from '@test/support/redis-control';
import { Journal } from './journal';
import { readOptions, USAGE, WrongUsage, type SoakOptions } from './options';
import { Soak } from './soak';
import { SoakHarness } from './soak-harness';
import { recordRun, summarize, tableOf, type SoakResult } from './summary';

const ROOT = path.join(__dirname, '../..');
const HISTORIES = 10;

const print = (line: string): void => void process.stderr.write(`${line}\n`);

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2));
  if (options.queue === 'redis' && !hasRedis) {
    print('soak: this machine has no redis-server');
    return 3;
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'hrev-soak-'));
  const log = options.log ?? path.join(folder, 'operations.jsonl');
  print(`soak: ${options.minutes} minutes, seed ${options.seed}, queue in ${options.queue}, operations in ${log}`);
  const began = Date.now();
  const journal = new Journal(log, (line) => print(`[${Math.round((Date.now() - began) / 1_000)} s] ${line}`));
  const result = await soak(options, journal);
  journal.close();
  if (result === null) return 130;
  process.stdout.write(`${tableOf(result)}\n`);
  for (const { subject, history } of result.violations.filter((one) => one.history.length > 0).slice(0, HISTORIES))
    print(`history of ${subject}:\n  ${history.slice(-15).join('\n  ')}`);
  if (options.json !== null) writeFileSync(options.json, `${JSON.stringify(result, null, 2)}\n`);
  if (options.record) recordRun(result, ROOT);
  if (result.violationCount === 0) rmSync(folder, { recursive: true, force: true });
  else print(`soak: ${result.violationCount} violations; repeat with --seed ${options.seed}; operations in ${log}`);
  return result.violationCount === 0 ? 0 : 1;
}

/** Returns null if the run was interrupted. Removes everything that it created in either case. */
async function soak(options: SoakOptions, journal: Journal): Promise<SoakResult | null> {
  let wasInterrupted = false;
  const interrupted = new Promise<null>((resolve) => {
    const stop = (): void => {
      print(wasInterrupted ? 'soak: still cleaning up' : 'soak: interrupted, cleaning up');
      wasInterrupted = true;
      resolve(null);
    };
    process.on('SIGINT', stop).on('SIGTERM', stop);
  });
  // Operations in flight fail when an interruption stops the processes that they use.
  process.on('unhandledRejection', (error) => {
    if (wasInterrupted) return;
    journal.violation('soak itself', 'an unhandled rejection', textOf(error));
  });
  const harness = await SoakHarness.begin(options, journal);
  const run = async (): Promise<SoakResult> => {
    await new Soak(harness).run();
    return summarize(harness);
  };
  try {
    return await Promise.race([run(), interrupted]);
  } finally {
    await harness.end();
  }
}

const textOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    const isUsage = error instanceof WrongUsage;
    print(isUsage ? `${error.message}\n${USAGE}` : textOf(error));
    process.exit(isUsage ? 2 : 1);
  },
);
