import { createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { EventsModule } from '@libs/events';
import { AppError, inTurns, type Selection } from '@libs/kernel';
import { showStatus } from '@libs/logging';
import { AccountsService, AuthModule } from '@src/auth';
import { LinkStatesModule } from '@src/collection';
import { EXPORT_FORMATS, headOf, linesOf, type ExportFormat } from '@src/exports';
import { LinksModule } from '@src/links';
import { BATCH_FIELDS, ReviewBatchesModule, ReviewBatchesService, type FeedFilterParams } from '@src/reviews';
import { chosenSources, SourceCatalogue } from '@src/sources';
import { readDate, readId, readInstant, readRating } from '../arguments';
import { output } from '../output';
import { addCommand, type CommandResult, type CommandTools } from '../run-command';

interface ExportOptions {
  readonly account: number;
  readonly format: ExportFormat;
  readonly out?: string;
  readonly json?: boolean;
  readonly object?: number;
  readonly folder?: number;
  readonly link?: readonly number[];
  readonly source?: readonly string[];
  readonly minRating?: number;
  readonly maxRating?: number;
  readonly publishedFrom?: string;
  readonly publishedTo?: string;
  readonly updatedAfter?: string;
  readonly search?: string;
  readonly hasText?: boolean;
  readonly hasImages?: boolean;
  readonly hasVideos?: boolean;
  readonly hasReply?: boolean;
  readonly includeDeleted?: boolean;
  readonly onlyDeleted?: boolean;
  readonly showHidden?: boolean;
}

/** `export reviews`: the reviews of an account as a file, with the filters of the feed. */
export function addExportCommands(program: Command): void {
  const group = program.command('export').description('the reviews of an account as CSV or JSON lines');
  const command = addCommand<ExportOptions>(group, 'reviews', 'write reviews, in the order of their ids', exportReviews)
    .requiredOption('--account <id>', 'the account', readId)
    .addOption(new Option('--format <format>', 'the form of the file').choices(EXPORT_FORMATS).default('jsonl'))
    .option('--out <file>', 'write to this file; default: standard output')
    .option('--object <id>', 'only this object', readId)
    .option('--folder <id>', 'only the objects of this folder', readId)
    .option('--link <id...>', 'only these links', readEach(readId))
    .option('--source <slug...>', 'only these platforms')
    .option('--min-rating <stars>', 'inclusive; 0: also without a rating', readRating)
    .option('--max-rating <stars>', 'inclusive', readRating)
    .option('--published-from <date>', 'inclusive', readDate)
    .option('--published-to <date>', 'inclusive', readDate)
    .option('--updated-after <time>', 'only reviews that changed after this time', readInstant)
    .option('--search <text>', 'only reviews whose text has this');
  for (const part of ['text', 'images', 'videos', 'reply'])
    command.option(`--has-${part} <boolean>`, `with ${part} (true) or without (false)`, readBoolean);
  command
    .option('--include-deleted', 'also reviews that were deleted on the platform')
    .option('--only-deleted', 'only reviews that were deleted on the platform')
    .option('--show-hidden', 'also hidden reviews');
}

const readEach =
  <T>(read: (text: string) => T) =>
  (text: string, earlier: readonly T[] = []): readonly T[] => [...earlier, read(text)];

function readBoolean(text: string): boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  throw new InvalidArgumentError('It must be true or false.');
}

async function exportReviews(tools: CommandTools, options: ExportOptions): Promise<CommandResult> {
  const { account: accountId, format, out, json } = options;
  if (json && out === undefined)
    throw new AppError('validation_error', '--json needs --out, because the reviews go to standard output');
  const app = await tools.open([EventsModule, AuthModule, LinksModule, LinkStatesModule, ReviewBatchesModule]);
  const batches = app.get(ReviewBatchesService, { strict: false });
  const sourceIds = chosenSources(app.get(SourceCatalogue, { strict: false }), {
    source_ids: [],
    source_slugs: options.source ?? [],
  });
  const { entitlements } = await app.get(AccountsService, { strict: false }).find(accountId);
  const scope = await batches.scope({ accountId, entitlements }, selectionOf(options), filtersOf(options, sourceIds));
  const { total, lastId } = await batches.bounds(scope);
  let rows = 0;
  async function* parts(): AsyncGenerator<string, void, undefined> {
    yield headOf(format, BATCH_FIELDS);
    try {
      for (let after: number | null = 0; after !== null;) {
        const batch = await batches.batch(scope, after, lastId);
        yield await inTurns(linesOf(format, BATCH_FIELDS, batch.items));
        rows += batch.items.length;
        after = batch.after;
        if (out !== undefined) showStatus(`${rows} of ${total} reviews`);
      }
    } finally {
      showStatus(null);
    }
  }
  if (out === undefined) {
    await pipeline(parts, output.data(), { end: false });
    return { json: {}, lines: [] };
  }
  // A file that is not complete has another name.
  const file = createWriteStream(`${out}.part`);
  await pipeline(parts, file);
  await rename(`${out}.part`, out);
  return { json: { file: out, format, rows, bytes: file.bytesWritten }, lines: [`${rows} reviews are in ${out}`] };
}

function selectionOf({ object, folder }: ExportOptions): Selection {
  if (object !== undefined && folder !== undefined)
    throw new AppError('object_and_folder_conflict', 'Give either --object or --folder, not both');
  if (object !== undefined) return { kind: 'object', objectId: object };
  return folder === undefined ? { kind: 'account' } : { kind: 'folder', folderId: folder };
}

function filtersOf(options: ExportOptions, sourceIds: readonly number[]): FeedFilterParams {
  const { link = [], includeDeleted = false, onlyDeleted = false, showHidden = false } = options;
  return { ...options, linkIds: link, sourceIds, includeDeleted, onlyDeleted, showHidden };
}
