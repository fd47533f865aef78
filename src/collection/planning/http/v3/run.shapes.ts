/** The wire form of runs (contract §4.14). */
import { ApiSchema } from '@nestjs/swagger';
import { Shape } from '@libs/http';
import { wireTime, wireTimeOrNull } from '@libs/kernel';
import { RUN_STATUSES, runStatus } from '../../domain/run-status';
import type { RunResult, RunLinkResult } from '../../persistence/run-history.query';
import type { RunOfObject, RunWithLinks } from '../../run-history.service';

/** Descriptions of the counts that runs and their links have in common. */
const NEW = 'Reviews that were new.';
const CHANGED = 'Known reviews that had changed.';
const DELETED = 'Reviews found deleted on the platform.';
const countField = (description: string, example: number) => ({ type: 'integer', description, example }) as const;

@ApiSchema({ description: 'A collection run: when it ran, what started it, and its result.' })
export class CollectionRun extends Shape({
  run_id: { type: 'integer', description: 'The run.', example: 71 },
  cause: {
    type: 'string',
    values: ['first', 'scheduled', 'manual'],
    description: '`first`: the links were new; `manual`: it was requested.',
    example: 'scheduled',
  },
  status: {
    type: 'string',
    values: RUN_STATUSES,
    description:
      '`success`: every link was collected; `partial`: some were; `failed`: none was; `dropped`: all were disabled or deleted before they were collected. `pending` and `in_progress` have links that have not ended.',
    example: 'partial',
  },
  created_at: { type: 'date-time', description: 'When it was planned.', example: '2026-11-20T08:30:00' },
  finished_at: {
    type: 'date-time',
    nullable: true,
    description: 'When the last link of the run ended; null while it is open.',
    example: '2026-11-20T08:34:10',
  },
  link_count: { type: 'integer', description: 'How many links it contains.', example: 4 },
  new: countField(NEW, 12),
  changed: countField(CHANGED, 3),
  deleted: countField(DELETED, 0),
}) {}

@ApiSchema({ description: 'The part of one link in a run.' })
export class CollectionRunLink extends Shape({
  link_id: { type: 'integer', description: 'The link; it may have been deleted since.', example: 31 },
  state: {
    type: 'string',
    values: ['queued', 'running', 'ended'],
    description: '`queued` includes links that wait for another attempt.',
    example: 'ended',
  },
  outcome: {
    type: 'string',
    nullable: true,
    values: ['success', 'failed', 'dropped'],
    description:
      'Result; `dropped`: the link was disabled or deleted before it was collected. Null until it has ended.',
    example: 'success',
  },
  scrape_error: {
    type: 'string',
    nullable: true,
    description: 'Why the collection failed, as in `scrape_error` of the link.',
    example: null,
  },
  stop_reason: {
    type: 'string',
    nullable: true,
    description:
      'Why reading ended: `complete`, `known_reached`, `window_limit`, `count_mismatch`, `unread`, or the code of the failure.',
    example: 'known_reached',
  },
  pages: { type: 'integer', description: 'Pages read.', example: 2 },
  read: { type: 'integer', description: 'Reviews read.', example: 40 },
  new: countField(NEW, 5),
  changed: countField(CHANGED, 1),
  deleted: countField(DELETED, 0),
  attempts: { type: 'integer', description: 'How many times its collection was attempted.', example: 1 },
  started_at: {
    type: 'date-time',
    nullable: true,
    description: 'When the first attempt began; null before it.',
    example: '2026-11-20T08:30:02',
  },
  ended_at: {
    type: 'date-time',
    nullable: true,
    description: 'When its part of the run ended; null before that.',
    example: '2026-11-20T08:31:40',
  },
  is_full: {
    type: 'boolean',
    description: 'Whether all reviews of the link were to be read, not only the new ones.',
    example: false,
  },
}) {}

@ApiSchema({ description: 'A collection run with each of its links.' })
export class CollectionRunDetail extends Shape(CollectionRun, {
  links: { type: () => CollectionRunLink, list: true, description: 'Its links, at most 100, ordered by id.' },
}) {}

@ApiSchema({ description: 'A collection run, and on request the parts of the links of an object in it.' })
export class CollectionRunOfObject extends Shape(CollectionRun, {
  links: {
    type: () => CollectionRunLink,
    list: true,
    nullable: true,
    description: 'The links of the object, ordered by id; null without `include_links`.',
  },
}) {}

export function presentRun(run: RunResult): CollectionRun {
  return {
    run_id: run.id,
    cause: run.cause,
    status: runStatus(run),
    created_at: wireTime(run.createdAt),
    finished_at: wireTimeOrNull(run.finishedAt),
    link_count: run.links,
    ...countsOf(run),
  };
}

export function presentRunWithLinks({ run, links }: RunWithLinks): CollectionRunDetail {
  return { ...presentRun(run), links: links.map(presentLink) };
}

export function presentRunOfObject({ run, links }: RunOfObject): CollectionRunOfObject {
  return { ...presentRun(run), links: links?.map(presentLink) ?? null };
}

function countsOf({ newReviews, changedReviews, deletedReviews }: RunResult | RunLinkResult) {
  return { new: newReviews, changed: changedReviews, deleted: deletedReviews };
}

function presentLink(link: RunLinkResult): CollectionRunLink {
  return {
    link_id: link.linkId,
    state: link.state,
    outcome: link.outcome,
    scrape_error: link.scrapeError,
    stop_reason: link.stopReason,
    pages: link.pages,
    read: link.read,
    ...countsOf(link),
    attempts: link.attempts,
    started_at: wireTimeOrNull(link.startedAt),
    ended_at: wireTimeOrNull(link.endedAt),
    is_full: link.isFull,
  };
}
