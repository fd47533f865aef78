import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, invalid, NO_VERSION } from '@libs/http';
import { pageOf, wireTime, type Page } from '@libs/kernel';
import type { ActorFilter } from '@src/audit';
import { CurrentMember, Member, type Membership } from '../../http/member.guard';
import { AccountAudit, type NamedEntry } from '../account-audit.service';
import { ACTOR_KINDS, AuditQueryOfAccount, AuditShown } from './audit.dto';

/** The audit trail of an account, for its owners. */
@ApiTags('Records')
@Controller({ path: 'console/api/audit', version: NO_VERSION })
export class AccountAuditController {
  constructor(private readonly audit: AccountAudit) {}

  @Get()
  @Member({ leastRole: 'owner' })
  @Endpoint({
    name: 'listAccountAudit',
    summary: 'Who did what in the account, newest first',
    description: 'Contains no secrets.',
    page: AuditShown,
    access: 'public',
  })
  async list(
    @CurrentMember() { accountId }: Membership,
    @Query() query: AuditQueryOfAccount,
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
