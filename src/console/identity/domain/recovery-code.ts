import { createHash, randomBytes } from 'node:crypto';

export const RECOVERY_CODES = 10;

/** Digits and letters without I, L, O and U, which are mistaken for others. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CHARACTERS = 24;
const GROUP = /.{4}/g;

/** A new code of 120 bits, as six groups of four characters. */
export function newRecoveryCode(): string {
  const characters = [...randomBytes(CHARACTERS)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return (characters.match(GROUP) ?? []).join('-');
}

/** The digest under which a code is stored; null if the text is not a code. Case, spaces and hyphens do not matter. */
export function digestOfRecoveryCode(text: string): Buffer | null {
  const code = text.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  const isCode = code.length === CHARACTERS && [...code].every((character) => ALPHABET.includes(character));
  return isCode ? createHash('sha256').update(code).digest() : null;
}
