import { ApiSchema } from '@nestjs/swagger';
import { BodyText, Input, Shape } from '@libs/http';
import { wireTimeOrNull } from '@libs/kernel';
import { SWITCHES } from '@src/switches';
import type { SwitchState } from '../operator-switches.service';

@ApiSchema({ description: 'Which switch to set, and why.' })
export class SwitchBody extends Input({
  source_slug: BodyText({
    description: 'The platform; absent or null: all platforms together.',
    min: 1,
    max: 64,
    optional: true,
    nullable: true,
    example: 'trustpilot',
  }),
  reason: BodyText({
    description: 'The reason, for other operators and the audit trail.',
    min: 1,
    max: 300,
    optional: true,
    nullable: true,
    example: 'The release of today sends replies twice',
  }),
}) {}

@ApiSchema({ description: 'A switch of the operator, of all platforms together or of one.' })
export class SwitchShown extends Shape({
  switch: { type: 'string', values: SWITCHES, description: 'What it switches.' },
  source_slug: { type: 'string', nullable: true, description: 'The platform; null: all platforms together.' },
  source_name: { type: 'string', nullable: true, description: 'Name of the platform.', example: 'Trustpilot' },
  off_since: { type: 'date-time', nullable: true, description: 'Since when it is off; null while it is on.' },
  reason: {
    type: 'string',
    nullable: true,
    description: 'The reason that the operator gave; null if none was given, and while it is on.',
    example: 'The release of today sends replies twice',
  },
}) {}

export const presentSwitch = ({ name, source, offSince, reason }: SwitchState): SwitchShown => ({
  switch: name,
  source_slug: source?.slug ?? null,
  source_name: source?.displayName ?? null,
  off_since: wireTimeOrNull(offSince),
  reason,
});
