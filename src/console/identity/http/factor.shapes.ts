import { ApiSchema } from '@nestjs/swagger';
import { BodyEnum, BodyName, BodyText, Input, Shape } from '@libs/http';
import { MAX_PASSKEY, PASSKEY } from './sign-in.shapes';

const MAX_NAME = 100;
/** Longer than any password, so that every length reaches the check. */
const MAX_TEXT = 1_024;

@ApiSchema({ description: 'A second factor.' })
export class FactorShown extends Shape({
  id: { type: 'integer', description: 'Id of the factor.' },
  kind: { type: 'string', values: ['totp', 'passkey'], description: 'An app that shows codes, or a passkey.' },
  name: { type: 'string', description: 'Name that the person gave.' },
  created_at: { type: 'date-time', description: 'When it was added.' },
  last_used_at: {
    type: 'date-time',
    nullable: true,
    description: 'When it was last used; null if it was not used yet.',
  },
}) {}

@ApiSchema({ description: 'The second factors of a person.' })
export class FactorsShown extends Shape({
  data: { type: () => FactorShown, list: true, description: 'Factors, oldest first.' },
  recovery_codes_left: { type: 'integer', description: 'Recovery codes that are left.' },
  is_required: { type: 'boolean', description: 'Whether the person must have a factor.' },
}) {}

@ApiSchema({ description: 'A second factor to add.' })
export class NewFactorBody extends Input({
  kind: BodyEnum({ description: 'What to add.', values: ['totp', 'passkey'] }),
  name: BodyName({ description: 'Name, such as "Phone".', min: 1, max: MAX_NAME }),
  passkey: BodyText({ description: `For a passkey. ${PASSKEY}`, min: 1, max: MAX_PASSKEY, optional: true }),
}) {}

@ApiSchema({ description: 'A second factor that was added.' })
export class AddedFactorShown extends Shape({
  id: { type: 'integer', description: 'Id of the factor.' },
  otpauth_url: {
    type: 'string',
    nullable: true,
    description: 'For an app: the address of its QR code, shown once. The app counts after its first code.',
  },
  recovery_codes: {
    type: 'string',
    list: true,
    nullable: true,
    description: 'With the first factor: ten recovery codes, shown once.',
  },
}) {}

@ApiSchema({ description: 'The first code of an app.' })
export class ConfirmBody extends Input({
  code: BodyText({ description: 'The code that the app shows.', min: 1, max: 20 }),
}) {}

@ApiSchema({ description: 'A name for a second factor.' })
export class FactorNameBody extends Input({ name: BodyName({ description: 'New name.', min: 1, max: MAX_NAME }) }) {}

@ApiSchema({ description: 'Recovery codes.' })
export class RecoveryCodesShown extends Shape({
  recovery_codes: { type: 'string', list: true, description: 'Ten codes, shown once.' },
}) {}

@ApiSchema({ description: 'The present password and the new one.' })
export class ChangePasswordBody extends Input({
  current: BodyText({ description: 'The present password.', max: MAX_TEXT, trim: false }),
  next: BodyText({ description: 'The new password.', max: MAX_TEXT, trim: false }),
}) {}

@ApiSchema({ description: 'What a passkey is asked for.' })
export class PasskeyOptionsBody extends Input({
  purpose: BodyEnum({
    description: 'What the passkey is asked for: to add it, to continue a sign-in, or to prove who the person is.',
    values: ['enrol', 'second_factor', 'proof'],
  }),
}) {}

@ApiSchema({ description: 'Options of WebAuthn.' })
export class PasskeyOptions extends Shape({
  options: { type: 'object', description: 'Options of WebAuthn, as JSON, for the browser.' },
}) {}
