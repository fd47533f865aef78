import type { Command } from 'commander';
import { RollupsModule, RollupsService, type RollupReport } from '@src/reviews';
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

async function open(tools: CommandTools): Promise<RollupsService> {
  return (await tools.open([RollupsModule])).get(RollupsService);
}

function reportJson({ accounts, mismatches }: RollupReport): object {
  return {
    accounts,
    mismatches: mismatches.map(({ accountId, rollup, counters }) => ({ account_id: accountId, rollup, counters })),
  };
}

function linesOf({ accounts, mismatches }: RollupReport, state: string): readonly string[] {
  if (mismatches.length === 0) return [`${accounts} accounts: every counter agrees with its reviews`];
  return mismatches.map(({ accountId, rollup, counters }) => `account ${accountId}: ${counters} of ${rollup} ${state}`);
}
