import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { AppError } from '@libs/kernel';
import type { Request } from 'express';
import { BrowserOrigin, type PasskeySite } from './browser-origin';
import { FactorStore, type NewPasskey, type PasskeyPurpose, type StoredPasskey } from './persistence/factor.store';

/** The person who registers a passkey. */
export interface PasskeyOwner {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly createdAt: Date;
}

/** What a browser signs for: the purpose, and the session that asked for the challenge. */
export interface PasskeyUse {
  readonly purpose: PasskeyPurpose;
  readonly sessionId: number | null;
  readonly request: Request;
}

const TIMEOUT_MS = 300_000;
const digestOf = (challenge: string): Buffer => createHash('sha256').update(challenge).digest();

/**
 * Passkeys (WebAuthn). A passkey verifies its owner by itself and therefore counts as both factors. Each challenge is used once, for
 * its purpose and in its session.
 */
@Injectable()
export class Passkeys {
  constructor(
    private readonly factors: FactorStore,
    private readonly origin: BrowserOrigin,
  ) {}

  /** The options with which a browser makes a passkey. Throws `conflict` on an address without a name. */
  async registrationOptions(owner: PasskeyOwner, use: PasskeyUse): Promise<object> {
    const { rpId } = this.siteOf(use.request);
    const known = await this.factors.passkeys(owner.id);
    const options = await generateRegistrationOptions({
      rpName: 'hrev',
      rpID: rpId,
      // Stable, so that a device keeps one passkey for a person; without personal data.
      userID: new Uint8Array(digestOf(`hrev person ${owner.id} ${owner.createdAt.toISOString()}`)),
      userName: owner.email,
      userDisplayName: owner.name,
      timeout: TIMEOUT_MS,
      attestationType: 'none',
      excludeCredentials: known.map(descriptorOf),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    await this.factors.insertChallenge(digestOf(options.challenge), use.purpose, use.sessionId);
    return options;
  }

  /** The options with which a browser signs: with a passkey of the person, or for a sign-in, with any. */
  async signatureOptions(personId: number | null, use: PasskeyUse): Promise<object> {
    const { rpId } = this.siteOf(use.request);
    const known = personId === null ? [] : await this.factors.passkeys(personId);
    const options = await generateAuthenticationOptions({
      rpID: rpId,
      timeout: TIMEOUT_MS,
      userVerification: 'required',
      ...(personId === null ? {} : { allowCredentials: known.map(descriptorOf) }),
    });
    await this.factors.insertChallenge(digestOf(options.challenge), use.purpose, use.sessionId);
    return options;
  }

  /** Checks a new passkey. Null if the browser's answer is not valid for the challenge and the address. */
  async registered(answer: object, use: PasskeyUse): Promise<Omit<NewPasskey, 'personId' | 'name'> | null> {
    const { origin, rpId } = this.siteOf(use.request);
    const response = answer as RegistrationResponseJSON;
    const result = await this.verified(use, (expectedChallenge) =>
      verifyRegistrationResponse({ response, expectedChallenge, expectedOrigin: origin, expectedRPID: rpId }),
    );
    if (result?.verified !== true) return null;
    const { credential } = result.registrationInfo;
    return {
      credentialId: Buffer.from(credential.id, 'base64url'),
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: credential.transports ?? [],
    };
  }

  /** The passkey that signed; null if the signature is not valid, or the passkey is unknown or of another person. */
  async signed(answer: object, personId: number | null, use: PasskeyUse): Promise<StoredPasskey | null> {
    const { origin, rpId } = this.siteOf(use.request);
    const response = answer as AuthenticationResponseJSON;
    const { id } = response as { readonly id: unknown };
    const passkey = typeof id === 'string' ? await this.factors.passkey(Buffer.from(id, 'base64url')) : null;
    if (passkey === null || (personId !== null && passkey.personId !== personId)) return null;
    const credential = { id: id as string, publicKey: new Uint8Array(passkey.publicKey), counter: passkey.counter };
    const result = await this.verified(use, (expectedChallenge) =>
      verifyAuthenticationResponse({
        response,
        expectedChallenge,
        expectedOrigin: origin,
        expectedRPID: rpId,
        credential,
      }),
    );
    if (result?.verified !== true) return null;
    await this.factors.usePasskey(passkey.id, result.authenticationInfo.newCounter);
    return passkey;
  }

  /** Runs a check of the library, which throws for answers that are not valid. Returns null for these; other errors are thrown. */
  private async verified<T>(
    { purpose, sessionId }: PasskeyUse,
    check: (expectedChallenge: (challenge: string) => Promise<boolean>) => Promise<T>,
  ): Promise<T | null> {
    const failures: unknown[] = [];
    const isExpected = async (challenge: string): Promise<boolean> => {
      try {
        return await this.factors.useChallenge(digestOf(challenge), purpose, sessionId);
      } catch (error) {
        failures.push(error);
        return false;
      }
    };
    const result = await check(isExpected).catch(() => null);
    if (failures.length > 0) throw failures[0];
    return result;
  }

  private siteOf(request: Request): PasskeySite {
    const site = this.origin.passkeySite(request);
    if (site === null)
      throw new AppError('conflict', 'This address has no name, and passkeys need one: use an app that shows codes');
    return site;
  }
}

const descriptorOf = ({
  credentialId,
  transports,
}: Pick<StoredPasskey, 'credentialId' | 'transports'>): { id: string; transports: string[] } => ({
  id: credentialId.toString('base64url'),
  transports: [...transports],
});
