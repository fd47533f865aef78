/** The wire form of recoveries (contract §4.11). */
import { ApiSchema } from '@nestjs/swagger';
import { BodyEnumList, BodyInstant, Input, Shape } from '@libs/http';
import { wireTime, wireTimeOrNull } from '@libs/kernel';
import { RECOVERED_STATES, RECOVERY_STATES, type Recovery } from '../../persistence/recovery.store';

@ApiSchema({ description: 'Which deliveries to send again.' })
export class RecoveryBody extends Input({
  since: BodyInstant({
    description: 'Deliveries that were created at this time or later; at most 30 days ago. Without a time zone, UTC.',
    example: '2026-11-20T08:00:00Z',
  }),
  until: BodyInstant({
    description: 'Deliveries that were created before this time; absent or null: now. Without a time zone, UTC.',
    optional: true,
    nullable: true,
    example: '2026-11-21T08:00:00Z',
  }),
  statuses: BodyEnumList({
    description: 'Deliveries of these statuses.',
    values: RECOVERED_STATES,
    min: 1,
    max: RECOVERED_STATES.length,
    distinct: true,
    example: ['failed', 'dead_letter'],
  }),
}) {}

@ApiSchema({ description: 'A request to send failed deliveries again, and its progress.' })
export class WebhookRecovery extends Shape({
  id: { type: 'integer', description: 'Id of the recovery.' },
  state: {
    type: 'string',
    values: RECOVERY_STATES,
    description: '`running`, `finished` (every delivery was made due), or `stopped` by a client.',
  },
  matched: { type: 'integer', description: 'Deliveries that matched when it was created.' },
  done: { type: 'integer', description: 'Deliveries that it has made due so far; their results are in their list.' },
  since: { type: 'date-time', description: 'The beginning of the period, included.' },
  until: { type: 'date-time', description: 'The end of the period, excluded.' },
  statuses: { type: 'string', list: true, values: RECOVERED_STATES, description: 'Statuses of the deliveries.' },
  created_at: { type: 'date-time', description: 'When it was created.' },
  ended_at: { type: 'date-time', nullable: true, description: 'When it finished or was stopped; null while it runs.' },
}) {}

export function presentRecovery(recovery: Recovery): WebhookRecovery {
  const { id, state, matched, done, statuses } = recovery;
  return {
    id,
    state,
    matched,
    done,
    since: wireTime(recovery.since),
    until: wireTime(recovery.until),
    statuses,
    created_at: wireTime(recovery.createdAt),
    ended_at: wireTimeOrNull(recovery.endedAt),
  };
}
