/** The results, for people and for programs. */
import { KINDS } from './operators.mjs';

export const OUTCOMES = ['killed', 'timeout', 'survived', 'unreached', 'uncompilable'];
const COLUMNS = [...OUTCOMES, 'npmTest'];

/**
 * Detected mutants are those on which a test failed or hung; mutants that do not compile do not count. `npmTest` are those that a
 * test of `npm test` detected; all others needed a lane.
 */
export function figuresOf(results) {
  const count = (outcome, kind) =>
    results.filter((result) => result.outcome === outcome && (kind === undefined || result.mutant.kind === kind))
      .length;
  const row = (kind) => {
    const counts = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, count(outcome, kind)]));
    const detected = counts.killed + counts.timeout;
    const all = detected + counts.survived + counts.unreached;
    const npmTest = results.filter((one) => one.byFast && (kind === undefined || one.mutant.kind === kind)).length;
    return { ...counts, npmTest, detectedPercent: all === 0 ? null : Math.round((detected / all) * 1000) / 10 };
  };
  const kinds = Object.keys(KINDS).filter((kind) => results.some(({ mutant }) => mutant.kind === kind));
  return { byKind: Object.fromEntries(kinds.map((kind) => [kind, row(kind)])), all: row(undefined) };
}

export function tableOf({ byKind, all }) {
  const line = (name, figures) =>
    `${name.padEnd(14)}${COLUMNS.map((outcome) => String(figures[outcome] ?? outcome).padStart(13)).join('')}${(typeof figures.detectedPercent === 'number' ? `${figures.detectedPercent} %` : (figures.detectedPercent ?? '')).padStart(10)}`;
  const head = Object.fromEntries(COLUMNS.map((column) => [column, column]));
  return [
    line('', { ...head, detectedPercent: 'detected' }),
    ...Object.entries(byKind).map(([kind, figures]) => line(kind, figures)),
    line('all', all),
  ].join('\n');
}

/** In the format of docs/mutants.md, so that a survivor can be added there with its reason. */
export function survivorOf({ mutant, outcome, tests }) {
  const { before, after } = mutant.diff;
  const testsRun = outcome === 'unreached' ? 'no test reaches it' : `tests: ${tests.join(', ')}`;
  const diff = [...before.map((line) => `- ${line}`), ...after.map((line) => `+ ${line}`)].join('\n');
  return `### \`${mutant.file}\`\n\nLine ${mutant.line}, ${KINDS[mutant.kind].what}; ${testsRun}.\n\n\`\`\`diff\n${diff}\n\`\`\`\n`;
}

/** One mutant of `--json`. */
export function recordOf({ mutant, outcome, by, byFast, tests, ms }) {
  const { kind, file, line, diff } = mutant;
  return { kind, file, line, diff, outcome, by: by ?? null, byFast, tests, seconds: Math.round(ms / 100) / 10 };
}
