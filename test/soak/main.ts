/** `npm run soak`: one run from its options to its exit code: 0 without a violation, 1 with any, 2 for wrong options. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hasRedis } from '@test/faults/support/redis-control';
import { Journal } from './journal';
import { readOptions, USAGE, type SoakOptions } from './options';
import { Soak } from './soak';
import { SoakWorld } from './soak-world';
import { recordRun, summarize, tableOf, type SoakResult } from './summary';

const ROOT = path.join(__dirname, '../..');
const HISTORIES = 10;

const say = (line: string): void => void process.stderr.write(`${line}\n`);

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2));
  if (options.queue === 'redis' && !hasRedis) {
    say('soak: this machine has no redis-server');
    return 3;
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'hrev-soak-'));
  const log = options.log ?? path.join(folder, 'operations.jsonl');
  say(`soak: ${options.minutes} minutes, seed ${options.seed}, queue in ${options.queue}, operations in ${log}`);
  const began = Date.now();
  const journal = new Journal(log, (line) => say(`[${Math.round((Date.now() - began) / 1_000)} s] ${line}`));
  const result = await soak(options, journal);
  journal.close();
  if (result === null) return 130;
  process.stdout.write(`${tableOf(result)}\n`);
  for (const { subject, history } of result.violations.filter((one) => one.history.length > 0).slice(0, HISTORIES))
    say(`history of ${subject}:\n  ${history.slice(-15).join('\n  ')}`);
  if (options.json !== null) writeFileSync(options.json, `${JSON.stringify(result, null, 2)}\n`);
  if (options.record) recordRun(result, ROOT);
  if (result.violationCount === 0) rmSync(folder, { recursive: true, force: true });
  else say(`soak: ${result.violationCount} violations; repeat with --seed ${options.seed}; operations in ${log}`);
  return result.violationCount === 0 ? 0 : 1;
}

/** Null where somebody interrupted the run. What it made is gone in any case. */
async function soak(options: SoakOptions, journal: Journal): Promise<SoakResult | null> {
  let isInterrupted = false;
  const interrupt = (): void => {
    say(isInterrupted ? 'soak: still cleaning up' : 'soak: interrupted, cleaning up');
    isInterrupted = true;
  };
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  const world = await SoakWorld.begin(options, journal);
  try {
    await new Soak(world).run(() => isInterrupted);
    return isInterrupted ? null : await summarize(world);
  } finally {
    await world.end();
  }
}

process.on('unhandledRejection', (error) => {
  say(`soak: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  process.exitCode = 1;
});

main().then(
  (code) => process.exit(process.exitCode ?? code),
  (error: unknown) => {
    const isUsage = error instanceof Error && (error.message.startsWith('--') || 'code' in error);
    say(
      error instanceof Error
        ? isUsage
          ? `${error.message}\n${USAGE}`
          : (error.stack ?? error.message)
        : String(error),
    );
    process.exit(isUsage ? 2 : 1);
  },
);
