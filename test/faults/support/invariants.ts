/**
 * Invariants after every fault, checked in the database, over the API and in the processes' logs:
 *
 *   (a) no acknowledged write is lost, none was executed twice, replays were equal
 *   (b) each review is stored at most once per link and platform id
 *   (g) no review became deleted
 *   (h) the sync's copies equal the database, and so do the counters of the reviews
 *   (i) every process that the test did not end runs; the logs contain no unexpected error
 *   (j) no lease is older than its limit while a worker runs; one run per link and slot; the end of each run is reported once
 *
 * (c), (d), (e) are about deliveries and (f) about replies; `outgoing.ts` checks them.
 */
import { eventually } from '@test/support/eventually';
import type { FaultHarness } from './fault-harness';

export interface Allowed {
  /** Number of reviews that the platform removed. */
  readonly deletions?: number;
}

const LEASE_GRACE_MS = 20_000;

/** Throws with all violations. Waits for leases and copies while the service may still be working. */
export async function checkInvariants(harness: FaultHarness, allowed: Allowed = {}): Promise<void> {
  const violations: string[] = [
    ...(await lostWrites(harness)),
    ...(await duplicateReviews(harness)),
    ...(await wrongDeletions(harness, allowed.deletions ?? 0)),
    ...(await wrongCounts(harness)),
    ...(await wrongRuns(harness)),
    ...processProblems(harness),
    ...(await staleLeases(harness)),
    ...(await wrongCopies(harness)),
  ];
  if (violations.length > 0) throw new Error(`broken after the fault:\n  ${violations.join('\n  ')}`);
}

