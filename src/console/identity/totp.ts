import { timingSafeEqual } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

const STEP_MS = 30_000;
const SEED_BYTES = 20;
const CODE = /^\d{6}$/;
const ISSUER = 'hrev';

/** A new seed of 160 bits, in base32. */
export const newSeed = (): string => new Secret({ size: SEED_BYTES }).base32;

const totpOf = (seed: string, label: string): TOTP =>
  new TOTP({ issuer: ISSUER, label, secret: Secret.fromBase32(seed), algorithm: 'SHA1', digits: 6, period: 30 });

/** The address that an app reads from a QR code. */
export const otpauthUrl = (seed: string, email: string): string => totpOf(seed, email).toString();

/** The 30-second step to which `code` belongs: that of `at` or the one before; null for any other code. */
export function stepOfCode(seed: string, code: string, at: number): number | null {
  if (!CODE.test(code)) return null;
  const totp = totpOf(seed, ISSUER);
  const current = Math.floor(at / STEP_MS);
  const isCodeOf = (step: number): boolean =>
    timingSafeEqual(Buffer.from(totp.generate({ timestamp: step * STEP_MS })), Buffer.from(code));
  return [current, current - 1].find(isCodeOf) ?? null;
}
