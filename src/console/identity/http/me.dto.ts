import { ApiSchema } from '@nestjs/swagger';
import { BodyBoolean, BodyEnum, BodyInteger, BodyName, BodyText, Shown } from '@libs/http';
import { ROLES } from '../domain/roles';

const THEMES = ['light', 'dark', 'system'] as const;
const DENSITIES = ['comfortable', 'compact'] as const;

@ApiSchema({ description: 'An account of the person.' })
export class AccountOfPerson {
  @Shown({ type: 'integer', description: 'Id of the account.' })
  readonly id!: number;

  @Shown({ type: 'string', description: 'Name of the account.' })
  readonly name!: string;

  @Shown({ type: 'string', description: 'Plan of the account.' })
  readonly plan!: string;

  @Shown({ type: 'string', values: ['active', 'suspended'], description: 'Whether the account has access.' })
  readonly status!: string;

  @Shown({ type: 'string', values: ROLES, description: 'Role of the person.' })
  readonly role!: string;

  @Shown({ type: 'string', list: true, description: 'Names of its owners, at most 5.' })
  readonly owners!: readonly string[];

  @Shown({ type: 'integer', description: 'Notices that the person has not read, at most 100.' })
  readonly unread!: number;

  @Shown({
    type: 'boolean',
    description: 'Whether it is the demo account, which has invented reviews and is read-only.',
  })
  readonly is_demo!: boolean;
}

@ApiSchema({ description: 'The settings of the console that the person has chosen.' })
export class PreferencesShown {
  @Shown({ type: 'string', optional: true, description: 'Language tag; empty or absent: that of the browser.' })
  readonly locale?: string;

  @Shown({ type: 'string', optional: true, description: 'IANA time zone; empty or absent: that of the browser.' })
  readonly time_zone?: string;

  @Shown({ type: 'string', optional: true, values: THEMES, description: 'Colors.' })
  readonly theme?: (typeof THEMES)[number];

  @Shown({ type: 'string', optional: true, values: DENSITIES, description: 'Height of rows.' })
  readonly density?: (typeof DENSITIES)[number];

  @Shown({ type: 'boolean', optional: true, description: 'Whether single keys are shortcuts.' })
  readonly single_keys?: boolean;

  @Shown({ type: 'integer', optional: true, description: 'Newest review that the person has opened.' })
  readonly last_review_id?: number;
}

@ApiSchema({ description: 'The signed-in person.' })
export class Me {
  @Shown({ type: 'integer', description: 'Id of the person.' })
  readonly id!: number;

  @Shown({ type: 'string', description: 'Name of the person.' })
  readonly name!: string;

  @Shown({ type: 'string', description: 'E-mail address of the person.' })
  readonly email!: string;

  @Shown({ type: 'boolean', description: 'Whether the person may use the operator area.' })
  readonly is_operator!: boolean;

  @Shown({ type: 'date-time', nullable: true, description: 'Until when the last proof is fresh.' })
  readonly proof_until!: string | null;

  @Shown({ type: () => AccountOfPerson, list: true, description: 'Accounts of the person, by id.' })
  readonly accounts!: readonly AccountOfPerson[];

  @Shown({ type: () => PreferencesShown, description: 'Settings of the console.' })
  readonly preferences!: PreferencesShown;

  @Shown({ type: 'integer', description: 'Notices that the person has not read, in all accounts.' })
  readonly unread!: number;
}

@ApiSchema({ description: 'The name and the settings that change.' })
export class PreferencesBody {
  @BodyName({ description: 'New name.', min: 1, max: 200, optional: true })
  readonly name?: string;

  @BodyText({ description: 'Language tag, such as `pt-PT`.', max: 35, optional: true })
  readonly locale?: string;

  @BodyText({ description: 'IANA time zone.', max: 64, optional: true })
  readonly time_zone?: string;

  @BodyEnum({ description: 'Colors.', values: THEMES, optional: true })
  readonly theme?: string;

  @BodyEnum({ description: 'Height of rows.', values: DENSITIES, optional: true })
  readonly density?: string;

  @BodyBoolean({ description: 'Whether single keys are shortcuts.', optional: true })
  readonly single_keys?: boolean;

  @BodyInteger({ description: 'Newest review that the person has opened.', min: 0, optional: true })
  readonly last_review_id?: number;
}

@ApiSchema({ description: 'A session of the person.' })
export class SessionShown {
  @Shown({ type: 'integer', description: 'Id of the session.' })
  readonly id!: number;

  @Shown({ type: 'boolean', description: 'Whether it is the session of this request.' })
  readonly current!: boolean;

  @Shown({ type: 'string', description: 'User agent of the sign-in.' })
  readonly device!: string;

  @Shown({ type: 'string', description: 'IP address of the sign-in.' })
  readonly ip!: string;

  @Shown({ type: 'date-time', description: 'When the session began.' })
  readonly created_at!: string;

  @Shown({ type: 'date-time', description: 'When the session was last used.' })
  readonly last_seen_at!: string;
}
