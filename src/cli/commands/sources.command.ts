import type { Command } from 'commander';
import { SourceCatalogue, SourcesModule } from '@src/sources';
import type { CommandResult, CommandTools } from '../command-tools';
import { runCommand } from '../run-command';
import { table } from '../table';

/** `sources list`. */
export function addSourcesCommands(program: Command): Command {
  const sources = program
    .command('sources')
    .description('platforms: list, probe a page, samples of unreadable pages, read stored records again');
  sources
    .command('list')
    .description('list the platforms of this installation')
    .option('--json', 'print one JSON object')
    .action((options: { json?: boolean }) => runCommand(options, list));
  return sources;
}

async function list(tools: CommandTools): Promise<CommandResult> {
  const catalogue = (await tools.open([SourcesModule])).get(SourceCatalogue);
  const sources = catalogue.all().map((source) => ({
    id: source.id,
    slug: source.slug,
    display_name: source.displayName,
    base_url: source.baseUrl,
    rating_scale: source.ratingScale,
    has_reply: source.hasReply,
    has_images: source.hasImages,
    can_publish_reply: source.canPublishReply,
    is_active: source.isActive,
  }));
  const rows = sources.map((source) => [
    source.id,
    source.slug,
    source.display_name,
    source.base_url,
    source.rating_scale,
  ]);
  return { json: { sources }, lines: table(['id', 'slug', 'name', 'address', 'scale'], rows) };
}
