import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Option, type Command } from 'commander';
import { EventsModule } from '@libs/events';
import { inTurns } from '@libs/kernel';
import { AccountsService, AuthModule } from '@src/auth';
import { LinkStatesModule } from '@src/collection';
import {
  IMPORT_FORMATS,
  importLines,
  ImportsService,
  LinksModule,
  type ImportedLine,
  type ImportFormat,
  type SimilarObject,
  type TriedLine,
} from '@src/links';
import {
  IMPORTED_LINES_AT_MOST,
  ReviewFile,
  reviewLine,
  ReviewImportsModule,
  ReviewImportsService,
  type ImportedReviewLine,
  type LineOfFile,
} from '@src/reviews';
import { EXIT } from '../../process/exit-codes';
import { readId } from '../arguments';
import { runCommand, withJson, type CommandResult, type CommandTools, type CommonOptions } from '../run-command';
import { table } from '../table';

interface ImportOptions extends CommonOptions {
  readonly account: number;
  readonly format?: ImportFormat;
  readonly dryRun?: boolean;
}

/** `import objects FILE`: objects and links from a file. `import reviews FILE`: reviews from elsewhere. */
export function addImportCommands(program: Command): void {
  const group = program.command('import').description('objects, links and reviews of an account from files');
  withJson(group.command('objects').description('create the objects and links of a file'))
    .argument('<file>', 'CSV with the columns name, url and object_id, or JSON lines')
    .requiredOption('--account <id>', 'the account', readId)
    .addOption(new Option('--format <format>', 'default: that of the name of the file').choices(IMPORT_FORMATS))
    .option('--dry-run', 'write nothing, only say what would happen')
    .action((file: string, options: ImportOptions) =>
      runCommand(options, (tools) => importObjects(tools, file, options)),
    );
  withJson(
    group
      .command('reviews')
      .description('import reviews from elsewhere; a repeated import continues one that broke off'),
  )
    .argument('<file>', 'JSON lines, one review each')
    .requiredOption('--account <id>', 'the account', readId)
    .option('--dry-run', 'write nothing, only say what would happen')
    .action((file: string, options: ImportOptions) =>
      runCommand(options, (tools) => importReviews(tools, file, options)),
    );
}

async function importObjects(tools: CommandTools, file: string, options: ImportOptions): Promise<CommandResult> {
  const { account: accountId, dryRun = false, format = formatOf(file) } = options;
  const lines = await inTurns(importLines(format, await readFile(file, 'utf8'), Infinity));
  const app = await tools.open([EventsModule, AuthModule, LinksModule, LinkStatesModule]);
  const owner = await app.get(AccountsService, { strict: false }).find(accountId);
  const imports = app.get(ImportsService, { strict: false });
  const caller = { accountId, entitlements: owner.entitlements };
  const results: readonly ReportedLine[] = await (dryRun ? imports.try(caller, lines) : imports.run(caller, lines));
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

/** A line that was imported, or tried: only a trial looks for similar objects. */
type ReportedLine = ImportedLine & Partial<Pick<TriedLine, 'similar'>>;

const jsonOf = ({ line, result, name, objectId, outcomes, similar = [], refusal }: ReportedLine): object => ({
  line,
  result,
  name,
  object_id: objectId,
  links: outcomes.map((one) => ({ url: one.url, link_id: one.linkId, error_code: one.refusal?.code ?? null })),
  similar: similar.map((one) => ({ same: one.same, object_id: one.objectId, line: one.line, name: one.name })),
  error: refusal?.reason ?? null,
  error_code: refusal?.code ?? null,
});

function rowOf(imported: ReportedLine): readonly (string | number | null)[] {
  const { line, name, result, objectId, similar = [], refusal } = imported;
  const remarks = refusal === null ? [...refusalsOf(imported), ...similar.map(remarkOf)] : [refusal.reason];
  return [line, result, objectId, name, remarks.join(', ')];
}

const remarkOf = ({ same, objectId, line, name }: SimilarObject): string =>
  `same ${same} as ${objectId === null ? `line ${line}` : `object ${objectId}`} (${name})`;

/** The lines of a report on a file of reviews: those that need attention. The JSON form has all. */
const REPORTED_AT_MOST = 1_000;

async function importReviews(tools: CommandTools, path: string, options: ImportOptions): Promise<CommandResult> {
  const { account: accountId, dryRun = false } = options;
  const app = await tools.open([EventsModule, AuthModule, LinksModule, LinkStatesModule, ReviewImportsModule]);
  await app.get(AccountsService, { strict: false }).find(accountId);
  const imports = app.get(ReviewImportsService, { strict: false });
  const file = new ReviewFile(accountId);
  const counts = { created: 0, updated: 0, present: 0, refused: 0 };
  const kept: ImportedReviewLine[] = [];
  let total = 0;
  for await (const lines of partsOf(path))
    for (const result of await imports.take(file, lines, dryRun)) {
      counts[result.result] += 1;
      total += 1;
      if (options.json === true || (result.result === 'refused' && kept.length < REPORTED_AT_MOST)) kept.push(result);
    }
  const { created, updated, present, refused } = counts;
  const summary = `${total} lines: ${created} created, ${updated} updated, ${present} present, ${refused} refused`;
  return {
    json: { dry_run: dryRun, import_id: file.importId, lines: kept.map(jsonOfReview) },
    lines: [
      ...refusedLines(kept),
      `${summary}${dryRun ? '; nothing was written' : ''}`,
      ...(file.importId === null ? [] : [`import ${file.importId}`]),
    ],
    exitCode: exitCodeOf(refused, total),
  };
}

function refusedLines(results: readonly ImportedReviewLine[]): readonly string[] {
  const rows = results.map(({ line, refusal }) => [line, refusal?.reason ?? null]);
  return rows.length === 0 ? [] : table(['line', 'refused'], rows);
}

function exitCodeOf(refused: number, total: number): number {
  if (refused === 0) return EXIT.done;
  return refused === total ? EXIT.failed : EXIT.partial;
}

/** The lines of a file that are not empty, in parts that are stored in one transaction each. */
async function* partsOf(path: string): AsyncGenerator<readonly LineOfFile[], void, void> {
  const now = new Date();
  let [part, line]: [LineOfFile[], number] = [[], 0];
  for await (const text of createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Infinity })) {
    line += 1;
    const json = line === 1 ? text.replace(/^\uFEFF/, '') : text;
    if (json.trim() === '') continue;
    part.push(reviewLine(line, json, now));
    if (part.length < IMPORTED_LINES_AT_MOST) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}

const jsonOfReview = ({ line, result, reviewId, refusal }: ImportedReviewLine): object => ({
  ...{ line, result, review_id: reviewId },
  ...{ error: refusal?.reason ?? null, error_code: refusal?.code ?? null },
});
