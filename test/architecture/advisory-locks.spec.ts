import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { lockOf, LOCKS } from '@libs/database';
import { TEMPLATE_LOCK } from '@test/support/test-database';

/**
 * All clients of a database share the numbers of its advisory locks. Two equal numbers make unrelated parts of the service wait for
 * each other: webhooks once stopped while migrations ran. Therefore one file defines all numbers.
 */
const ROOT = path.resolve(__dirname, '../..');
const REGISTRY = 'libs/database/advisory-locks.ts';
const CALLS_LOCK = /\bpg_(?:try_)?advisory_/;
/** Exempt: the lock of the test server, which this spec compares; tests that simulate other programs; mutants. */
const EXEMPT = /^scripts\/mutants\/|^test\/support\/test-database\.ts$|spec\.ts$|(^|\/)node_modules\//;

function sourcesIn(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|mjs|cjs|sql)$/.test(file))
    .map((file) => path.join(folder, file).split(path.sep).join('/'));
}

test('only advisory-locks.ts calls the advisory lock functions of PostgreSQL', () => {
  const callers = ['src', 'libs', 'test', 'bench', 'scripts']
    .flatMap((folder) => sourcesIn(folder))
    .filter((file) => !EXEMPT.test(file))
    .filter((file) => CALLS_LOCK.test(readFileSync(path.join(ROOT, file), 'utf8')));
  expect(callers).toEqual([REGISTRY]);
});

test('all locks have different keys, including the template lock of the tests', () => {
  const keys = [...Object.values(LOCKS), TEMPLATE_LOCK];
  expect(new Set(keys).size).toBe(keys.length);
});

/** BullMQ's keys are hashes of 32 bits. None equals a key of the service, so BullMQ never locks it. */
test.each([
  ['fixed keys', Object.values(LOCKS), 1n],
  ['idempotency keys', manyOf('idempotencyKey'), 2n],
  ['review keys', manyOf('reviewKey'), 3n],
  ['reply quotas', manyOf('replyQuota'), 4n],
  ['lists of the inbox', manyOf('inboxLists'), 42n],
])('%s are in a separate range of bigints above 32 bits', (_, keys, space) => {
  for (const key of keys) expect(BigInt(key) >> 56n).toBe(space);
});

function manyOf(space: Parameters<typeof lockOf>[0]): string[] {
  return Array.from({ length: 2_000 }, (_, number) => lockOf(space, number % 7, `key ${number}`));
}

test.each<[string, readonly (string | number)[], readonly (string | number)[]]>([
  ['another account', [1, 'key'], [2, 'key']],
  ['another key', [1, 'key'], [1, 'kez']],
  ['the same text split differently', [1, '1:2'], [1, '1', '2']],
  ['a number and its text', [1, '1'], [1, 1]],
])('%s gives another key in the same space', (_, one, other) => {
  expect(lockOf('idempotencyKey', ...one)).not.toBe(lockOf('idempotencyKey', ...other));
  expect(lockOf('idempotencyKey', ...one)).toBe(lockOf('idempotencyKey', ...one));
});
