import type { Folder, Link, Subfolder } from '@libs/sdk';
import { z } from 'zod';
import { offsetOf, shown } from '../paging';
import { tool, type Tool } from '../tool';
import { codeIn, LONGEST, untrusted, UNTRUSTED_NOTICE } from '../untrusted';
import { ARGUMENT, PAGE_FIELDS, UNTRUSTED } from './arguments';
import { whyStopped } from './stop-reasons';

const listObjects = tool({
  name: 'list_objects',
  toolset: 'objects',
  title: 'List objects',
  description: `The objects of the account (hotels, branches, apps), newest first, with the state of their collection. ${UNTRUSTED_NOTICE}`,
  hasForeignText: true,
  writes: false,
  input: z.object({
    name: z.string().min(1).max(100).optional().describe('Only objects whose name contains this.'),
    folder_id: ARGUMENT.folderId.optional(),
    problem: z.enum(['failed', 'partial', 'frozen', 'off']).optional().describe('Only objects with this problem.'),
    limit: ARGUMENT.limit,
    cursor: ARGUMENT.cursor.optional(),
  }),
  output: z.object({
    ...PAGE_FIELDS,
    objects: z.array(
      z.object({
        id: z.int(),
        is_active: z.boolean(),
        state: z.string().nullable().describe('up_to_date, partial, failed, paused, waiting, collecting or off.'),
        sources: z.array(z.string()),
        reviews_collected: z.int(),
        last_collected_at: z.string().nullable(),
        untrusted: UNTRUSTED,
      }),
    ),
  }),
  async run({ cursor, limit, ...filters }, { hrev, isLockdown, signal }) {
    const { name, ...same } = filters;
    const query = { ...same, ...(name && { search: name }), limit, offset: offsetOf(cursor, filters) };
    const page = await hrev.objects.list(query, { signal });
    const objects = page.data.map((object) => ({
      id: object.id,
      is_active: object.is_active,
      state: object.state,
      sources: [...new Set(object.links.map((link) => link.source_slug))],
      reviews_collected: object.links.reduce((sum, link) => sum + link.collected_count, 0),
      last_collected_at: object.last_scraped_at,
      ...untrusted({ name: object.name }, { isLockdown, longest: LONGEST.inList }),
    }));
    return { ...shown(page, filters), objects };
  },
});

const LINK_FIELDS = {
  id: z.int(),
  source: z.string(),
  is_active: z.boolean(),
  state: z.string(),
  collected: z.int().describe('Reviews that are stored.'),
  on_platform: z.int().nullable().describe('Reviews that the platform counts; null where it states no number.'),
  completeness: z.number().nullable().describe('collected in proportion to on_platform, 0 to 1.'),
  stop_reason: z.string().nullable().describe('Why the last collection stopped.'),
  stop_meaning: z.string().nullable(),
  error: z.string().nullable().describe('Code of the last failure.'),
  failures_in_a_row: z.int(),
  last_collected_at: z.string().nullable(),
  next_collection_at: z.string().nullable(),
  untrusted: UNTRUSTED,
} as const;

const getObject = tool({
  name: 'get_object',
  toolset: 'objects',
  title: 'Read one object',
  description: `One object with its pages on platforms: how many reviews are stored of those that the platform counts, and why the last collection stopped. ${UNTRUSTED_NOTICE}`,
  hasForeignText: true,
  writes: false,
  input: z.object({ object_id: ARGUMENT.objectId }),
  output: z.object({
    id: z.int(),
    is_active: z.boolean(),
    state: z.string().nullable(),
    links: z.array(z.object(LINK_FIELDS)),
    untrusted: UNTRUSTED,
  }),
  async run({ object_id: id }, { hrev, isLockdown, signal }) {
    const object = await hrev.objects.get(id, { signal });
    const showing = { isLockdown, longest: LONGEST.inList };
    return {
      id: object.id,
      is_active: object.is_active,
      state: object.state,
      links: object.links.map((link) => ({
        ...factsOf(link),
        ...untrusted({ own_name: link.link_name, name: link.scraped_object_name, url: link.url }, showing),
      })),
      ...untrusted({ name: object.name }, showing),
    };
  },
});

const factsOf = (link: Link): Record<string, unknown> => ({
  id: link.id,
  source: link.source_slug,
  is_active: link.is_active,
  state: link.state,
  collected: link.collected_count,
  on_platform: link.platform_review_count,
  completeness: link.completeness,
  stop_reason: codeIn(link.stop_reason),
  stop_meaning: whyStopped(link.stop_reason),
  error: codeIn(link.scrape_error),
  failures_in_a_row: link.failures_in_a_row,
  last_collected_at: link.last_scraped_at,
  next_collection_at: link.next_collection_at,
});

const listFolders = tool({
  name: 'list_folders',
  toolset: 'objects',
  title: 'List folders',
  description: `The folders of the account with the ids of their objects; folders have at most one level of subfolders. ${UNTRUSTED_NOTICE}`,
  hasForeignText: true,
  writes: false,
  input: z.object({ limit: ARGUMENT.limit, cursor: ARGUMENT.cursor.optional() }),
  output: z.object({
    ...PAGE_FIELDS,
    folders: z.array(
      z.object({
        id: z.int(),
        parent_folder_id: z.int().nullable(),
        objects: z.int().describe('How many objects are directly in the folder.'),
        object_ids: z.array(z.int()).describe('The first 50 of them.'),
        untrusted: UNTRUSTED,
      }),
    ),
  }),
  async run({ limit, cursor }, { hrev, isLockdown, signal }) {
    const { data } = await hrev.folders.list({ signal });
    const all = data.flatMap((folder): (Folder | Subfolder)[] => [folder, ...folder.subfolders]);
    const offset = offsetOf(cursor, {});
    const part = all.slice(offset, offset + limit);
    const page = { data: part, total: all.length, offset, has_next: offset + part.length < all.length };
    const folders = part.map((folder) => ({
      id: folder.id,
      parent_folder_id: folder.parent_folder_id,
      objects: folder.objects.length,
      object_ids: folder.objects.slice(0, 50).map((object) => object.id),
      ...untrusted({ name: folder.name }, { isLockdown, longest: LONGEST.inList }),
    }));
    return { ...shown(page, {}), folders };
  },
});

const listSources = tool({
  name: 'list_sources',
  toolset: 'objects',
  title: 'List platforms',
  description:
    'The review platforms of this service: which reviews each one shows, and whether replies can be published.',
  hasForeignText: false,
  writes: false,
  input: z.object({}),
  output: z.object({
    sources: z.array(
      z.object({
        slug: z.string(),
        name: z.string(),
        has_replies: z.boolean(),
        can_publish_reply: z.boolean(),
        reply_max_length: z.int().nullable(),
        shows: z
          .array(z.string())
          .describe('Per way to read it: all reviews, the newest ones, or a selection of the platform.'),
      }),
    ),
  }),
  async run(_args, { hrev, signal }) {
    const { data } = await hrev.sources.list({ signal });
    return {
      sources: data.map((source) => ({
        slug: source.slug,
        name: source.display_name,
        has_replies: source.has_reply,
        can_publish_reply: source.can_publish_reply,
        reply_max_length: source.reply_max_length,
        shows: source.roads.map(({ read_by, shows, limit_reviews: limit }) =>
          limit === null ? `${read_by}: ${shows}` : `${read_by}: ${shows}, at most ${limit}`,
        ),
      })),
    };
  },
});

export const OBJECT_TOOLS: readonly Tool[] = [listObjects, getObject, listFolders, listSources];
