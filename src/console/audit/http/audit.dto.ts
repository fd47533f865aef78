import { ApiSchema } from '@nestjs/swagger';
import { PageQuery, QueryEnum, QueryInstant, QueryText, Shown } from '@libs/http';
import { AUDIT_ACTIONS, AUDIT_TARGETS, type AuditAction } from '@src/audit';

export const ACTOR_KINDS = ['person', 'key', 'cli', 'service', 'operator'] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

export class AuditQueryOfAccount extends PageQuery {
  @QueryText({
    description: 'Only acts of this actor: `person:3`, `key:12`, or a kind: person, key, cli, service, operator.',
    maxLength: 40,
  })
  readonly actor?: string;

  @QueryEnum({ description: 'Only this action.', values: AUDIT_ACTIONS })
  readonly action?: AuditAction;

  @QueryInstant({ description: 'Only acts at this time or later.' })
  readonly since?: string;
}

@ApiSchema({ description: 'Who did something.' })
export class ActorShown {
  @Shown({
    type: 'string',
    values: ACTOR_KINDS,
    description: '`person` in the console, `key` over the API, `cli` on the command line, `service`, or the operator.',
  })
  readonly kind!: ActorKind;

  @Shown({ type: 'integer', nullable: true, description: 'Id of the person or of the key.' })
  readonly id!: number | null;

  @Shown({ type: 'string', nullable: true, description: 'Name of the person, or name and prefix of the key.' })
  readonly name!: string | null;
}

@ApiSchema({ description: 'To what something was done.' })
export class TargetShown {
  @Shown({ type: 'string', values: AUDIT_TARGETS, description: 'Kind of the target.' })
  readonly type!: string;

  @Shown({ type: 'integer', nullable: true, description: 'Id of the target; null if an account has only one.' })
  readonly id!: number | null;

  @Shown({ type: 'string', nullable: true, description: 'Name of the target where it has one.' })
  readonly name!: string | null;
}

@ApiSchema({ description: 'An entry of the audit trail.' })
export class AuditShown {
  @Shown({ type: 'integer', description: 'Id of the entry.' })
  readonly id!: number;

  @Shown({ type: 'date-time', description: 'When it was done.' })
  readonly at!: string;

  @Shown({ type: () => ActorShown, description: 'Who did it.' })
  readonly actor!: ActorShown;

  @Shown({ type: 'string', values: AUDIT_ACTIONS, description: 'What was done.' })
  readonly action!: string;

  @Shown({ type: () => TargetShown, description: 'To what.' })
  readonly target!: TargetShown;

  @Shown({ type: 'string', nullable: true, description: 'Address of the client.' })
  readonly ip!: string | null;

  @Shown({ type: 'object', nullable: true, description: 'The fields that differ, before. Contains no secrets.' })
  readonly before!: object | null;

  @Shown({ type: 'object', nullable: true, description: 'The fields that differ, after. Contains no secrets.' })
  readonly after!: object | null;
}
