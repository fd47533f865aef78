import type { Command } from 'commander';
import { EncryptionKey } from '@libs/config';
import { compareKeys } from '@libs/sealing';
import { DEEP_STATEMENT_MS, deepChecks, examine, type CheckTools, type DeepTools, type Finding } from '@src/operations';
import { openDatabase } from '../../foundation.module';
import { EXIT } from '../../process/exit-codes';
import { overdueChecks } from '../../overdue-rows';
import { ALL_SEALED_TABLES } from '../../sealed-tables';
import { addCommand, explain, type CommandResult, type CommandTools } from '../run-command';

interface DoctorOptions {
  readonly deep?: boolean;
}

/** `doctor`: runs every check and prints the warnings and the remedies; exit 3 if a check fails. */
export function addDoctorCommand(program: Command): void {
  addCommand(program, 'doctor', 'check everything the service needs', report).option(
    '--deep',
    'also read the data: references, orphans, retention, counters, change numbers, sealed values; takes up to some minutes',
  );
}

async function report(tools: CommandTools, { deep = false }: DoctorOptions): Promise<CommandResult> {
  const findings = await examine(checkToolsOf(tools), explain, deep ? deepChecks(deepToolsOf(tools)) : []);
  const ok = findings.every((finding) => finding.ok);
  const lines = findings.flatMap((finding) => [
    `${stateOf(finding)}  ${finding.name.padEnd(13)}  ${finding.detail}`,
    ...[finding.warning, finding.remedy].flatMap((line) => (line === null ? [] : [`                     ${line}`])),
  ]);
  return { json: { ok, checks: findings }, lines, exitCode: ok ? EXIT.done : EXIT.dependency };
}

function stateOf({ ok, warning }: Finding): string {
  if (!ok) return 'FAIL';
  return warning === null ? 'ok  ' : 'warn';
}

function deepToolsOf(tools: CommandTools): DeepTools {
  return {
    withDatabase: async (work) => {
      const { url } = await tools.database();
      const opened = await openDatabase(tools.config, url, DEEP_STATEMENT_MS);
      try {
        return await work(opened);
      } finally {
        await opened.close();
      }
    },
    key: () => new EncryptionKey(tools.config),
    sealedTables: ALL_SEALED_TABLES,
    overdue: () => overdueChecks(tools.config),
  };
}

/** Each check opens its own connection, because the one before may have failed. */
function checkToolsOf(tools: CommandTools): CheckTools {
  const withDatabase: CheckTools['withDatabase'] = async (work) => {
    const { url } = await tools.database();
    const opened = await openDatabase(tools.config, url);
    try {
      return await work(opened);
    } finally {
      await opened.close();
    }
  };
  return {
    get config() {
      return tools.config;
    },
    database: () => tools.database(),
    withDatabase,
    sealedData: () =>
      withDatabase((database) =>
        compareKeys(database, new EncryptionKey(tools.config), ALL_SEALED_TABLES, { record: false }),
      ),
  };
}
