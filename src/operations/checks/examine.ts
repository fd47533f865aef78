import { allChecks, type Check, type CheckTools } from './checks';

/** The result of one check. */
export interface Finding {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
  /** What an operator should know although the check passed; null if there is nothing, or if it failed. */
  readonly warning: string | null;
  /** What to do about the failure or the warning; null if the check passed without a warning. */
  readonly remedy: string | null;
}

/** Runs every check, and those of `more`, one after another. `explain` returns the lines of an unexpected error. */
export async function examine(
  tools: CheckTools,
  explain: (error: unknown) => readonly string[],
  more: readonly Check[] = [],
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const check of [...allChecks(tools), ...more]) {
    const failed = findings.find(({ name, ok }) => !ok && [check.needs].flat().includes(name));
    findings.push(
      failed ? notChecked(check.name, failed.name) : await runCheck(check.name, check.run, check.remedy, explain),
    );
  }
  return findings;
}

function notChecked(name: string, failed: string): Finding {
  return { name, ok: false, detail: `not checked: needs ${failed}`, warning: null, remedy: null };
}

async function runCheck(
  name: string,
  run: Check['run'],
  remedy: string,
  explain: (error: unknown) => readonly string[],
): Promise<Finding> {
  try {
    const result = await run();
    if (typeof result === 'string') return { name, ok: true, detail: result, warning: null, remedy: null };
    const { detail, warning } = result;
    return { name, ok: true, detail, warning: warning.text, remedy: warning.remedy };
  } catch (error) {
    const lines = error instanceof Error && error.name === 'Finding' ? [error.message] : explain(error);
    const detail = lines.map((line) => line.split('\n')[0]?.replace(/^Error: /, '')).join('; ');
    return { name, ok: false, detail, warning: null, remedy };
  }
}
