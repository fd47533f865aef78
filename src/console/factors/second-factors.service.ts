import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { digestOfRecoveryCode } from '../domain/recovery-code';
import { PersonTrail } from '../persons/person-trail.service';
import { FactorStore } from './factor.store';
import { Passkeys, type PasskeyUse } from './passkeys.service';
import { RecoveryCodeStore } from './recovery-code.store';
import { cannotOpen, Seeds } from './seeds.service';
import { stepOfCode } from './totp';

/** One of them is given. */
export interface GivenFactor {
  readonly totp?: string;
  readonly recoveryCode?: string;
  readonly passkey?: object;
}

/** Checks what a person gives as second factor. Each code and each signature is accepted once. */
@Injectable()
export class SecondFactors {
  constructor(
    private readonly database: Database,
    private readonly factors: FactorStore,
    private readonly codes: RecoveryCodeStore,
    private readonly seeds: Seeds,
    private readonly passkeys: Passkeys,
    private readonly trail: PersonTrail,
  ) {}

  /** Whether it is right. A code that is right is used up. */
  async check(personId: number, given: GivenFactor, use: PasskeyUse): Promise<boolean> {
    if (given.totp !== undefined) return this.useCode(personId, given.totp);
    if (given.recoveryCode !== undefined) return this.useRecoveryCode(personId, given.recoveryCode);
    return given.passkey !== undefined && (await this.passkeys.signed(given.passkey, personId, use)) !== null;
  }

  private async useCode(personId: number, text: string): Promise<boolean> {
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
      if (!(await this.codes.use(personId, digest))) return false;
      const target = { type: 'person', id: personId } as const;
      await this.trail.record(personId, { action: 'recovery_code.used', target });
      return true;
    });
  }
}
