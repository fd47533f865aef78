import { allChecks, type Check, type CheckTools } from './checks';

/** The result of one check; `remedy` is null if the check passed. */
export interface Finding {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
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
  return { name, ok: false, detail: `not checked: needs ${failed}`, remedy: null };
}

async function runCheck(
  name: string,
  run: () => Promise<string>,
  remedy: string,
  explain: (error: unknown) => readonly string[],
): Promise<Finding> {
  try {
    return { name, ok: true, detail: await run(), remedy: null };
  } catch (error) {
    const lines = error instanceof Error && error.name === 'Finding' ? [error.message] : explain(error);
    const detail = lines.map((line) => line.split('\n')[0]?.replace(/^Error: /, '')).join('; ');
    return { name, ok: false, detail, remedy };
  }
}
