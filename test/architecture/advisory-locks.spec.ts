import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { lockOf, LOCKS } from '@libs/database';
import { TEMPLATE_LOCK } from '@test/support/test-database';

/**
 * Advisory locks are numbers that a database shares. Two equal numbers make unrelated parts of the service wait for each other:
 * webhooks once stopped while migrations ran. So all of them are created in one file.
 */
const ROOT = path.resolve(__dirname, '../..');
const REGISTRY = 'libs/database/advisory-locks.ts';
const CALLS_LOCK = /\bpg_(?:try_)?advisory_/;
/** Exempt: the lock of the test server, which is compared here; tests, which simulate foreign processes; planted faults. */
const APART = /^scripts\/mutants\/|^test\/support\/test-database\.ts$|spec\.ts$|(^|\/)node_modules\//;

function sourcesIn(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|mjs|cjs|sql)$/.test(file))
    .map((file) => path.join(folder, file).split(path.sep).join('/'));
}

test('only the registry calls PostgreSQL’s functions for advisory locks', () => {
  const callers = ['src', 'libs', 'test', 'bench', 'scripts']
    .flatMap((folder) => sourcesIn(folder))
    .filter((file) => !APART.test(file))
    .filter((file) => CALLS_LOCK.test(readFileSync(path.join(ROOT, file), 'utf8')));
  expect(callers).toEqual([REGISTRY]);
});

test('all locks have different keys, including those with parts', () => {
  const keys = [...Object.values(LOCKS), TEMPLATE_LOCK];
  expect(new Set(keys).size).toBe(keys.length);
});

/** BullMQ's single keys are hashes of 32 bits: none equals a key of ours, so that its queues cannot hold our locks. */
test.each([
  ['locks that exist once', Object.values(LOCKS), 1n],
  ['keys of idempotency', manyOf('idempotencyKey'), 2n],
  ['places of replies', manyOf('replyPlace'), 3n],
  ['quotas of replies', manyOf('replyQuota'), 4n],
])('%s have a space of their own, which is a positive bigint beyond 32 bits', (_, keys, space) => {
  for (const key of keys) expect(BigInt(key) >> 56n).toBe(space);
});

function manyOf(space: 'idempotencyKey' | 'replyPlace' | 'replyQuota'): string[] {
  return Array.from({ length: 2_000 }, (_, number) => lockOf(space, number % 7, `key ${number}`));
}

test.each<[string, readonly (string | number)[], readonly (string | number)[]]>([
  ['another account', [1, 'key'], [2, 'key']],
  ['another key', [1, 'key'], [1, 'kez']],
  ['the same text cut elsewhere', [1, '1:2'], [1, '1', '2']],
  ['a number and its text', [1, '1'], [1, 1]],
])('%s is another lock of the space', (_, one, other) => {
  expect(lockOf('idempotencyKey', ...one)).not.toBe(lockOf('idempotencyKey', ...other));
  expect(lockOf('idempotencyKey', ...one)).toBe(lockOf('idempotencyKey', ...one));
});
