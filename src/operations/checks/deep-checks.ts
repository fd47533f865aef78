import type { EncryptionKey } from '@libs/config';
import {
  FAULTS_COUNTED,
  foreignKeyChecks,
  runDataChecks,
  SCHEMA_CHECKS,
  sequenceChecks,
  type Database,
  type DataCheck,
  type DataFinding,
} from '@libs/database';
import { openSealedValues, type SealedTable } from '@libs/sealing';
import { LIMITED_SOURCES } from '@libs/sources';
import { COLLECTION_ORPHANS } from '@src/collection';
import { LINK_ORPHANS } from '@src/links';
import { REPLY_ORPHANS } from '@src/replies';
import { countersOn, REVIEW_ORPHANS, SYNC_GAPS, unconfirmedReviews } from '@src/reviews';
import { WEBHOOK_ORPHANS } from '@src/webhooks';
import { finding, type Check, type PassedWithWarning } from './checks';

export interface DeepTools {
  /** Runs `work` on a connection whose statements may take `DEEP_STATEMENT_MS`. */
  withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T>;
  readonly key: () => EncryptionKey;
  readonly sealedTables: readonly SealedTable[];
  /** Rows that are kept for longer than they should be, of all contexts. */
  readonly overdue: () => readonly DataCheck[];
}

export const DEEP_STATEMENT_MS = 60_000;
const LIMITS = { limitMs: 20_000, totalMs: 120_000 };
const COUNTERS_MS = 120_000;
const VALUES_PER_TABLE = 10_000;

const ORPHANS: readonly DataCheck[] = [
  ...LINK_ORPHANS,
  ...REVIEW_ORPHANS,
  ...COLLECTION_ORPHANS,
  ...REPLY_ORPHANS,
  ...WEBHOOK_ORPHANS,
];

const RESTORE = 'Restore a backup of before the damage (docs/operations/backup.md), or report it with the example.';

/**
 * The checks of `hrev doctor --deep`: they read the data itself, change nothing, and end after some minutes. A check that does not end
 * in its time counts as failed, because it has shown nothing.
 */
export function deepChecks(tools: DeepTools): readonly Check[] {
  const needs = 'migrations';
  const data = (name: string, remedy: string, of: (database: Database) => Promise<readonly DataCheck[]>): Check => ({
    name,
    needs,
    remedy,
    run: () =>
      tools.withDatabase(async (database) => resultOf(await runDataChecks(database, await of(database), LIMITS))),
  });
  return [
    data('schema', 'Run hrev migrate, and create again what is switched off or invalid.', () =>
      Promise.resolve(SCHEMA_CHECKS),
    ),
    data('references', RESTORE, foreignKeyChecks),
    data('orphans', RESTORE, () => Promise.resolve(ORPHANS)),
    data('ids', 'Raise the sequence with setval before the next row is added.', sequenceChecks),
    data('sync', RESTORE, () => Promise.resolve(SYNC_GAPS)),
    data('retention', 'Start a worker, and read its log: rows are removed within the hour.', () =>
      Promise.resolve(tools.overdue()),
    ),
    { name: 'confirmed', needs, remedy: UNCONFIRMED, run: () => unconfirmed(tools) },
    { name: 'counters', needs, remedy: 'Run: hrev rollups rebuild', run: () => counters(tools) },
    {
      name: 'seals',
      needs: ['key', 'secrets'],
      remedy: 'Add the named connections, clients and second factors again, and rotate the signing secrets.',
      run: () => seals(tools),
    },
  ];
}

const UNCONFIRMED = 'Collect their links, or delete the links (docs/operations/retention.md).';

/** Reviews are never removed because of a limit, so this is a warning. */
async function unconfirmed(tools: DeepTools): Promise<string | PassedWithWarning> {
  const checks = [unconfirmedReviews(LIMITED_SOURCES)];
  const [found] = await tools.withDatabase((database) => runDataChecks(database, checks, LIMITS));
  if (found?.count === 0) return 'passes have confirmed the reviews of platforms with a limit';
  const detail = 'the terms of some platforms ask to confirm or remove reviews';
  return { detail, warning: { text: lineOf(found as DataFinding), remedy: UNCONFIRMED } };
}

function resultOf(findings: readonly DataFinding[]): string {
  const wrong = findings.filter(({ count }) => count !== 0);
  if (wrong.length > 0) throw finding(wrong.map(lineOf).join('; '));
  return `none of ${findings.length} kinds of fault`;
}

function lineOf({ faults, count, example }: DataFinding): string {
  if (count === null) return `${faults}: not checked, because there was no time left`;
  return `${faults}: ${count}${count === FAULTS_COUNTED ? ' or more' : ''}, such as ${example}`;
}

async function counters(tools: DeepTools): Promise<string> {
  return tools.withDatabase(async (database) => {
    const { accounts, mismatches, left } = await countersOn(database).verifyWithin(COUNTERS_MS);
    if (mismatches.length > 0)
      throw finding(
        mismatches.map((one) => `account ${one.accountId}: ${one.counters} of ${one.table} are wrong`).join('; '),
      );
    if (left > 0)
      throw finding(`the reviews of ${accounts} accounts were counted, and ${left} were left: run hrev rollups verify`);
    return `those of ${accounts} accounts agree with their reviews`;
  });
}

async function seals(tools: DeepTools): Promise<string> {
  return tools.withDatabase(async (database) => {
    const results = await openSealedValues(database, tools.key(), tools.sealedTables, VALUES_PER_TABLE);
    const damaged = results.filter((one) => one.damaged > 0);
    if (damaged.length > 0)
      throw finding(
        damaged.map((one) => `${one.damaged} of ${one.tried} values of ${one.table} cannot be opened`).join('; '),
      );
    return `${results.reduce((sum, { tried }) => sum + tried, 0)} values were opened`;
  });
}
