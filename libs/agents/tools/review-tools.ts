import { z } from 'zod';
import { offsetOf, shown } from '../paging';
import { tool, ToolProblem, type Tool } from '../tool';
import { LONGEST, UNTRUSTED_NOTICE } from '../untrusted';
import { ARGUMENT, PAGE_FIELDS } from './arguments';
import { REVIEW_FIELDS, shownReview, wholeReview } from './shown-review';

const ORDERS = {
  newest: { sort_by: 'date', sort_order: 'desc' },
  oldest: { sort_by: 'date', sort_order: 'asc' },
  worst: { sort_by: 'rating', sort_order: 'asc' },
  best: { sort_by: 'rating', sort_order: 'desc' },
} as const;

const searchReviews = tool({
  name: 'search_reviews',
  toolset: 'reviews',
  title: 'Search reviews',
  description: `Reviews of the account by object, folder, platform, rating, day, text and reply, sorted, one page at a time. Without object_id and folder_id: of the whole account. sort worst: the lowest ratings first. ${UNTRUSTED_NOTICE}`,
  hasForeignText: true,
  writes: false,
  input: z.object({
    object_id: ARGUMENT.objectId.optional(),
    folder_id: ARGUMENT.folderId.optional(),
    sources: ARGUMENT.sources.optional(),
    min_rating: ARGUMENT.minRating.optional(),
    max_rating: ARGUMENT.maxRating.optional(),
    from: ARGUMENT.from.optional(),
    to: ARGUMENT.to.optional(),
    text: ARGUMENT.search.optional(),
    has_reply: z.boolean().optional().describe('true: only answered reviews; false: only unanswered ones.'),
    has_text: z.boolean().optional().describe('true: only reviews with text; false: only ratings.'),
    languages: z.array(z.string()).max(100).optional().describe('Codes such as en; und: language not known.'),
    sort: z.enum(['newest', 'oldest', 'worst', 'best']).default('newest'),
    limit: ARGUMENT.limit,
    cursor: ARGUMENT.cursor.optional(),
  }),
  output: z.object({ ...PAGE_FIELDS, reviews: z.array(z.object(REVIEW_FIELDS)) }),
  async run({ cursor, limit, ...filters }, { hrev, isLockdown, signal }) {
    const { sources, languages, from, to, text, sort, ...same } = filters;
    const query = {
      ...same,
      ...ORDERS[sort],
      ...(sources && { source_slugs: [...sources] }),
      ...(languages && { languages: [...languages] }),
      ...(from && { published_from: from }),
      ...(to && { published_to: to }),
      ...(text && { search: text }),
    };
    const page = await hrev.reviews.list({ ...query, limit, offset: offsetOf(cursor, filters) }, { signal });
    const showing = { isLockdown, longest: LONGEST.inList };
    return { ...shown(page, filters), reviews: page.data.map((review) => shownReview(review, showing)) };
  },
});

const getReview = tool({
  name: 'get_review',
  toolset: 'reviews',
  title: 'Read one review',
  description: `One review with its whole text, also one that was deleted on the platform. ${UNTRUSTED_NOTICE}`,
  hasForeignText: true,
  writes: false,
  input: z.object({ review_id: ARGUMENT.reviewId }),
  output: z.object({ ...REVIEW_FIELDS, updated_at: z.string(), last_seen_at: z.string() }),
  async run({ review_id: id }, { hrev, isLockdown, signal }) {
    const review = await hrev.reviews.get(id, { include_deleted: true, separate_pos_neg: true }, { signal });
    const { updated_at, last_seen_at } = review;
    return { ...wholeReview(review, { isLockdown, longest: LONGEST.inView }), updated_at, last_seen_at };
  },
});

const MODES = { now: 'changes', beginning: 'snapshot' } as const;
const PLACE = /^(changes|snapshot):(.+)$/s;

const listChanges = tool({
  name: 'list_changes',
  toolset: 'reviews',
  title: 'List changes of reviews',
  description: `What changed in the reviews of an object or a folder since a cursor: new, edited, answered, deleted. The first call has no cursor: begin "now" returns only a cursor, "beginning" returns all reviews first. Keep next_cursor and send it later; no change is missed. ${UNTRUSTED_NOTICE}`,
  hasForeignText: true,
  writes: false,
  input: z.object({
    object_id: ARGUMENT.objectId.optional(),
    folder_id: ARGUMENT.folderId.optional(),
    begin: z.enum(['now', 'beginning']).default('now').describe('Only without a cursor.'),
    limit: ARGUMENT.limit,
    cursor: ARGUMENT.cursor.optional(),
  }),
  output: z.object({
    has_more: z.boolean().describe('Whether more changes are available now.'),
    next_cursor: z.string(),
    changes: z.array(
      z.object({
        op: z.enum(['upsert', 'remove']),
        review_id: z.int(),
        changed_at: z.string(),
        reason: z.string().nullable(),
        review: z.object(REVIEW_FIELDS).nullable(),
      }),
    ),
  }),
  async run({ object_id, folder_id, begin, limit, cursor }, { hrev, isLockdown, signal }) {
    const [, mode, place] = cursor === undefined ? [null, MODES[begin], null] : (PLACE.exec(cursor) ?? []);
    if (mode === undefined)
      throw new ToolProblem('invalid_cursor', 'Send next_cursor as it was returned, or call again without a cursor.');
    const selection = { ...(object_id && { object_id }), ...(folder_id && { folder_id }) };
    const query = { ...selection, mode: mode as 'changes', limit, ...(place && { cursor: place }) };
    const page = await hrev.reviews.syncPage(query, { signal });
    const showing = { isLockdown, longest: LONGEST.inList };
    return {
      has_more: page.has_next,
      next_cursor: `${mode}:${page.next_cursor}`,
      changes: page.data.map(({ review, ...change }) => ({
        op: change.op,
        review_id: change.review_id,
        changed_at: change.changed_at,
        reason: change.reason,
        review: review && shownReview(review, showing),
      })),
    };
  },
});

export const REVIEW_TOOLS: readonly Tool[] = [searchReviews, getReview, listChanges];