/** Throws if a process ended by itself or logged an unexpected error (i). A process that is about to be stopped is checked before. */
export function checkProcesses(harness: FaultHarness): void {
  const problems = processProblems(harness);
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

async function lostWrites({ postgres, ledger }: FaultHarness): Promise<string[]> {
  const rows = await postgres.query<{ name: string; ids: number[] }>(
    'select name, array_agg(id::int order by id) as ids from tracked_object where deleted_at is null group by name',
  );
  const stored = new Map(rows.map((row) => [row.name, row.ids]));
  const lost = [...ledger.acknowledged].filter(([name, id]) => !stored.get(name)?.includes(id));
  const duplicated = [...ledger.requested].filter((name) => (stored.get(name)?.length ?? 0) > 1);
  return [
    ...lost.map(([name, id]) => `(a) the object ${id} (${name}) was acknowledged and is lost`),
    ...duplicated.map((name) => `(a) ${name} was created ${stored.get(name)?.length} times`),
    ...ledger.contradictions.map((text) => `(a) two responses for one idempotency key differ: ${text}`),
  ];
}

async function duplicateReviews({ postgres }: FaultHarness): Promise<string[]> {
  const rows = await postgres.query<{ link_id: string; external_id: string; n: string }>(
    'select link_id, external_id, count(*) as n from review group by 1, 2 having count(*) > 1',
  );
  return rows.map((row) => `(b) the review ${row.external_id} is stored ${row.n} times in the link ${row.link_id}`);
}

async function wrongDeletions({ postgres }: FaultHarness, expected: number): Promise<string[]> {
  const [row] = await postgres.query<{ n: number }>(
    'select count(*)::int as n from review where deleted_at is not null',
  );
  return row?.n === expected ? [] : [`(g) ${row?.n} reviews are deleted, ${expected} should be`];
}

async function wrongCounts({ postgres }: FaultHarness): Promise<string[]> {
  const rows = await postgres.query<{ link_id: string; kinds: number; total: number; stored: number }>(
    `select link_id, coalesce(kinds, 0) as kinds, coalesce(total, 0) as total, coalesce(stored, 0) as stored from
       (select link_id, count(*)::int as stored from review group by 1) r
       full join (select link_id, sum(n)::int as kinds from link_stat group by 1) s using (link_id)
       full join (select link_id, n::int as total from link_total) t using (link_id)
       full join (select link_id, count(*)::int as live from review where deleted_at is null group by 1) l using (link_id)
     where coalesce(kinds, 0) <> coalesce(stored, 0) or coalesce(total, 0) <> coalesce(live, 0)`,
  );
  return rows.map(
    (row) => `(h) the link ${row.link_id} counts ${row.kinds} and ${row.total} reviews and has ${row.stored}`,
  );
}

async function wrongRuns({ postgres }: FaultHarness): Promise<string[]> {
  const twice = await postgres.query<{ link_id: string }>(
    'select link_id from run_link group by link_id, scheduled_at having count(*) > 1',
  );
  const atOnce = await postgres.query<{ link_id: string }>(
    `select link_id from run_link where state <> 'ended' group by link_id having count(*) > 1`,
  );
  const notReportedOnce = await postgres.query<{ id: string; n: number }>(
    `select r.id, count(o.id)::int as n from run r
     left join outbox o on o.event = 'CollectionRunFinished' and (o.payload->>'run_id')::bigint = r.id
     where r.finished_at is not null and exists (select from run_link l where l.run_id = r.id)
     group by r.id having count(o.id) <> 1`,
  );
  const open = await postgres.query<{ id: string }>(
    `select r.id from run r where r.finished_at is null and exists (select from run_link l where l.run_id = r.id)
       and not exists (select from run_link l where l.run_id = r.id and l.state <> 'ended')`,
  );
  return [
    ...twice.map((row) => `(j) the link ${row.link_id} was planned twice for one slot`),
    ...atOnce.map((row) => `(j) the link ${row.link_id} is in two open runs`),
    ...notReportedOnce.map((row) => `(j) the end of run ${row.id} was reported ${row.n} times`),
    ...open.map((row) => `(j) the run ${row.id} has no open link and did not end`),
  ];
}

/** Errors that report the outage that the test caused. */
const OUTAGE_ALARMS = [/the shared rate window does not answer/, /"msg":"(wake-up|queue)/];

function processProblems({ processes, expectedErrors }: FaultHarness): string[] {
  return processes.flatMap((service) => {
    // Removes the lines, so that the next check reads only later ones.
    const lines = service.lines
      .splice(0)
      .filter((line) => /"level":"(error|fatal)"|unhandled rejection|uncaught exception/.test(line));
    const known = [...OUTAGE_ALARMS, ...expectedErrors];
    const unexpected = new Set(lines.filter((line) => !known.some((pattern) => pattern.test(line))).map(withoutTime));
    return [
      ...(service.isUp ? [] : [`(i) the process ${service.pid} ended by itself with ${service.exitCode}`]),
      ...[...unexpected].slice(0, 5).map((line) => `(i) in the log of ${service.pid}: ${line}`),
    ];
  });
}

/** Returns a log line without its time, so that equal lines are reported once. */
function withoutTime(line: string): string {
  return line.replace(/"(time|request_id)":"[^"]*",/g, '').slice(0, 900);
}

async function staleLeases(harness: FaultHarness): Promise<string[]> {
  if (!harness.processes.some((service) => service.isUp && service.isWorker)) return [];
  const stale = (): Promise<{ id: string }[]> =>
    harness.postgres.query<{ id: string }>(
      `select id from run_link where state = 'running' and lease_until < clock_timestamp() - interval '1 second'`,
    );
  try {
    await eventually('the end of stale leases', LEASE_GRACE_MS, async () => (await stale()).length === 0);
    return [];
  } catch {
    return (await stale()).map((row) => `(j) the lease of the run link ${row.id} expired and was not taken over`);
  }
}

/** Copies are read through the API; they are checked only if an API runs. */
async function wrongCopies(harness: FaultHarness): Promise<string[]> {
  if (!harness.processes.some((service) => service.isUp && !service.isWorker)) return [];
  const wrong: string[] = [];
  for (const [objectId, copy] of harness.copies) {
    await copy.catchUp();
    const rows = await harness.postgres.query<{ id: number; text: string; deleted: boolean }>(
      'select id::int, text, deleted_at is not null as deleted from review where object_id = $1 order by id',
      [objectId],
    );
    const stored = rows.map(({ id, text, deleted }) => `${id} ${text} ${deleted}`);
    const copied = rows.map(
      ({ id }) => `${id} ${String(copy.get(id)?.['text'])} ${String(copy.get(id)?.['is_deleted'])}`,
    );
    if (stored.join('\n') === copied.join('\n') && copy.size === rows.length) continue;
    const first = stored.findIndex((line, index) => line !== copied[index]);
    wrong.push(
      `(h) the copy of object ${objectId} has ${copy.size} of ${rows.length} reviews; first difference: ${stored[first]} / ${copied[first]}`,
    );
  }
  return wrong;
}
