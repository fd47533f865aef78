import { ApiSchema } from '@nestjs/swagger';
import { BodyMailAddress, BodyName, BodyText, Input, invalid, Shape } from '@libs/http';
import type { GivenProof } from '../sign-in.service';
import { ROLES } from '../domain/roles';

/** Longer than any password, so that every length reaches the check. */
const MAX_TEXT = 1_024;
export const MAX_PASSKEY = 16_384;
export const PASSKEY = 'The answer of the browser: JSON of WebAuthn, as text.';

abstract class WithPassword extends Input({
  password: BodyText({ description: 'The password, compared as received.', max: MAX_TEXT, trim: false }),
}) {}

@ApiSchema({ description: 'E-mail address and password.' })
export class SignInBody extends Input(WithPassword, {
  email: BodyText({ description: 'The e-mail address of the person.', max: MAX_TEXT }),
}) {}

@ApiSchema({ description: 'A signature of a passkey.' })
export class PasskeyBody extends Input({ passkey: BodyText({ description: PASSKEY, min: 1, max: MAX_PASSKEY }) }) {}

@ApiSchema({ description: 'A second factor: exactly one of the fields.' })
export class SecondFactorBody extends Input({
  totp: BodyText({ description: 'Six digits of an app.', max: 20, optional: true }),
  recovery_code: BodyText({ description: 'A recovery code.', max: 100, optional: true }),
  passkey: BodyText({ description: PASSKEY, min: 1, max: MAX_PASSKEY, optional: true }),
}) {}

@ApiSchema({ description: 'A proof: exactly one of the fields.' })
export class ProofBody extends Input({
  password: BodyText({
    description: 'The password, compared as received.',
    max: MAX_TEXT,
    trim: false,
    optional: true,
  }),
  totp: BodyText({ description: 'Six digits of an app.', max: 20, optional: true }),
  passkey: BodyText({ description: PASSKEY, min: 1, max: MAX_PASSKEY, optional: true }),
}) {}

/** The answer of a browser. Throws 422 unless the text is a JSON object; its fields are checked with the signature. */
export function passkeyOf(text: string): object {
  const answer = parsed(text);
  if (typeof answer !== 'object' || answer === null) throw invalid('passkey', 'must be JSON of WebAuthn');
  return answer;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** What is given. Throws 422 unless it is exactly one thing. */
export function givenProof(body: ProofBody & SecondFactorBody): GivenProof {
  const { password, totp, recovery_code: recoveryCode, passkey } = body;
  const answer = passkey === undefined ? undefined : passkeyOf(passkey);
  const given = Object.entries({ password, totp, recoveryCode, passkey: answer }).filter(
    ([, value]) => value !== undefined,
  );
  if (given.length !== 1) throw invalid('body', 'must give exactly one proof');
  return Object.fromEntries(given) as GivenProof;
}

@ApiSchema({ description: 'The token of a link.' })
export class TokenBody extends Input({
  token: BodyText({ description: 'The token of the link.', min: 1, max: MAX_TEXT }),
}) {}

abstract class WithToken extends Input(WithPassword, {
  token: BodyText({ description: 'The token of the link.', min: 1, max: MAX_TEXT }),
}) {}

@ApiSchema({ description: 'The person who accepts an invitation.' })
export class JoinBody extends Input(WithToken, {
  name: BodyName({ description: 'The name of the person.', min: 1, max: 200 }),
}) {}

@ApiSchema({ description: 'The first person and the first account.' })
export class SetupBody extends Input(JoinBody, {
  email: BodyMailAddress({ description: 'The e-mail address of the person.' }),
  account_name: BodyName({ description: 'The name of the new account.', min: 1, max: 200 }),
}) {}

@ApiSchema({ description: 'The person who needs a new password.' })
export class ResetBody extends Input({
  email: BodyText({ description: 'The e-mail address of the person.', max: MAX_TEXT }),
}) {}

@ApiSchema({ description: 'How persons who forgot their password get a link.' })
export class ResetShown extends Shape({
  by_mail: { type: 'boolean', description: 'Whether links are mailed. Otherwise an operator makes them.' },
}) {}

@ApiSchema({ description: 'A new password, with the token of a link.' })
export class NewPasswordBody extends WithToken {}

@ApiSchema({ description: 'What a sign-in needs next.' })
export class NextStep extends Shape({
  next: { type: 'string', values: ['done', 'second_factor', 'enrol'], description: 'What the sign-in needs next.' },
}) {}

@ApiSchema({ description: 'What can continue a sign-in.' })
export class WaitingFactors extends Shape({
  kinds: {
    type: 'string',
    list: true,
    values: ['totp', 'passkey'],
    description: 'Kinds of the factors of the person.',
  },
  has_recovery_codes: { type: 'boolean', description: 'Whether the person has recovery codes left.' },
}) {}

@ApiSchema({ description: 'What a link is for.' })
export class TokenShown extends Shape({
  kind: { type: 'string', values: ['setup', 'join', 'reset'], description: 'What the link is for.' },
  email: { type: 'string', nullable: true, description: 'Address of the invited person, or of the person of a reset.' },
  account_name: { type: 'string', nullable: true, description: 'Account of an invitation.' },
  role: { type: 'string', nullable: true, values: ROLES, description: 'Role of an invitation.' },
  expires_at: { type: 'date-time', description: 'When the link expires.' },
}) {}
