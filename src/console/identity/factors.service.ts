import { Injectable } from '@nestjs/common';
import { Database, isUniqueViolation } from '@libs/database';
import { invalid } from '@libs/http';
import { AppError, notFound } from '@libs/kernel';
import { digestOfRecoveryCode, newRecoveryCode, RECOVERY_CODES } from './domain/recovery-code';
import { PersonTrail } from './person-trail.service';
import { SessionStore } from './persistence/session.store';
import { FactorStore, type Factor } from './persistence/factor.store';
import { Passkeys, type PasskeyOwner, type PasskeyUse } from './passkeys.service';
import { cannotOpen, Seeds } from './seeds.service';
import { newSeed, otpauthUrl, stepOfCode } from './totp';

const MAX_FACTORS = 10;

/** The factors of a person, and what is left to use without them. */
export interface FactorsOfPerson {
  readonly factors: readonly Factor[];
  readonly recoveryCodesLeft: number;
  /** Whether the person must have a factor, so that the last one cannot be removed. */
  readonly isRequired: boolean;
}

/** A factor that was added; with the first one, the recovery codes of the person, which are shown once. */
export interface AddedFactor {
  readonly id: number;
  readonly recoveryCodes: readonly string[] | null;
}

/** One of them is given. */
export interface GivenFactor {
  readonly totp?: string;
  readonly recoveryCode?: string;
  readonly passkey?: object;
}

/** The second factors of persons and their recovery codes: adds, checks and removes them. */
@Injectable()
export class FactorsService {
  constructor(
    private readonly database: Database,
    private readonly factors: FactorStore,
    private readonly seeds: Seeds,
    private readonly passkeys: Passkeys,
    private readonly sessions: SessionStore,
    private readonly trail: PersonTrail,
  ) {}

  async list(personId: number): Promise<FactorsOfPerson> {
    return {
      factors: await this.factors.list(personId),
      recoveryCodesLeft: await this.factors.codesLeft(personId),
      isRequired: await this.sessions.mustHaveFactor(personId),
    };
  }

  /** Adds an app that shows codes. It counts once `confirmApp` got its first code. */
  async addApp(
    { id: personId, email }: PasskeyOwner,
    name: string,
  ): Promise<{ readonly id: number; readonly url: string }> {
    const seed = newSeed();
    const id = await this.database.transaction(async () => {
      const sealed = await this.seeds.seal(personId, seed);
      await this.lockForOneMore(personId);
      return this.factors.insertSeed({ personId, ...sealed }, name);
    });
    return { id, url: otpauthUrl(seed, email) };
  }

  /** Confirms an app with its first code. Throws 404 for an app that does not wait for one, and 422 for a wrong code. */
  async confirmApp(personId: number, id: number, code: string): Promise<AddedFactor> {
    const waiting = await this.factors.waitingSeed(personId, id);
    if (waiting === null) throw notFound();
    const step = stepOfCode(this.seeds.open(waiting), code, Date.now());
    if (step === null) throw invalid('code', 'is not the code that the app shows now');
    return this.database.transaction(async () => {
      await this.lockForOneMore(personId);
      if (!(await this.factors.confirm(personId, id, step))) throw notFound();
      return this.added(personId, id, 'totp');
    });
  }

  /** Adds a passkey from the answer of a browser. Throws 422 for an answer that is not valid. */
  async addPasskey(personId: number, name: string, answer: object, use: PasskeyUse): Promise<AddedFactor> {
    const passkey = await this.passkeys.registered(answer, use);
    if (passkey === null) throw invalid('passkey', 'is not valid, or came too late: start again');
    try {
      return await this.database.transaction(async () => {
        await this.lockForOneMore(personId);
        return this.added(personId, await this.factors.insertPasskey({ ...passkey, personId, name }), 'passkey');
      });
    } catch (error) {
      if (isUniqueViolation(error, 'factor_credential_id_key'))
        throw new AppError('conflict', 'This passkey is stored already');
      throw error;
    }
  }

