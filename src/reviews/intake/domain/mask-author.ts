/**
 * Author names as the service stores them (contract §2.3): the first word unchanged, every further word as its first letter and a dot.
 * Full names are never stored. A name with the surname first is turned round, and of an address or a telephone number the first
 * character is stored.
 *
 *   Anna Maria Kowalska → Anna M. K.      Zoë → Zoë            A Google user → A Google user
 *   Kowalska, Anna → Anna K.              anna@mail.example → a
 */
import { wordsOf } from './name-words';

/** Names that platforms show for anonymous authors; they are stored unchanged. */
const PLACEHOLDERS = new Set([
  'a google user',
  'google user',
  'anonymous',
  'anonymous user',
  'a tripadvisor member',
  'former user',
  'deleted user',
  'пользователь 2гис',
  'аноним',
]);

/** The masked name; null for null and for a name without a visible character. A masked name is returned unchanged. */
export function maskAuthor(name: string | null): string | null {
  if (name !== null && PLAIN.test(name) && !PLACEHOLDERS.has(name.toLowerCase())) return maskPlain(name);
  const words = wordsOf(name ?? '');
  const joined = words.join(' ');
  if (PLACEHOLDERS.has(joined.toLowerCase())) return joined;
  if (isTelephone(joined)) return firstCharacter(joined);
  const [first, ...further] = inOrder(joined);
  if (first === undefined) return null;
  const masked = [isContact(first) ? firstCharacter(first) : first, ...further.map(initial)].join(' ');
  // `34567 1234567aa` becomes a number only by its initials.
  return isTelephone(masked) ? firstCharacter(masked) : masked;
}

/** Most names: letters between single spaces, to which no rule about commas, addresses, numbers and escapes applies. */
const PLAIN = /^[A-Za-z\u0400-\u0481'.-]+(?: [A-Za-z\u0400-\u0481][A-Za-z\u0400-\u0481'.-]*)*$/;

const maskPlain = (name: string): string => {
  const end = name.indexOf(' ');
  return end < 0 ? name : name.replace(/ ([^ ])[^ ]*/g, ' $1.');
};

/** Commas of every script, not those within a number. */
const COMMAS = /[،、﹐﹑，､]|,(?!\p{Nd})|(?<!\p{Nd}),/u;
/** What follows a name after a comma and is no given name. */
const TITLES = new Set(
  'jr sr ii iii iv v md phd dphil dr prof esq mba cpa dds dvm rn jd llm bsc msc ba ma bs ms pe cfa dipl ing'.split(' '),
);

/** The words of the name in the order given name, surname. "Lovett, Ada" has the surname first, "Ada Lovett, PhD" has not. */
function inOrder(name: string): readonly string[] {
  if (!COMMAS.test(name)) return name === '' ? [] : name.split(' ');
  const parts = name.split(COMMAS).map((part) => part.split(' ').filter((word) => word !== ''));
  const names = parts.filter((words) => words.length > 0 && !words.every(isTitle));
  const titles = parts.filter((words) => words.length > 0 && words.every(isTitle));
  const [surname = [], given = [], ...others] = names;
  const isMasked = surname.length > 1 && /^\p{L}\p{M}*\.$/u.test(surname.at(-1) ?? '');
  return [...(isMasked ? [surname, given] : [given, surname]), ...others, ...titles].flat();
}

/** A name as it is compared: its words in order, whatever their spelling separates them with. */
export function nameKey(name: string): string {
  const words = UNCHANGED.test(name) ? name : inOrder(wordsOf(name.normalize('NFC')).join(' ')).join(' ');
  return words.toLowerCase();
}

/** Most values of a record: words between single spaces, without commas and escapes. */
const UNCHANGED = /^[\w\u0400-\u0481'.:/?=#+-]+(?: [\w\u0400-\u0481'.:/?=#+-]+)*$/;

const isTitle = (word: string): boolean => TITLES.has(word.toLowerCase().replaceAll('.', ''));

const MIN_DIGITS = 6;
const TELEPHONE = /^[+＋(]?[\p{Nd} ()/.‐–-]+$/u;

/** Also a number of a customer, or a date: what is no name is not stored either. */
function isTelephone(text: string): boolean {
  return TELEPHONE.test(text) && text.replace(/\P{Nd}/gu, '').length >= MIN_DIGITS;
}

const MAIL_ADDRESS = /[^@＠][@＠][^@＠]|.[([{]at[)\]}]./i;
const SCHEME = /^(?:mailto|tel|sms|whatsapp):./i;

const isContact = (word: string): boolean => MAIL_ADDRESS.test(word) || SCHEME.test(word) || isTelephone(word);

/** Segmentation is slow, so it is used only where a word may begin with no letter or digit. */
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

const firstCharacter = (text: string): string => [...graphemes.segment(text)][0]?.segment ?? '';

/** The first letter or digit of a word with its combining marks, or the first grapheme of a word without letters and digits. */
function initial(word: string): string {
  const letter = /[\p{L}\p{N}]\p{M}*/u.exec(word)?.[0];
  return `${letter ?? firstCharacter(word)}.`;
}

/** Whether a masked name is shown for anonymous authors, so that it does not tell authors apart. */
export function isPlaceholder(name: string): boolean {
  return PLACEHOLDERS.has(name.toLowerCase());
}
