import { ApiSchema } from '@nestjs/swagger';
import { BodyBoolean, BodyEnum, BodyInteger, BodyName, BodyText, Input, Shape } from '@libs/http';
import { ROLES } from '../domain/roles';

const THEMES = ['light', 'dark', 'system'] as const;
const DENSITIES = ['comfortable', 'compact'] as const;

@ApiSchema({ description: 'An account of the person.' })
export class AccountOfPerson extends Shape({
  id: { type: 'integer', description: 'Id of the account.' },
  name: { type: 'string', description: 'Name of the account.' },
  plan: { type: 'string', description: 'Plan of the account.' },
  status: { type: 'string', values: ['active', 'suspended'], description: 'Whether the account has access.' },
  role: { type: 'string', values: ROLES, description: 'Role of the person.' },
  owners: { type: 'string', list: true, description: 'Names of its owners, at most 5.' },
  unread: { type: 'integer', description: 'Notices that the person has not read, at most 100.' },
  is_demo: {
    type: 'boolean',
    description: 'Whether it is the demo account, which has invented reviews and is read-only.',
  },
}) {}

@ApiSchema({ description: 'The settings of the console that the person has chosen.' })
export class PreferencesShown extends Shape({
  locale: { type: 'string', optional: true, description: 'Language tag; empty or absent: that of the browser.' },
  time_zone: { type: 'string', optional: true, description: 'IANA time zone; empty or absent: that of the browser.' },
  theme: { type: 'string', optional: true, values: THEMES, description: 'Colors.' },
  density: { type: 'string', optional: true, values: DENSITIES, description: 'Height of rows.' },
  single_keys: { type: 'boolean', optional: true, description: 'Whether single keys are shortcuts.' },
  last_review_id: { type: 'integer', optional: true, description: 'Newest review that the person has opened.' },
}) {}

@ApiSchema({ description: 'The signed-in person.' })
export class Me extends Shape({
  id: { type: 'integer', description: 'Id of the person.' },
  name: { type: 'string', description: 'Name of the person.' },
  email: { type: 'string', description: 'E-mail address of the person.' },
  is_operator: { type: 'boolean', description: 'Whether the person may use the operator area.' },
  proof_until: { type: 'date-time', nullable: true, description: 'Until when the last proof is fresh.' },
  accounts: { type: () => AccountOfPerson, list: true, description: 'Accounts of the person, by id.' },
  preferences: { type: () => PreferencesShown, description: 'Settings of the console.' },
  unread: {
    type: 'integer',
    description: 'Notices that the person has not read: the sum of the counts of the accounts, of at most 100 each.',
  },
}) {}

@ApiSchema({ description: 'The name and the settings that change.' })
export class ProfileBody extends Input({
  name: BodyName({ description: 'New name.', min: 1, max: 200, optional: true }),
  locale: BodyText({ description: 'Language tag, such as `pt-PT`.', max: 35, optional: true }),
  time_zone: BodyText({ description: 'IANA time zone.', max: 64, optional: true }),
  theme: BodyEnum({ description: 'Colors.', values: THEMES, optional: true }),
  density: BodyEnum({ description: 'Height of rows.', values: DENSITIES, optional: true }),
  single_keys: BodyBoolean({ description: 'Whether single keys are shortcuts.', optional: true }),
  last_review_id: BodyInteger({ description: 'Newest review that the person has opened.', min: 0, optional: true }),
}) {}

@ApiSchema({ description: 'A session of the person.' })
export class SessionShown extends Shape({
  id: { type: 'integer', description: 'Id of the session.' },
  current: { type: 'boolean', description: 'Whether it is the session of this request.' },
  device: { type: 'string', description: 'User agent of the sign-in.' },
  ip: { type: 'string', description: 'IP address of the sign-in.' },
  created_at: { type: 'date-time', description: 'When the session began.' },
  last_seen_at: { type: 'date-time', description: 'When the session was last used.' },
}) {}
