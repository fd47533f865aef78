import { ApiSchema } from '@nestjs/swagger';
import { BodyEnum, BodyName, BodyText, Shown } from '@libs/http';
import { MAX_PASSKEY, PASSKEY } from './sign-in.dto';

const MAX_NAME = 100;
/** Longer than any password, so that every length reaches the check. */
const MAX_TEXT = 1_024;

@ApiSchema({ description: 'A second factor.' })
export class FactorShown {
  @Shown({ type: 'integer', description: 'Id of the factor.' })
  readonly id!: number;

  @Shown({ type: 'string', values: ['totp', 'passkey'], description: 'An app that shows codes, or a passkey.' })
  readonly kind!: string;

  @Shown({ type: 'string', description: 'Name that the person gave.' })
  readonly name!: string;

  @Shown({ type: 'date-time', description: 'When it was added.' })
  readonly created_at!: string;

  @Shown({ type: 'date-time', nullable: true, description: 'When it was last used; null if it was not used yet.' })
  readonly last_used_at!: string | null;
}

@ApiSchema({ description: 'The second factors of a person.' })
export class FactorsShown {
  @Shown({ type: () => FactorShown, list: true, description: 'Factors, oldest first.' })
  readonly data!: readonly FactorShown[];

  @Shown({ type: 'integer', description: 'Recovery codes that are left.' })
  readonly recovery_codes_left!: number;

  @Shown({ type: 'boolean', description: 'Whether the person must have a factor.' })
  readonly is_required!: boolean;
}

@ApiSchema({ description: 'A second factor to add.' })
export class NewFactorBody {
  @BodyEnum({ description: 'What to add.', values: ['totp', 'passkey'] })
  readonly kind!: 'totp' | 'passkey';

  @BodyName({ description: 'Name, such as "Phone".', min: 1, max: MAX_NAME })
  readonly name!: string;

  @BodyText({ description: `For a passkey. ${PASSKEY}`, min: 1, max: MAX_PASSKEY, optional: true })
  readonly passkey?: string;
}

@ApiSchema({ description: 'A second factor that was added.' })
export class AddedFactorShown {
  @Shown({ type: 'integer', description: 'Id of the factor.' })
  readonly id!: number;

  @Shown({
    type: 'string',
    nullable: true,
    description: 'For an app: the address of its QR code, shown once. The app counts after its first code.',
  })
  readonly otpauth_url!: string | null;

  @Shown({
    type: 'string',
    list: true,
    nullable: true,
    description: 'With the first factor: ten recovery codes, shown once.',
  })
  readonly recovery_codes!: readonly string[] | null;
}

@ApiSchema({ description: 'The first code of an app.' })
export class ConfirmBody {
  @BodyText({ description: 'The code that the app shows.', min: 1, max: 20 })
  readonly code!: string;
}

@ApiSchema({ description: 'A name for a second factor.' })
export class FactorNameBody {
  @BodyName({ description: 'New name.', min: 1, max: MAX_NAME })
  readonly name!: string;
}

@ApiSchema({ description: 'Recovery codes.' })
export class RecoveryCodesShown {
  @Shown({ type: 'string', list: true, description: 'Ten codes, shown once.' })
  readonly recovery_codes!: readonly string[];
}

@ApiSchema({ description: 'The present password and the new one.' })
export class ChangePasswordBody {
  @BodyText({ description: 'The present password.', max: MAX_TEXT, trim: false })
  readonly current!: string;

  @BodyText({ description: 'The new password.', max: MAX_TEXT, trim: false })
  readonly next!: string;
}

@ApiSchema({ description: 'What a passkey is asked for.' })
export class PasskeyOptionsBody {
  @BodyEnum({
    description: 'What the passkey is asked for: to add it, to continue a sign-in, or to prove who the person is.',
    values: ['enrol', 'second_factor', 'proof'],
  })
  readonly purpose!: 'enrol' | 'second_factor' | 'proof';
}

@ApiSchema({ description: 'Options of WebAuthn.' })
export class PasskeyOptions {
  @Shown({ type: 'object', description: 'Options of WebAuthn, as JSON, for the browser.' })
  readonly options!: object;
}
