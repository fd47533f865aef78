import { resolve } from 'node:path';
import { InvalidArgumentError, type Command } from 'commander';
import { EncryptionKey, type Config } from '@libs/config';
import { knownMigrations } from '@libs/database';
import {
  compareWithSite,
  listBackups,
  planRestore,
  restoreCluster,
  type Comparison,
  type RestorePlan,
  type RestoreSite,
} from '@libs/database/backup';
import { embeddedMajor } from '@libs/database/embedded';
import { showStatus } from '@libs/logging';
import packageJson from '../../../package.json';
import { EXIT } from '../../process/exit-codes';
import { recordPresentErasures } from '../../process/present-erasures';
import { settleRestored, type Settled } from '../../process/settle-restored';
import { StartProblem } from '../../process/start-problem';
import { readCount, readInstant } from '../arguments';
import { output } from '../output';
import { addCommand, type CommandResult, type CommandTools } from '../run-command';
import { backupsFolder } from './backup.command';
import { erasuresOf, knownErasures, type KnownErasures } from './erasures.command';

interface RestoreCommandOptions {
  readonly dir?: string;
  readonly backup?: string;
  readonly to?: Date;
  readonly timeline?: number;
  readonly check?: boolean;
  readonly keyIsLost?: boolean;
  readonly settle?: boolean;
  readonly erasures?: string;
}

/** `restore`: restores the embedded database. */
export function addRestoreCommand(program: Command): void {
  addCommand(program, 'restore', 'restore the embedded database from a backup', restore)
    .option('--dir <folder>', 'folder of backups (default: HREV_BACKUP_DIR)')
    .option('--to <time>', 'the moment to restore, as 2026-11-28T10:00:00Z (default: the end of the log)', readTime)
    .option('--backup <name>', 'begin with this backup (default: the newest that leads to the moment)')
    .option('--timeline <n>', 'follow this timeline of the log (default: the newest)', readCount)
    .option('--check', 'only compare the backup with this installation')
    .option('--settle', 'only prepare a database that other means have restored, such as pgBackRest')
    .option('--erasures <file>', 'also repeat the erasures in this file, which hrev erasures has written')
    .option('--key-is-lost', 'restore although the encryption key of the backup is lost');
}

function readTime(text: string): Date {
  const time = new Date(`${readInstant(text)}Z`);
  if (Number.isNaN(time.getTime())) throw new InvalidArgumentError('Write a time such as 2026-11-28T10:00:00Z.');
  return time;
}

async function restore(tools: CommandTools, options: RestoreCommandOptions): Promise<CommandResult> {
  const { config } = tools;
  tools.logToStandardError();
  if (options.settle === true) return settle(tools, options);
  if (config.DATABASE_URL !== null)
    throw new StartProblem(
      ['hrev restores its embedded PostgreSQL. Restore a server of your own as docs/operations/backup.md describes.'],
      EXIT.usage,
    );
  const backups = backupsFolder(options, config);
  const { backup: name = null, to = null, timeline = null } = options;
  const plan = planRestore(backups, listBackups(backups), { name, to, timeline });
  const comparisons = compareWithSite(plan.backup.manifest, siteOf(config));
  output.notes(stated(plan, comparisons));
  refuseIncompatible(comparisons, options.keyIsLost === true);
  if (options.check === true) return checked(plan, comparisons);
  const problem = await recordPresentErasures(config, backups);
  if (problem !== null) output.notes([`The erasures of the present database cannot be read: ${problem}`]);
  const erasures = knownErasures(backups, plan.backup.manifest.postgres.system_id, options.erasures ?? null);
  return run(tools, plan, { keyIsLost: options.keyIsLost === true, erasures });
}

async function settle(tools: CommandTools, options: RestoreCommandOptions): Promise<CommandResult> {
  const { to = null, keyIsLost = false, erasures: file = null } = options;
  const { url } = await tools.database();
  const { entries: erasures, notes } = await erasuresOf(tools, url, file);
  const settled = await settleRestored(tools.config, url, { backup: 'other means', to, keyIsLost, erasures });
  return {
    json: settled,
    lines: [
      ...notes,
      ...settledLines(settled),
      'The database is prepared. Next: start the service; run hrev doctor --deep.',
      CURSORS,
    ],
  };
}

