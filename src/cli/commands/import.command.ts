import { readFile } from 'node:fs/promises';
import { Option, type Command } from 'commander';
import { EventsModule } from '@libs/events';
import { AccountsService, AuthModule } from '@src/auth';
import { LinkStatesModule } from '@src/collection';
import {
  IMPORT_FORMATS,
  importLines,
  ImportsService,
  LinksModule,
  type ImportedLine,
  type ImportFormat,
} from '@src/links';
import { EXIT } from '../../process/exit-codes';
import { readId } from '../arguments';
import { runCommand, withJson, type CommandResult, type CommandTools, type CommonOptions } from '../run-command';
import { table } from '../table';

interface ImportOptions extends CommonOptions {
  readonly account: number;
  readonly format?: ImportFormat;
  readonly dryRun?: boolean;
}

/** `import objects FILE`: objects and links from a file. */
export function addImportCommands(program: Command): void {
  const group = program.command('import').description('objects and links of an account from CSV or JSON lines');
  withJson(group.command('objects').description('create the objects and links of a file'))
    .argument('<file>', 'CSV with the columns name, url and object_id, or JSON lines')
    .requiredOption('--account <id>', 'the account', readId)
    .addOption(new Option('--format <format>', 'default: that of the name of the file').choices(IMPORT_FORMATS))
    .option('--dry-run', 'write nothing, only say what would happen')
    .action((file: string, options: ImportOptions) =>
      runCommand(options, (tools) => importObjects(tools, file, options)),
    );
}

async function importObjects(tools: CommandTools, file: string, options: ImportOptions): Promise<CommandResult> {
  const { account: accountId, dryRun = false, format = formatOf(file) } = options;
  const lines = importLines(format, await readFile(file, 'utf8'), Infinity);
  const app = await tools.open([EventsModule, AuthModule, LinksModule, LinkStatesModule]);
  const owner = await app.get(AccountsService, { strict: false }).find(accountId);
  const imports = app.get(ImportsService, { strict: false });
  const caller = { accountId, entitlements: owner.entitlements };
  const results = await (dryRun ? imports.try(caller, lines) : imports.run(caller, lines));
  const refused = results.filter(({ result }) => result === 'refused').length;
  const addresses = results.filter(({ result }) => result !== 'refused').flatMap(refusalsOf).length;
  const isWhole = refused === 0 && addresses === 0;
  return {
    json: { dry_run: dryRun, lines: results.map(jsonOf) },
    lines: [
      ...(results.length === 0 ? [] : table(['line', 'result', 'object', 'name', 'remarks'], results.map(rowOf))),
      `${results.length} lines, ${refused} refused; ${addresses} addresses of other lines refused${dryRun ? '; nothing was written' : ''}`,
    ],
    exitCode: isWhole ? EXIT.done : refused === results.length ? EXIT.failed : EXIT.partial,
  };
}

/** The addresses of a line that cannot be linked. One that is linked already is none: a file may be imported again. */
const refusalsOf = ({ outcomes }: ImportedLine): readonly string[] =>
  outcomes.flatMap(({ url, refusal }) =>
    refusal === null || refusal.code === 'link_already_added' ? [] : [`${url}: ${refusal.code}`],
  );

const formatOf = (file: string): ImportFormat => (/\.(jsonl|ndjson)$/i.test(file) ? 'jsonl' : 'csv');

const jsonOf = ({ line, result, name, objectId, outcomes, refusal }: ImportedLine): object => ({
  line,
  result,
  name,
  object_id: objectId,
  links: outcomes.map((one) => ({ url: one.url, link_id: one.linkId, error_code: one.refusal?.code ?? null })),
  error: refusal?.reason ?? null,
  error_code: refusal?.code ?? null,
});

function rowOf(imported: ImportedLine): readonly (string | number | null)[] {
  const { line, name, result, objectId, refusal } = imported;
  return [line, result, objectId, name, refusal?.reason ?? refusalsOf(imported).join(', ')];
}
