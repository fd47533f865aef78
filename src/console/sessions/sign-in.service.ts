import { Injectable } from '@nestjs/common';
import { AppError } from '@libs/kernel';
import { clientAddress } from '@src/auth';
import type { Request } from 'express';
import { PASSWORD_LENGTH } from '../domain/password-rules';
import { PasswordHasher } from '../passwords/password-hasher';
import { PersonStore } from '../persons/person.store';
import { BrowserOrigin, cookieOf } from './browser-origin';
import { KnownBrowsers } from './known-browsers';
import { SignInLimit } from './sign-in-limit';

const wrong = (): AppError => new AppError('unauthorized', 'The e-mail address or the password is wrong');

/** Checks passwords. Unknown addresses and wrong passwords get the same response after the same work (ASVS 6.3.8). */
@Injectable()
export class SignInService {
  constructor(
    private readonly persons: PersonStore,
    private readonly hasher: PasswordHasher,
    private readonly browsers: KnownBrowsers,
    private readonly limit: SignInLimit,
    private readonly origin: BrowserOrigin,
  ) {}

  /** The id of the person. Throws `unauthorized`, or `rate_limited` after too many attempts. */
  async check(email: string, password: string, request: Request): Promise<number> {
    const person = await this.persons.byEmail(email);
    const cookie = cookieOf(request, this.origin.cookies(request).browser);
    // Without a person, the query takes the same time with the id 0.
    const knownBrowser = await this.browsers.digestFor(cookie, person?.id ?? 0);
    const takeBack = await this.limit.take({ email, address: clientAddress(request), knownBrowser });
    const { isRight, isOutdated } = await this.hasher.check(fit(password), person?.passwordHash ?? null);
    if (person === null || !isRight) throw wrong();
    await takeBack();
    if (isOutdated) await this.persons.setPassword(person.id, await this.hasher.hash(password));
    return person.id;
  }

  /** Throws `unauthorized` if it is not the password of the person, and `rate_limited` after ten wrong ones in an hour. */
  async prove(personId: number, sessionId: number, password: string): Promise<void> {
    const takeBack = await this.limit.takeProof(sessionId);
    const person = await this.persons.byId(personId);
    if (!(await this.hasher.check(fit(password), person?.passwordHash ?? null)).isRight)
      throw new AppError('unauthorized', 'The password is wrong');
    await takeBack();
  }
}

/** A longer text cannot be a password; its first characters are hashed, so that the time is the same. */
function fit(password: string): string {
  const characters = [...password];
  return characters.length > PASSWORD_LENGTH.max ? '' : password;
}