function settledLines({ repeated, overdue }: Settled): readonly string[] {
  const { closed_accounts, erased_accounts, erased_objects, erased_links } = repeated;
  const parts = [
    [closed_accounts, 'accounts were closed or opened'],
    [erased_accounts, 'accounts'],
    [erased_objects, 'objects'],
    [erased_links, 'links were erased'],
  ].filter(([count]) => count !== 0);
  return [
    ...(parts.length === 0 ? [] : [`As after the restored time: ${parts.map((part) => part.join(' ')).join(', ')}.`]),
    ...overdue.map((line) => `Still stored, and removed by the service: ${line}`),
  ];
}

const CURSORS = 'Readers of GET /reviews/sync get 400 invalid_cursor once, and begin again with a snapshot.';

function siteOf(config: Config): RestoreSite {
  const key = new EncryptionKey(config);
  return {
    hrevVersion: packageJson.version,
    migrations: knownMigrations().ofThisVersion,
    formerMigrations: knownMigrations().former,
    postgresMajor: embeddedMajor(),
    os: process.platform,
    architecture: process.arch,
    keyFingerprints: key.origin() === 'not created yet' ? [] : key.fingerprints(),
  };
}

function stated({ backup, to, reachesUntil }: RestorePlan, comparisons: readonly Comparison[]): readonly string[] {
  const end = to ?? reachesUntil;
  return [
    `backup ${backup.manifest.name}, ${end === null ? 'without later changes' : `to ${end.toISOString()}`}`,
    ...comparisons.map(({ what, backup: there, here, refusal, note }) => {
      const suffix = note === null ? '' : `; ${note}`;
      return `${refusal === null ? 'ok  ' : 'FAIL'}  ${what.padEnd(14)}  ${there} in the backup, ${here} here${suffix}`;
    }),
  ];
}

function refuseIncompatible(comparisons: readonly Comparison[], keyIsLost: boolean): void {
  const refusals = comparisons
    .filter(({ what }) => !(keyIsLost && what === 'encryption key'))
    .flatMap(({ refusal }) => refusal ?? []);
  if (refusals.length > 0) throw new StartProblem([...refusals, 'Nothing was changed.'], EXIT.dependency);
}

function checked({ backup }: RestorePlan, comparisons: readonly Comparison[]): CommandResult {
  return {
    json: { ok: true, backup: backup.manifest.name, comparisons },
    lines: ['The backup can be restored here. Nothing was changed.'],
  };
}

async function run(
  tools: CommandTools,
  plan: RestorePlan,
  { keyIsLost, erasures }: { readonly keyIsLost: boolean; readonly erasures: KnownErasures },
): Promise<CommandResult> {
  const facts = { backup: plan.backup.manifest.name, to: plan.to, keyIsLost, erasures: erasures.entries };
  const began = performance.now();
  const result = await restoreCluster({
    home: resolve(tools.config.HREV_HOME),
    plan,
    onStep: showStatus,
    onBegin: (abort) => tools.onClose(abort),
    check: (url) => settleRestored(tools.config, url, facts),
  }).finally(() => showStatus(null));
  const seconds = Math.round((performance.now() - began) / 100) / 10;
  const { lastTransactionAt, formerDataFolder, dataFolder, checked: settled } = result;
  return {
    json: {
      backup: plan.backup.manifest.name,
      to: plan.to?.toISOString() ?? null,
      last_transaction_at: lastTransactionAt,
      seconds,
      data_folder: dataFolder,
      former_data_folder: formerDataFolder,
      ...settled,
    },
    lines: [
      `restored in ${seconds} s; the last transaction is of ${lastTransactionAt ?? plan.backup.manifest.ended_at}`,
      ...erasures.notes,
      ...settledLines(settled),
      ...(keyIsLost
        ? ['The secrets in the database cannot be read: run hrev reseal --key-is-lost before the start.']
        : []),
      ...(formerDataFolder === null
        ? []
        : [`The former data is still in ${formerDataFolder}. Delete it once the restored data has proved right.`]),
      'Next: start the service; run hrev doctor --deep; make a new backup with hrev backup.',
      CURSORS,
    ],
  };
}
