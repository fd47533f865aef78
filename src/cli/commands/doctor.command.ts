import type { Command } from 'commander';
import { EXIT } from '../../process/exit-codes';
import { allChecks } from '../doctor/checks';
import type { CommandResult, CommandTools } from '../command-tools';
import { explain, runCommand } from '../run-command';

/** The result of one check; `remedy` is null if the check passed. */
export interface Finding {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
  readonly remedy: string | null;
}

/** `doctor`: runs every check and prints the remedies; exit 3 if a check fails. */
export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('check everything the service needs')
    .option('--json', 'print one JSON object')
    .action((options: { json?: boolean }) => runCommand(options, examine));
}

async function examine(tools: CommandTools): Promise<CommandResult> {
  const findings: Finding[] = [];
  for (const check of allChecks(tools)) {
    const failed = findings.find(({ name, ok }) => !ok && [check.needs].flat().includes(name));
    findings.push(failed ? notChecked(check.name, failed.name) : await runCheck(check.name, check.run, check.remedy));
  }
  const ok = findings.every((finding) => finding.ok);
  const lines = findings.flatMap((finding) => [
    `${finding.ok ? 'ok  ' : 'FAIL'}  ${finding.name.padEnd(13)}  ${finding.detail}`,
    ...(finding.remedy === null ? [] : [`                     ${finding.remedy}`]),
  ]);
  return { json: { ok, checks: findings }, lines, exitCode: ok ? EXIT.done : EXIT.dependency };
}

function notChecked(name: string, failed: string): Finding {
  return { name, ok: false, detail: `not checked: needs ${failed}`, remedy: null };
}

async function runCheck(name: string, run: () => Promise<string>, remedy: string): Promise<Finding> {
  try {
    return { name, ok: true, detail: await run(), remedy: null };
  } catch (error) {
    const lines = error instanceof Error && error.name === 'Finding' ? [error.message] : explain(error);
    const detail = lines.map((line) => line.split('\n')[0]?.replace(/^Error: /, '')).join('; ');
    return { name, ok: false, detail, remedy };
  }
}
