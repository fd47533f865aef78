import { InvalidArgumentError, type Command } from 'commander';
import { EventsModule } from '@libs/events';
import { AuthModule } from '@src/auth';
import {
  LinkStatesModule,
  ReparseModule,
  ReparseService,
  type ReparsePosition,
  type ReparseReport,
} from '@src/collection';
import { LinksModule } from '@src/links';
import { EXIT } from '../../process/exit-codes';
import { readId, readInstant } from '../arguments';
import { runCommand, type CommandResult, type CommandTools } from '../run-command';
import { output } from '../output';

interface ReparseOptions {
  readonly source: readonly string[];
  readonly since?: string;
  readonly after?: ReparsePosition;
  readonly json?: boolean;
}

/** A line of progress is printed at most this often. */
const PROGRESS_EVERY_MS = 2_000;

/** `sources reparse`: reads stored records again, with the parsers of today. */
export function addReparseCommand(sources: Command): void {
  sources
    .command('reparse')
    .description('read the stored records of reviews again, with the parsers of this version')
    .requiredOption('--source <slug...>', 'the platforms')
    .option('--since <time>', 'only reviews that were stored or changed since then', readInstant)
    .option('--after <link:review>', 'continue after this review, which a stopped command printed', readPosition)
    .option('--json', 'print one JSON object')
    .action((options: ReparseOptions, command: Command) => {
      if (options.after !== undefined && options.source.length > 1)
        command.error('error: --after continues with one platform: give one --source.');
      return runCommand(options, (tools) => reparse(tools, options));
    });
}

function readPosition(text: string): ReparsePosition {
  const [link = '', review = '', ...more] = text.split(':');
  if (more.length > 0) throw new InvalidArgumentError('A position is LINK:REVIEW, two ids.');
  return { linkId: readId(link), reviewId: readId(review) };
}

async function reparse(tools: CommandTools, { source: slugs, since, after }: ReparseOptions): Promise<CommandResult> {
  const service = (await tools.open([EventsModule, AuthModule, LinksModule, LinkStatesModule, ReparseModule])).get(
    ReparseService,
  );
  const readable = new Set(slugs.filter((slug) => service.canReparse(slug)));
  const results: SourceResult[] = [];
  for (const slug of slugs) {
    const report = await reparseSource(service, slug, { since: since ?? null, after: after ?? null });
    results.push(resultOf(slug, readable.has(slug), report));
  }
  return {
    json: { sources: results },
    lines: results.map(lineOf),
    exitCode: exitCodeOf(results),
  };
}

interface SourceResult {
  readonly source: string;
  readonly can_be_reread: boolean;
  readonly links: number;
  readonly reviews: number;
  readonly changed: number;
  readonly records_changed: number;
  readonly unread: number;
}

async function reparseSource(
  service: ReparseService,
  slug: string,
  options: { readonly since: string | null; readonly after: ReparsePosition | null },
): Promise<ReparseReport> {
  let shownAt = performance.now();
  const reading = service.reparse(slug, options);
  for (;;) {
    const step = await reading.next();
    if (step.done === true) return step.value;
    if (performance.now() - shownAt < PROGRESS_EVERY_MS) continue;
    shownAt = performance.now();
    output.notes([progressLine(slug, step.value)]);
  }
}

function progressLine(slug: string, { read, changed, last }: ReparseReport): string {
  const position = last === null ? '' : `; continue with --after ${last.linkId}:${last.reviewId}`;
  return `${slug}: ${read} reviews read, ${changed} changed${position}`;
}

function resultOf(
  source: string,
  isRead: boolean,
  { links, read, changed, records, unread }: ReparseReport,
): SourceResult {
  return { source, can_be_reread: isRead, links, reviews: read, changed, records_changed: records, unread };
}

function lineOf(result: SourceResult): string {
  const { source, links, reviews, changed, records_changed: records, unread } = result;
  const counts = `${reviews} reviews of ${links} links, ${changed} changed, of ${records} only the record`;
  if (!result.can_be_reread)
    return `${source}: ${counts}; only names were masked, because the parser of the platform does not read stored records`;
  return `${source}: ${counts}${unread === 0 ? '' : `; ${unread} records could not be read, only their names were masked`}`;
}

/** Partial if records could not be read. */
function exitCodeOf(results: readonly SourceResult[]): number {
  return results.some(({ unread }) => unread > 0) ? EXIT.partial : EXIT.done;
}
