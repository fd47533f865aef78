import type { Command } from 'commander';
import { Database } from '@libs/database';
import { unreadParts } from '@libs/sources';
import { SourceHealthStore } from '@src/collection';
import { SourceCatalogue, SourcesModule } from '@src/sources';
import { addCommand, type CommandResult, type CommandTools } from '../run-command';
import { table } from '../table';

/** `sources list`. */
export function addSourcesCommands(program: Command): Command {
  const sources = program
    .command('sources')
    .description('platforms: list, probe a page, samples of unreadable pages, read stored records again');
  addCommand(
    sources,
    'list',
    'list the platforms of this installation, with what was not read of their pages in 24 hours',
    list,
  );
  return sources;
}

const HOURS = 24;

async function list(tools: CommandTools): Promise<CommandResult> {
  const app = await tools.open([SourcesModule]);
  const unread = await new SourceHealthStore(app.get(Database)).unreadParts(HOURS);
  const ofSource = (id: number) => unread.filter(({ sourceId }) => sourceId === id);
  const sources = app
    .get(SourceCatalogue)
    .all()
    .map((source) => ({
      id: source.id,
      slug: source.slug,
      display_name: source.displayName,
      base_url: source.baseUrl,
      rating_scale: source.ratingScale,
      has_reply: source.hasReply,
      has_images: source.hasImages,
      can_publish_reply: source.canPublishReply,
      is_active: source.isActive,
      content_limit: source.contentLimit,
      unread_24h: Object.fromEntries(ofSource(source.id).map(({ part, unread: count }) => [part, count])),
    }));
  const rows = sources.map((source) => [
    source.id,
    source.slug,
    source.display_name,
    source.base_url,
    source.rating_scale,
    source.content_limit === null ? '-' : `${source.content_limit.days} d`,
    unreadParts(source.unread_24h) ?? '-',
  ]);
  return { json: { sources }, lines: table(['id', 'slug', 'name', 'address', 'scale', 'raw', 'unread'], rows) };
}
