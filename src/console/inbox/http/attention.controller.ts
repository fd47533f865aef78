import { Controller, Get, Query } from '@nestjs/common';
import { ApiSchema, ApiTags } from '@nestjs/swagger';
import { Input, invalid, NO_VERSION, QueryText, Shape } from '@libs/http';
import { CurrentMember, Member, type Membership } from '../../identity';
import { AttentionService, type Attention } from '../attention.service';
import { ACTORS, ATTENTION_KINDS, selectionOfScope, SEVERITIES } from '../domain/attention';

class AttentionParameters extends Input({
  scope: QueryText({ description: '`object:17` or `folder:3`; without it, the whole account.', maxLength: 24 }),
}) {}

@ApiSchema({ description: 'Things of one kind that wait for a person.' })
class AttentionItemShown extends Shape({
  kind: { type: 'string', values: ATTENTION_KINDS, description: 'What waits.' },
  severity: { type: 'string', values: SEVERITIES, description: 'Whether something does not work until a person acts.' },
  actor: {
    type: 'string',
    values: ACTORS,
    description: 'Who can act: a person of the account, the platform, or the operator of this installation.',
  },
  reason: {
    type: 'string',
    nullable: true,
    description: 'Code of `scrape_error` of failing links; null for other kinds.',
    example: 'page_not_found',
  },
  frozen: { type: 'integer', description: 'How many of the failing links are frozen, that is tried once a week.' },
  source_id: {
    type: 'integer',
    nullable: true,
    description: 'The platform; null for kinds without one and for several.',
  },
  count: { type: 'integer', description: 'How many things wait.' },
  since: { type: 'date-time', nullable: true, description: 'Since when the oldest waits; null if it is unknown.' },
  until: { type: 'date-time', nullable: true, description: 'The end of the trial; null for other kinds.' },
  object_ids: {
    type: 'integer',
    list: true,
    description: 'At most five objects, those with most first for `unanswered`.',
  },
  path: { type: 'string', description: 'Path and query in the console, below the address of the account.' },
}) {}

@ApiSchema({ description: 'The collections that ended in the last 24 hours.' })
class CollectedDayShown extends Shape({
  read: { type: 'integer', description: 'Links that were read.' },
  new: { type: 'integer', description: 'New reviews.' },
  changed: { type: 'integer', description: 'Changed reviews.' },
  gone: { type: 'integer', description: 'Reviews that were marked as deleted.' },
}) {}

@ApiSchema({ description: 'The state of the collection of the enabled links.' })
class CollectionShown extends Shape({
  links: { type: 'integer', description: 'Enabled links.' },
  up_to_date: { type: 'integer', description: 'Links whose `state` is `up_to_date`.' },
  completeness: {
    type: 'number',
    nullable: true,
    description:
      'Collected reviews divided by those that the platforms state, 0-1. A link that was never read counts as the others do on ' +
      'average, with nothing collected. Null if no platform states a number and every link was read.',
  },
  last_at: { type: 'date-time', nullable: true, description: 'When the last collection ended.' },
  next_at: { type: 'date-time', nullable: true, description: 'When the next collection is due.' },
  day: { type: () => CollectedDayShown, description: 'The last 24 hours.' },
}) {}

@ApiSchema({ description: 'What waits for a person, and the state of the collection.' })
class AttentionShown extends Shape({
  data: { type: () => AttentionItemShown, list: true, description: 'Most urgent first.' },
  collection: { type: () => CollectionShown, description: 'The state of the collection.' },
}) {}

/** What waits for a person in an account, a folder or an object. */
@ApiTags('Overview')
@Controller({ path: 'console/api', version: NO_VERSION })
export class AttentionController {
  constructor(private readonly attention: AttentionService) {}

  @Get('attention')
  @Member({
    leastRole: 'viewer',
    summary: 'What waits for a person, and the state of the collection',
    description: 'For the whole account, or the folder or object of `scope`.',
    response: AttentionShown,
    errors: ['not_found', 'folder_not_found'],
  })
  async get(@CurrentMember() member: Membership, @Query() query: AttentionParameters): Promise<AttentionShown> {
    const selection = selectionOfScope(query.scope);
    if (selection === null) throw invalid('scope', 'must be object:ID or folder:ID');
    return presentAttention(await this.attention.read(member.caller, selection));
  }
}

function presentAttention({ items, collection }: Attention): AttentionShown {
  return {
    data: items.map(({ kind, severity, actor, reason, frozen, sourceId, count, since, until, objectIds, path }) => ({
      kind,
      severity,
      actor,
      reason,
      frozen,
      source_id: sourceId,
      count,
      since,
      until,
      object_ids: objectIds,
      path,
    })),
    collection: {
      links: collection.links,
      up_to_date: collection.upToDate,
      completeness: collection.completeness,
      last_at: collection.lastAt,
      next_at: collection.nextAt,
      day: collection.day,
    },
  };
}
