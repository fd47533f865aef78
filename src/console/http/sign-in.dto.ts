import { BodyMailAddress, BodyText, Shown } from '@libs/http';
import { ROLES } from '../domain/roles';

/** Longer than any password, so that every length reaches the check. */
const MAX_TEXT = 1_024;

abstract class WithPassword {
  @BodyText({ description: 'The password, compared as received.', max: MAX_TEXT, trim: false })
  readonly password!: string;
}

export class SignInBody extends WithPassword {
  @BodyText({ description: 'The e-mail address of the person.', max: MAX_TEXT })
  readonly email!: string;
}

export class ProofBody extends WithPassword {}

export class TokenBody {
  @BodyText({ description: 'The token of the link.', min: 1, max: MAX_TEXT })
  readonly token!: string;
}

abstract class WithToken extends WithPassword {
  @BodyText({ description: 'The token of the link.', min: 1, max: MAX_TEXT })
  readonly token!: string;
}

export class JoinBody extends WithToken {
  @BodyText({ description: 'The name of the person.', min: 1, max: 200 })
  readonly name!: string;
}

export class SetupBody extends JoinBody {
  @BodyMailAddress({ description: 'The e-mail address of the person.' })
  readonly email!: string;

  @BodyText({ description: 'The name of the new account.', min: 1, max: 200 })
  readonly account_name!: string;
}

export class ResetBody {
  @BodyText({ description: 'The e-mail address of the person.', max: MAX_TEXT })
  readonly email!: string;
}

export class NewPasswordBody extends WithToken {}

export class NextStep {
  @Shown({ type: 'string', values: ['done', 'second_factor', 'enrol'], description: 'What the sign-in needs next.' })
  readonly next!: 'done' | 'second_factor' | 'enrol';
}

export class TokenShown {
  @Shown({ type: 'string', values: ['setup', 'join', 'reset'], description: 'What the link is for.' })
  readonly kind!: string;

  @Shown({ type: 'string', nullable: true, description: 'Address of the invited person, or of the person of a reset.' })
  readonly email!: string | null;

  @Shown({ type: 'string', nullable: true, description: 'Account of an invitation.' })
  readonly account_name!: string | null;

  @Shown({ type: 'string', nullable: true, values: ROLES, description: 'Role of an invitation.' })
  readonly role!: string | null;

  @Shown({ type: 'date-time', description: 'When the link expires.' })
  readonly expires_at!: string;
}