  async rename(personId: number, id: number, name: string): Promise<void> {
    if (!(await this.factors.rename(personId, id, name))) throw notFound();
  }

  /** Removes a factor. Throws 404 if there is none, and `conflict` for the last one of a person who must have one. */
  async remove(personId: number, id: number): Promise<void> {
    await this.database.transaction(async () => {
      await this.factors.lock(personId);
      const all = await this.factors.list(personId);
      const factor = all.find((one) => one.id === id);
      if (factor === undefined) throw notFound();
      if (all.length === 1 && (await this.sessions.mustHaveFactor(personId)))
        throw new AppError('conflict', 'Your role needs a second factor: add another one before you remove this one');
      await this.factors.remove(personId, id);
      if (all.length === 1) await this.factors.replaceCodes(personId, []);
      await this.trail.record(personId, {
        action: 'factor.removed',
        target: { type: 'factor', id },
        before: { kind: factor.kind, name: factor.name },
      });
    });
  }

  /** Makes new recovery codes; the old ones count no longer. Throws `conflict` without a factor that they could replace. */
  async newRecoveryCodes(personId: number): Promise<readonly string[]> {
    return this.database.transaction(async () => {
      await this.factors.lock(personId);
      if ((await this.factors.list(personId)).length === 0)
        throw new AppError('conflict', 'Recovery codes replace a second factor: add one first');
      return this.makeCodes(personId);
    });
  }

  /** Whether what a person gives is right. A code that is right is used up, and each signature is accepted once. */
  async check(personId: number, given: GivenFactor, use: PasskeyUse): Promise<boolean> {
    if (given.totp !== undefined) return this.useAppCode(personId, given.totp);
    if (given.recoveryCode !== undefined) return this.useRecoveryCode(personId, given.recoveryCode);
    return given.passkey !== undefined && (await this.passkeys.signed(given.passkey, personId, use)) !== null;
  }

  private async lockForOneMore(personId: number): Promise<void> {
    await this.factors.lock(personId);
    if ((await this.factors.list(personId)).length >= MAX_FACTORS)
      throw new AppError('conflict', `You have ${MAX_FACTORS} second factors; remove one first`);
  }

  private async added(personId: number, id: number, kind: Factor['kind']): Promise<AddedFactor> {
    const all = await this.factors.list(personId);
    const { name } = all.find((one) => one.id === id) ?? { name: '' };
    await this.trail.record(personId, {
      action: 'factor.added',
      target: { type: 'factor', id },
      after: { kind, name },
    });
    return { id, recoveryCodes: all.length === 1 ? await this.makeCodes(personId) : null };
  }

  private async makeCodes(personId: number): Promise<readonly string[]> {
    const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
    await this.factors.replaceCodes(
      personId,
      codes.flatMap((code) => digestOfRecoveryCode(code) ?? []),
    );
    await this.trail.record(personId, { action: 'recovery_codes.created', target: { type: 'person', id: personId } });
    return codes;
  }

  private async useAppCode(personId: number, text: string): Promise<boolean> {
    const code = text.replaceAll(/\s/g, '');
    const apps = (await this.factors.seeds(personId)).map((stored) => ({
      stored,
      seed: this.seeds.openOrNull(stored),
    }));
    for (const { stored, seed } of apps) {
      const step = seed === null ? null : stepOfCode(seed, code, Date.now());
      if (step === null || !(await this.factors.useStep(stored.id, step))) continue;
      await this.seeds.renew(stored);
      return true;
    }
    if (apps.some(({ seed }) => seed === null)) throw cannotOpen();
    return false;
  }

  private async useRecoveryCode(personId: number, text: string): Promise<boolean> {
    const digest = digestOfRecoveryCode(text);
    if (digest === null) return false;
    return this.database.transaction(async () => {
      if (!(await this.factors.useCode(personId, digest))) return false;
      const target = { type: 'person', id: personId } as const;
      await this.trail.record(personId, { action: 'recovery_code.used', target });
      return true;
    });
  }
}
