/** What upgrades under load need: the version before this one, and requests of several kinds. */
import { execFileSync } from 'node:child_process';
import { BASELINES, MIGRATIONS } from '@libs/database/migrations';
import type { LoadRequest, LoadResponse } from './balanced-load';
import { keyOf, type FaultHarness } from './fault-harness';

/** The commit whose processes are upgraded: the one before the newest migration, so that the upgrade migrates. */
export function predecessor(root: string): string {
  const given = process.env['UPGRADE_FROM'];
  if (given !== undefined) return given;
  const newest = MIGRATIONS.at(-1);
  if (newest === undefined || BASELINES.includes(newest)) return 'HEAD~1';
  const file = `libs/database/migrations/*${newest.name.slice(-13)}*`;
  const added = execFileSync('git', ['log', '-1', '--format=%H', '--diff-filter=A', '--', file], { cwd: root });
  return added.toString().trim() === '' ? 'HEAD' : `${added.toString().trim()}^`;
}

/** Reads and writes of several contexts; one of ten creates an object, and its response is recorded in the ledger. */
export function mixedRequest(
  harness: FaultHarness,
  serial: number,
  objects: readonly number[],
): { request: LoadRequest; onResponse?: (response: LoadResponse) => void } {
  if (serial % 10 === 0) {
    const name = `Upgrade ${serial}`;
    const headers = { 'Idempotency-Key': keyOf(name) };
    return {
      request: { method: 'POST', path: '/v3/objects', headers, body: { name } },
      onResponse: ({ status, text }) => {
        const body = status === 201 ? (JSON.parse(text) as Record<string, unknown>) : {};
        harness.ledger.record(name, { status, headers: {}, text, body });
      },
    };
  }
  const reads = [
    '/v3/objects?limit=5',
    '/v3/reviews?limit=20',
    `/v3/reviews/sync?object_id=${objects[serial % objects.length]}&limit=50`,
    '/v3/webhooks',
    '/v3/folders?limit=10',
  ];
  return { request: { method: 'GET', path: reads[serial % reads.length] ?? '' } };
}
