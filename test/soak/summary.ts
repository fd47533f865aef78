/** The result of a run: a table for people, JSON for programs, a row for docs/faults.md. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { checkSizes, relayLag, type Lag } from './checks/counts';
import { megabytes } from './fleet';
import type { Violation } from './journal';
import type { SoakOptions } from './options';
import type { SoakHarness } from './soak-harness';

export interface SoakResult {
  readonly date: string;
  readonly commit: string;
  readonly options: SoakOptions;
  readonly seconds: number;
  readonly operations: Readonly<Record<string, number>>;
  readonly operationCount: number;
  readonly faults: Readonly<Record<string, number>>;
  readonly faultCount: number;
  readonly statuses: Readonly<Record<string, number>>;
  readonly collections: Readonly<Record<string, number>>;
  readonly events: number;
  readonly deliveries: Readonly<Record<string, number>>;
  readonly replyRequests: number;
  readonly publications: number;
  readonly relayLagMs: { readonly all: Lag; readonly calm: Lag };
  readonly processes: { readonly starts: number; readonly largestMb: number };
  readonly tablesMb: Readonly<Record<string, number>>;
  readonly violationCount: number;
  readonly violationsByCheck: Readonly<Record<string, number>>;
  readonly violations: readonly Violation[];
}

/** Reads the last results; the database must be running. */
export async function summarize(harness: SoakHarness): Promise<SoakResult> {
  const { journal, options, platforms, ledger, fleet } = harness;
  const countsByName = async (sql: string): Promise<Record<string, number>> => {
    const rows = await harness.postgres.query<{ name: string; n: number }>(sql);
    return Object.fromEntries(rows.map(({ name, n }) => [name, n]));
  };
  const deliveries = await countsByName(
    `select event_type || ' ' || state as name, count(*)::int as n from webhook_delivery group by 1 order by 1`,
  );
  const statuses = new Map<string, number>();
  for (const { client } of harness.accounts)
    for (const [status, n] of client.statuses) statuses.set(status, (statuses.get(status) ?? 0) + n);
  const relayLagMs = await relayLag(harness);
  return {
    date: new Date().toISOString().slice(0, 10),
    commit: commitOf(),
    options,
    seconds: journal.seconds,
    operations: sorted(journal.operations),
    operationCount: journal.total(journal.operations),
    faults: sorted(journal.faults),
    faultCount: journal.total(journal.faults),
    statuses: sorted(statuses),
    collections: await countsByName(
      `select coalesce(outcome, state) as name, count(*)::int as n from run_link group by 1 order by 1`,
    ),
    events: relayLagMs.all.events,
    deliveries,
    replyRequests: [...ledger.replyRequests.values()].reduce((sum, { list }) => sum + list.length, 0),
    publications: [...platforms.publications.values()].reduce((sum, list) => sum + list.length, 0),
    relayLagMs,
    processes: { starts: fleet.starts, largestMb: megabytes(fleet.largestBytes) },
    tablesMb: Object.fromEntries(
      (await checkSizes(harness)).slice(0, 8).map(({ name, bytes }) => [name, Math.round(bytes / 104_857.6) / 10]),
    ),
    violationCount: journal.violationCount,
    violationsByCheck: byCheck(journal.violations, journal.omitted),
    violations: journal.violations,
  };
}

/** Lines of a table, one per result. */
export function tableOf(result: SoakResult): string {
  const list = (counts: Readonly<Record<string, number>>): string =>
    Object.entries(counts)
      .map(([name, n]) => `${name} ${n}`)
      .join(', ') || 'none';
  const lag = ({ p50, p99, max, events }: Lag): string =>
    `p50 ${p50} ms, p99 ${p99} ms, max ${max} ms (${events} events)`;
  const { options } = result;
  const rows: readonly (readonly [string, string])[] = [
    ['run', `${options.minutes} minutes, seed ${options.seed}, queue in ${options.queue}, commit ${result.commit}`],
    ['operations', `${result.operationCount} in ${Math.round(result.seconds)} s: ${list(result.operations)}`],
    ['faults', `${result.faultCount}: ${list(result.faults)}`],
    ['statuses', list(result.statuses)],
    ['collections', list(result.collections)],
    ['deliveries', list(result.deliveries)],
    ['replies', `${result.replyRequests} requested, ${result.publications} accepted by the platform`],
    ['relay, all', lag(result.relayLagMs.all)],
    ['relay, calm', lag(result.relayLagMs.calm)],
    ['processes', `${result.processes.starts} started, largest ${result.processes.largestMb} MB`],
    ['tables (MB)', list(result.tablesMb)],
    ['violations', `${result.violationCount}: ${list(result.violationsByCheck)}`],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, text]) => `${name.padEnd(width)}  ${text}`).join('\n');
}

const HEAD =
  '| date | commit | queue | minutes | seed | operations | faults | events | replies | relay p50, p99, max (ms) | violations |';

/** Adds the run to the table of docs/faults.md. */
export function recordRun(result: SoakResult, root: string): void {
  const file = path.join(root, 'docs/faults.md');
  const lines = readFileSync(file, 'utf8').split('\n');
  const head = lines.indexOf(HEAD);
  if (head < 0) throw new Error('docs/faults.md has no table of soak runs');
  let end = head + 2;
  while (lines[end]?.startsWith('|')) end += 1;
  const { options, relayLagMs } = result;
  const cells = [
    result.date,
    result.commit,
    options.queue,
    options.minutes,
    options.seed,
    result.operationCount,
    result.faultCount,
    result.events,
    `${result.replyRequests} requested, ${result.publications} published`,
    [relayLagMs.calm.p50, relayLagMs.calm.p99, relayLagMs.all.max].join(', '),
    result.violationCount,
  ];
  lines.splice(end, 0, `| ${cells.join(' | ')} |`);
  writeFileSync(file, lines.join('\n'));
}

function commitOf(): string {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return 'unknown';
  }
}

function byCheck(violations: readonly Violation[], omitted: ReadonlyMap<string, number>): Record<string, number> {
  const counts = new Map(omitted);
  for (const { check } of violations) counts.set(check, (counts.get(check) ?? 0) + 1);
  return sorted(counts);
}

function sorted(counts: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}
