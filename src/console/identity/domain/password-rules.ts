import common from './common-passwords.json';

/** The length of passwords in characters (code points). */
export const PASSWORD_LENGTH = { min: 15, max: 256 } as const;

/** Why a new password is refused. */
export type PasswordProblem = 'too_short' | 'too_long' | 'too_common' | 'contains_own_words';

/** The texts that the password of a person must not contain. */
export interface OwnWords {
  readonly name: string;
  readonly email: string;
}

const COMMON: ReadonlySet<string> = new Set(common.passwords.split(' '));
/** Shorter words occur in too many good passwords. */
const OWN_WORD_MIN = 4;
const MIN_DISTINCT_CHARACTERS = 6;

/**
 * Returns why a new password is refused; null if it is accepted. Any characters are allowed, and the text is judged as received:
 * nothing is trimmed or normalized.
 */
export function passwordProblem(password: string, own: OwnWords): PasswordProblem | null {
  const characters = [...password];
  if (characters.length < PASSWORD_LENGTH.min) return 'too_short';
  if (characters.length > PASSWORD_LENGTH.max) return 'too_long';
  const text = password.toLowerCase();
  if (ownWords(own).some((word) => text.includes(word))) return 'contains_own_words';
  return isCommon(text) ? 'too_common' : null;
}

function ownWords({ name, email }: OwnWords): readonly string[] {
  const local = email.slice(0, Math.max(0, email.lastIndexOf('@')));
  const words = [name, ...name.split(/\s+/u), email, local].map((word) => word.trim().toLowerCase());
  return ['hrev', ...words.filter((word) => [...word].length >= OWN_WORD_MIN)];
}

/**
 * Whether a text is a common password, or one that was lengthened to the minimum: repeated, or with digits and punctuation at its
 * ends.
 */
function isCommon(text: string): boolean {
  const characters = [...text];
  if (new Set(characters).size < MIN_DISTINCT_CHARACTERS || isSequence(characters)) return true;
  const core = withoutAffixes(text);
  return [text, core, repeatedPart(text), repeatedPart(core)].some((word) => COMMON.has(word));
}

/** The text without the digits, punctuation and spaces at its ends. */
function withoutAffixes(text: string): string {
  const characters = [...text];
  const isLetter = (character: string): boolean => /\p{L}/u.test(character);
  return characters.slice(characters.findIndex(isLetter), characters.findLastIndex(isLetter) + 1).join('');
}

/** The shortest text whose repetition, possibly cut at the end, is `text`. */
function repeatedPart(text: string): string {
  for (let length = 1; length <= text.length / 2; length += 1)
    if (text.slice(length) === text.slice(0, text.length - length)) return text.slice(0, length);
  return text;
}

/** Whether most characters follow their predecessor in the character set, as in `1234567890` and `abcdefgh`. */
function isSequence(characters: readonly string[]): boolean {
  const codes = characters.map((character) => character.codePointAt(0) ?? 0);
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? 0));
  return [1, -1].some((step) => steps.filter((each) => each === step).length > steps.length * 0.75);
}
