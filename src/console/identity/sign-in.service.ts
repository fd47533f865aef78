import { Injectable } from '@nestjs/common';
import { AppError } from '@libs/kernel';
import { clientAddress } from '@src/auth';
import type { Request } from 'express';
import { PASSWORD_LENGTH } from './domain/password-rules';
import { FactorsService, type GivenFactor } from './factors.service';
import { Passkeys } from './passkeys.service';
import { PasswordHasher } from './password-hasher';
import { PersonStore } from './persistence/person.store';
import { BrowserOrigin, cookieOf } from './browser-origin';
import { SessionStore } from './persistence/session.store';
import { SignInLimit } from './persistence/sign-in-limit.store';
import { SignInTrail } from './sign-in-trail';

const wrong = (): AppError => new AppError('unauthorized', 'The e-mail address or the password is wrong');
const wrongCode = (): AppError => new AppError('unauthorized', 'The code is wrong, or it was used before');

/** A password, or a second factor. One of them is given. */
export interface GivenProof extends GivenFactor {
  readonly password?: string;
}

/** Checks passwords and second factors. Unknown addresses and wrong passwords get the same response after the same work (ASVS 6.3.8). */
@Injectable()
export class SignInService {
  constructor(
    private readonly persons: PersonStore,
    private readonly hasher: PasswordHasher,
    private readonly sessions: SessionStore,
    private readonly limit: SignInLimit,
    private readonly origin: BrowserOrigin,
    private readonly factors: FactorsService,
    private readonly passkeys: Passkeys,
    private readonly trail: SignInTrail,
  ) {}

  /** The id of the person. Throws `unauthorized`, or `rate_limited` after too many attempts. */
  async check(email: string, password: string, request: Request): Promise<number> {
    const person = await this.persons.byEmail(email);
    // Without a person, the query takes the same time with the id 0.
    const knownBrowser = await this.knownBrowser(person?.id ?? 0, request);
    const attempt = await this.limit.take({ email, address: clientAddress(request), knownBrowser });
    const { isRight, isOutdated } = await this.hasher.check(fit(password), person?.passwordHash ?? null);
    if (person === null || !isRight) {
      this.trail.failed({ personId: person?.id ?? null, given: 'password', attempt: attempt.number }, request);
      throw wrong();
    }
    await attempt.takeBack();
    if (isOutdated) await this.persons.setPassword(person.id, await this.hasher.hash(password));
    return person.id;
  }

  /** The options for a sign-in with a passkey. Throws `rate_limited` after too many of a network. */
  async passkeyOptions(request: Request): Promise<object> {
    await this.limit.takePasskey(clientAddress(request));
    return this.passkeys.signatureOptions(null, { purpose: 'sign_in', sessionId: null, request });
  }

  /** The id of the person of a passkey. Throws `unauthorized`, or `rate_limited` after too many attempts. */
  async checkPasskey(answer: object, request: Request): Promise<number> {
    const { number } = await this.limit.takePasskey(clientAddress(request));
    const passkey = await this.passkeys.signed(answer, null, { purpose: 'sign_in', sessionId: null, request });
    if (passkey === null) {
      this.trail.failed({ personId: null, given: 'passkey', attempt: number }, request);
      throw new AppError('unauthorized', 'The passkey is not known here, or its answer came too late');
    }
    return passkey.personId;
  }

  /** Checks the second factor of a sign-in. Throws `unauthorized`, or `rate_limited` after too many wrong ones. */
  async checkFactor(personId: number, sessionId: number, given: GivenFactor, request: Request): Promise<void> {
    const attempt = await this.limit.takeCode(personId, await this.knownBrowser(personId, request));
    const use = { purpose: 'second_factor', sessionId, request } as const;
    if (!(await this.factors.check(personId, given, use))) {
      this.trail.failed({ personId, given: 'second_factor', attempt: attempt.number }, request);
      throw wrongCode();
    }
    await attempt.takeBack();
  }

  /** Throws `unauthorized` if the proof is wrong, and `rate_limited` after ten wrong ones in an hour. */
  async prove(personId: number, sessionId: number, given: GivenProof, request: Request): Promise<void> {
    if (await this.isProof(personId, sessionId, given, request)) return;
    throw given.password === undefined ? wrongCode() : new AppError('unauthorized', 'The password is wrong');
  }

  /** Whether the proof is right. Throws `rate_limited` after ten wrong ones of a session in an hour. */
  async isProof(personId: number, sessionId: number, given: GivenProof, request: Request): Promise<boolean> {
    const attempt = await this.limit.takeProof(sessionId);
    const isRight =
      given.password === undefined
        ? await this.factors.check(personId, given, { purpose: 'proof', sessionId, request })
        : await this.isPassword(personId, given.password);
    if (isRight) await attempt.takeBack();
    else this.trail.failed({ personId, given: 'proof', attempt: attempt.number }, request);
    return isRight;
  }

  private async isPassword(personId: number, password: string): Promise<boolean> {
    const person = await this.persons.byId(personId);
    return (await this.hasher.check(fit(password), person?.passwordHash ?? null)).isRight;
  }

  /** The digest of the browser's cookie if the person has signed in with it before. */
  private async knownBrowser(personId: number, request: Request): Promise<Buffer | null> {
    return this.sessions.knownBrowser(cookieOf(request, this.origin.cookies(request).browser), personId);
  }
}

/** A longer text cannot be a password; an empty one is hashed instead, so that the time is the same. */
function fit(password: string): string {
  const characters = [...password];
  return characters.length > PASSWORD_LENGTH.max ? '' : password;
}
