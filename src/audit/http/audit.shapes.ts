import { ApiSchema } from '@nestjs/swagger';
import { Input, QueryEnum, QueryId, QueryInstant, QueryInteger, QueryText, Shape } from '@libs/http';
import { wireTime } from '@libs/kernel';
import { AUDIT_ACTIONS, AUDIT_TARGETS } from '../domain/actions';
import { cursorOf } from '../domain/audit-cursor';
import type { AuditEntry } from '../persistence/audit.query';

const MAX_CURSOR_TEXT = 8_192;

export class AuditParameters extends Input({
  account_id: QueryId({ description: 'Only changes of this account.' }),
  action: QueryEnum({ description: 'Only this action.', values: AUDIT_ACTIONS }),
  since: QueryInstant({ description: 'Only changes at this time or later.' }),
  cursor: QueryText({
    description: '`next_cursor` of the previous page, with the same filters; absent for the first page.',
    maxLength: MAX_CURSOR_TEXT,
  }),
  limit: QueryInteger({ description: 'Page size.', min: 1, max: 1000, default: 100 }),
}) {}

@ApiSchema({ description: 'Who made a change.' })
export class AuditActor extends Shape({
  kind: {
    type: 'string',
    values: ['key', 'person', 'cli', 'service'],
    description:
      '`key`: over the API. `person`: in the console. `cli`: on the command line. `service`: by the service itself.',
    example: 'key',
  },
  account_id: {
    type: 'integer',
    nullable: true,
    description: 'The account of the key, or the account in which the person acted.',
    example: 1,
  },
  key_id: { type: 'integer', nullable: true, description: 'Id of the key.', example: 3 },
  person_id: { type: 'integer', nullable: true, description: 'Id of the person.', example: null },
}) {}

@ApiSchema({ description: 'The target of a change.' })
export class AuditedThing extends Shape({
  type: { type: 'string', values: AUDIT_TARGETS, description: 'Kind of the target.', example: 'key' },
  id: {
    type: 'integer',
    nullable: true,
    description: 'Id of the target; null if an account has only one target of the kind.',
    example: 12,
  },
}) {}

@ApiSchema({ description: 'One change: its actor, time, client address and target, with the fields that differ.' })
export class AuditEntryShown extends Shape({
  id: { type: 'integer', description: 'Id of the entry.', example: 41 },
  at: { type: 'date-time', description: 'When the change was made.' },
  account_id: { type: 'integer', nullable: true, description: 'The account of the target.', example: 2 },
  actor: { type: () => AuditActor, description: 'Who made the change.' },
  ip: { type: 'string', nullable: true, description: 'Address of the client.', example: '203.0.113.7' },
  action: { type: 'string', values: AUDIT_ACTIONS, description: 'The action.', example: 'key.issued' },
  target: { type: () => AuditedThing, description: 'The target of the action.' },
  before: {
    type: 'object',
    nullable: true,
    description: 'The target before the change: only the fields that differ. Contains no secrets.',
    example: null,
  },
  after: {
    type: 'object',
    nullable: true,
    description: 'The target after the change: only the fields that differ. Contains no secrets.',
    example: { scope: 'read_only', name: 'dashboard', prefix: 'hrev_4fGh2K', expires_at: null },
  },
}) {}

@ApiSchema({ description: 'A page of the audit trail, newest first.' })
export class AuditPage extends Shape({
  data: { type: () => AuditEntryShown, list: true, description: 'Entries, newest first.' },
  next_cursor: {
    type: 'string',
    nullable: true,
    description: 'Cursor of the next page; null at the end.',
    example: '1795420000000000-41',
  },
  has_next: { type: 'boolean', description: 'Whether there are older entries.' },
}) {}

/** `rows` contains one entry more than `limit` if there is a next page. */
export function presentPage(rows: readonly AuditEntry[], limit: number): AuditPage {
  const entries = rows.slice(0, limit);
  const last = entries.at(-1);
  const hasNext = rows.length > limit;
  return { data: entries.map(presentEntry), next_cursor: hasNext && last ? cursorOf(last) : null, has_next: hasNext };
}

function presentEntry(entry: AuditEntry): AuditEntryShown {
  return {
    id: entry.id,
    at: wireTime(entry.at),
    account_id: entry.accountId,
    actor: { kind: entry.actor, account_id: entry.actorAccountId, key_id: entry.keyId, person_id: entry.personId },
    ip: entry.address,
    action: entry.action,
    target: { type: entry.targetType, id: entry.targetId },
    before: entry.before,
    after: entry.after,
  };
}
