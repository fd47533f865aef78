import type { Command } from 'commander';
import { AppError, forTerminal, wireTime } from '@libs/kernel';
import { SourceCatalogue, SourceSamples, SourcesModule } from '@src/sources';
import { readId } from '../arguments';
import { addCommand, type CommandResult, type CommandTools } from '../run-command';
import { table } from '../table';

interface SamplesOptions {
  readonly source?: string;
  readonly show?: number;
  readonly remove?: number;
}

/** `sources samples`: documents that could not be parsed, without personal data. */
export function addSamplesCommand(sources: Command): void {
  addCommand(sources, 'samples', 'list, print or remove samples of pages that could not be parsed', samples)
    .option('--source <slug>', 'only samples of this platform')
    .option('--show <id>', 'print a sample', readId)
    .option('--remove <id>', 'remove a sample', readId);
}

async function samples(tools: CommandTools, options: SamplesOptions): Promise<CommandResult> {
  if ([options.source, options.show, options.remove].filter((option) => option !== undefined).length > 1)
    throw new AppError('validation_error', 'Use only one of --source, --show and --remove');
  const app = await tools.open([SourcesModule]);
  const [kept, catalogue] = [app.get(SourceSamples), app.get(SourceCatalogue)];
  const slugs = new Map(catalogue.all().map(({ id, slug }) => [id, slug]));
  if (options.show !== undefined) return show(kept, slugs, options.show);
  if (options.remove !== undefined) {
    await kept.remove(options.remove);
    return { json: { removed: options.remove }, lines: [`sample ${options.remove} removed`] };
  }
  return list(kept, slugs, options.source);
}

type Slugs = ReadonlyMap<number, string>;

async function list(kept: SourceSamples, slugs: Slugs, slug: string | undefined): Promise<CommandResult> {
  const sourceId = slug === undefined ? null : [...slugs].find(([, one]) => one === slug)?.[0];
  if (sourceId === undefined) throw new AppError('not_found', `There is no platform ${slug ?? ''}`);
  const heads = (await kept.list(sourceId)).map((head) => presented(head, slugs));
  const rows = heads.map(
    ({ id, source, road, parser, message, taken_at: taken }) =>
      [id, source, road, parser, forTerminal(message), taken] as const,
  );
  return { json: { samples: heads }, lines: table(['id', 'source', 'road', 'parser', 'message', 'taken'], rows) };
}

async function show(kept: SourceSamples, slugs: Slugs, id: number): Promise<CommandResult> {
  const { document, ...head } = await kept.show(id);
  const sample = presented(head, slugs);
  return {
    json: { ...sample, document },
    lines: [
      `${sample.source}  ${sample.address ?? '-'}  ${sample.status ?? '-'}  ${sample.taken_at}`,
      `${sample.parser}: ${forTerminal(sample.message)}`,
      '',
      ...document.split('\n').map(forTerminal),
    ],
  };
}

function presented(head: Awaited<ReturnType<SourceSamples['list']>>[number], slugs: Slugs) {
  const { id, sourceId, takenAt, road, address, parser, message, status, bytes } = head;
  const source = slugs.get(sourceId) ?? String(sourceId);
  return { id, source, road, parser, message, taken_at: wireTime(takenAt), address, status, bytes };
}
