import { Controller, Get, Query } from '@nestjs/common';
import { ApiSchema, ApiTags } from '@nestjs/swagger';
import { Input, invalid, NO_VERSION, PageParameters, QueryEnum, QueryInstant, QueryText, Shape } from '@libs/http';
import { pageOf, wireTime, type Page } from '@libs/kernel';
import { AUDIT_ACTIONS, AUDIT_TARGETS, type ActorFilter } from '@src/audit';
import { CurrentMember, Member, type Membership } from '../../identity';
import { AccountAudit, type NamedEntry } from '../account-audit.service';

const ACTOR_KINDS = ['person', 'key', 'cli', 'service', 'operator'] as const;

class AccountAuditParameters extends Input(PageParameters, {
  actor: QueryText({
    description: 'Only acts of this actor: `person:3`, `key:12`, or a kind: person, key, cli, service, operator.',
    maxLength: 40,
  }),
  action: QueryEnum({ description: 'Only this action.', values: AUDIT_ACTIONS }),
  since: QueryInstant({ description: 'Only acts at this time or later.' }),
}) {}

@ApiSchema({ description: 'Who did something.' })
class ActorShown extends Shape({
  kind: {
    type: 'string',
    values: ACTOR_KINDS,
    description: '`person` in the console, `key` over the API, `cli` on the command line, `service`, or the operator.',
  },
  id: { type: 'integer', nullable: true, description: 'Id of the person or of the key.' },
  name: { type: 'string', nullable: true, description: 'Name of the person, or name and prefix of the key.' },
}) {}

@ApiSchema({ description: 'To what something was done.' })
class TargetShown extends Shape({
  type: { type: 'string', values: AUDIT_TARGETS, description: 'Kind of the target.' },
  id: { type: 'integer', nullable: true, description: 'Id of the target; null if an account has only one.' },
  name: { type: 'string', nullable: true, description: 'Name of the target where it has one.' },
}) {}

@ApiSchema({ description: 'An entry of the audit trail.' })
class AuditShown extends Shape({
  id: { type: 'integer', description: 'Id of the entry.' },
  at: { type: 'date-time', description: 'When it was done.' },
  actor: { type: () => ActorShown, description: 'Who did it.' },
  action: { type: 'string', values: AUDIT_ACTIONS, description: 'What was done.' },
  target: { type: () => TargetShown, description: 'To what.' },
  ip: { type: 'string', nullable: true, description: 'Address of the client.' },
  before: { type: 'object', nullable: true, description: 'The fields that differ, before. Contains no secrets.' },
  after: { type: 'object', nullable: true, description: 'The fields that differ, after. Contains no secrets.' },
}) {}

/** The audit trail of an account, for its owners. */
@ApiTags('Records')
@Controller({ path: 'console/api/audit', version: NO_VERSION })
export class AccountAuditController {
  constructor(private readonly audit: AccountAudit) {}

  @Get()
  @Member({
    leastRole: 'owner',
    name: 'listAccountAudit',
    summary: 'Who did what in the account, newest first',
    description: 'Contains no secrets.',
    page: AuditShown,
  })
  async list(
    @CurrentMember() { accountId }: Membership,
    @Query() query: AccountAuditParameters,
  ): Promise<Page<AuditShown>> {
    const filter = { actor: actorOf(query.actor), action: query.action ?? null, since: query.since ?? null };
    const { entries, total } = await this.audit.page(accountId, filter, query);
    return pageOf(entries.map(presentEntry), total, query);
  }
}

function actorOf(text: string | undefined): ActorFilter | null {
  if (text === undefined) return null;
  const [, name, id] = /^([a-z]+)(?::([1-9]\d{0,14}))?$/.exec(text) ?? [];
  const kind = ACTOR_KINDS.find((each) => each === name);
  if (kind === undefined || (id !== undefined && kind !== 'person' && kind !== 'key'))
    throw invalid('actor', 'must be person:3, key:12, or one of person, key, cli, service, operator');
  return { kind, id: id === undefined ? null : Number(id) };
}

function presentEntry(entry: NamedEntry): AuditShown {
  return {
    id: entry.id,
    at: wireTime(entry.at),
    actor: entry.who,
    action: entry.action,
    target: { type: entry.targetType, id: entry.targetId, name: entry.targetName },
    ip: entry.address,
    before: entry.before,
    after: entry.after,
  };
}
