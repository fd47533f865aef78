import type { Command } from 'commander';
import { CountersModule, CountersService, type CounterReport } from '@src/reviews';
import { EXIT } from '../../process/exit-codes';
import { readId } from '../arguments';
import { addCommand, type CommandResult, type CommandTools } from '../run-command';

interface RollupOptions {
  readonly account?: number;
}

/** `rollups verify|rebuild`. */
export function addRollupsCommands(program: Command): void {
  const rollups = program.command('rollups').description('the counters for totals and analytics: verify, rebuild');

  addCommand(rollups, 'verify', 'compare the counters with all reviews; exit 1 if one is wrong', verify).option(
    '--account <id>',
    'only this account',
    readId,
  );

  addCommand(rollups, 'rebuild', 'correct wrong counters; collections wait meanwhile', rebuild).option(
    '--account <id>',
    'only this account',
    readId,
  );
}

async function verify(tools: CommandTools, options: RollupOptions): Promise<CommandResult> {
  const report = await (await open(tools)).verify(options.account ?? null);
  const ok = report.mismatches.length === 0;
  return {
    json: { ok, ...reportJson(report) },
    lines: linesOf(report, 'wrong'),
    exitCode: ok ? EXIT.done : EXIT.failed,
  };
}

async function rebuild(tools: CommandTools, options: RollupOptions): Promise<CommandResult> {
  const report = await (await open(tools)).rebuild(options.account ?? null);
  return { json: { ok: true, ...reportJson(report) }, lines: linesOf(report, 'rebuilt') };
}

async function open(tools: CommandTools): Promise<CountersService> {
  return (await tools.open([CountersModule])).get(CountersService);
}

function reportJson({ accounts, mismatches }: CounterReport): object {
  return {
    accounts,
    mismatches: mismatches.map(({ accountId, table, counters }) => ({
      account_id: accountId,
      rollup: table,
      counters,
    })),
  };
}

function linesOf({ accounts, mismatches }: CounterReport, state: string): readonly string[] {
  if (mismatches.length === 0) return [`${accounts} accounts: every counter agrees with its reviews`];
  return mismatches.map(({ accountId, table, counters }) => `account ${accountId}: ${counters} of ${table} ${state}`);
}
