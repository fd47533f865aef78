// cspell:ignore sess
import { looksRandom } from '@libs/kernel';

/**
 * Removal of secrets from what a client sent, before it is stored. A value is removed by the name of its field, and a part of a text by
 * its shape. Text that is not valid JSON is kept only up to the first fault, because names and values cannot be distinguished after it.
 */
export const REMOVED = '[removed]';

/** Names that hold a secret wherever they contain one of these words, compared without case and punctuation. */
const SECRET_WORDS = [
  'password',
  'passwd',
  'passphrase',
  'passkey',
  'secret',
  'token',
  'api_key',
  'credential',
  'authorization',
  'cookie',
  'signature',
  'private_key',
  'service_account',
  'recovery_code',
  'totp',
  'session_id',
  'sess_id',
  'access_key',
  'hmac',
  'assertion',
  'code_verifier',
  'jwt',
  'csrf',
  'xsrf',
].map(plainName);
/** A key of any kind: `key`, `app_key`, `Subscription-Key`. */
const KEY_NAME = /key$/;
/** Names that hold a secret as a whole. `code` is that of a sign-in; `fields` are the credentials of a connection, and `headers` those that a webhook sends. */
const SECRET_NAMES: ReadonlySet<string> = new Set(
  [
    ...[
      'pwd',
      'pass',
      'pin',
      'otp',
      'auth',
      'bearer',
      'fields',
      'headers',
      'code',
      'auth_code',
      'authorization_code',
      'sas',
    ],
    ...['sig', 'sign', 'mac', 'hash', 'sid', 'session', 'ticket', 'nonce', 'saml_response'],
  ].map(plainName),
);

/** Keys longer than the prefix that lists show, signing secrets, bearer tokens, JSON web tokens. */
const SHAPES = /hrev_[0-9A-Za-z]{7,}|whsec_[\w+/=-]{6,}|bearer +[^\s"',]+|eyJ[\w-]{8,}\.[\w.-]+/gi;
const USER_OF_ADDRESS = /\/\/[^\s/?#@]+@/g;
/** Not the host, which follows two slashes. */
const PART_OF_PATH = /(?<!\/)\/([^/?#\s]{16,})/g;
const PARAMETER_OF_ADDRESS = /([?&#;])([^?&#;=\s]{1,64})=([^&#;\s]*)/g;

function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** Whether the value of a field of this name is a secret. */
export function isSecretName(name: string): boolean {
  const plain = plainName(name);
  return SECRET_NAMES.has(plain) || KEY_NAME.test(plain) || SECRET_WORDS.some((word) => plain.includes(word));
}

/** The text without keys, tokens, the user of an address and secret parameters of an address. */
export function textWithoutSecrets(text: string): string {
  return text
    .replace(SHAPES, REMOVED)
    .replace(USER_OF_ADDRESS, `//${REMOVED}@`)
    .replace(PARAMETER_OF_ADDRESS, (whole: string, before: string, name: string, value: string) =>
      isSecretName(decoded(name)) || looksRandom(value) ? `${before}${name}=${REMOVED}` : whole,
    );
}

/** The target of a webhook: receivers choose the names of its parameters and put tokens into its path. */
function targetWithoutSecrets(target: string): string {
  return textWithoutSecrets(target).replace(PART_OF_PATH, (whole, part: string) =>
    looksRandom(part) ? `/${REMOVED}` : whole,
  );
}

/** The path of a request; percent-encoding is undone only where a secret is removed. */
export function pathWithoutSecrets(path: string): string {
  const readable = decoded(path);
  const clean = textWithoutSecrets(readable);
  return clean === readable ? path : clean;
}

/** The query of a request, as it was sent, apart from secrets. */
export function queryWithoutSecrets(query: string): string {
  return query
    .split('&')
    .map((pair) => {
      const end = pair.indexOf('=');
      if (end < 0) return textWithoutSecrets(pair);
      const name = pair.slice(0, end);
      if (isSecretName(decoded(name))) return `${name}=${encodeURIComponent(REMOVED)}`;
      const value = decoded(pair.slice(end + 1));
      const clean = textWithoutSecrets(value);
      return clean === value ? pair : `${name}=${encodeURIComponent(clean)}`;
    })
    .join('&');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

const SPACE = /\s*/y;
const LITERAL = /-?\d[\d.eE+-]*|true|false|null/y;
/** The token that comes next: a name, the colon after it, a value, or the comma or bracket after a value. */
type Expected = 'name' | 'colon' | 'value' | 'next';

/**
 * JSON text without secrets, otherwise character for character. A text that is cut off or is not JSON ends at its first fault with
 * `[removed]`.
 */
export function jsonWithoutSecrets(text: string): string {
  return new JsonCleaner(text).clean();
}

class JsonCleaner {
  private position = 0;
  private kept = '';
  private readonly open: string[] = [];
  private expected: Expected = 'value';
  private isSecret = false;
  private isTarget = false;
  /** Whether the last token opened an object or a list, which may end at once. */
  private isEmpty = false;

  constructor(private readonly text: string) {}

  clean(): string {
    for (;;) {
      this.kept += this.take(SPACE) ?? '';
      if (this.position >= this.text.length) return this.kept;
      if (!this.step(this.text.charAt(this.position))) return `${this.kept}${REMOVED}`;
    }
  }

  /** Reads one token; false if the text is not JSON here. */
  private step(char: string): boolean {
    if (char === '}' || char === ']') return this.closing(char);
    this.isEmpty = false;
    if (char === '"') return this.string();
    if (char === '{' || char === '[') return this.opening(char);
    if (char === ':') return this.mark(char, 'colon', 'value');
    if (char === ',') return this.mark(char, 'next', this.open.at(-1) === '{' ? 'name' : 'value');
    return this.literal();
  }

  private string(): boolean {
    const raw = this.takeString();
    if (raw === null) return false;
    const value = parsed(raw);
    if (value === null) return false;
    if (this.expected === 'name') {
      this.isSecret = isSecretName(value);
      this.isTarget = plainName(value) === 'target';
      this.kept += shown(raw, value);
      this.expected = 'colon';
      return true;
    }
    if (this.expected !== 'value') return false;
    this.kept += this.isSecret ? JSON.stringify(REMOVED) : shown(raw, value, this.isTarget);
    return this.ended();
  }

  private opening(char: string): boolean {
    if (this.expected !== 'value') return false;
    if (this.isSecret) return this.skipNested();
    this.open.push(char);
    this.isEmpty = true;
    this.expected = char === '{' ? 'name' : 'value';
    return this.keep(char);
  }

  private closing(char: string): boolean {
    if (this.open.pop() !== (char === '}' ? '{' : '[')) return false;
    if (this.expected !== 'next' && !this.isEmpty) return false;
    this.isEmpty = false;
    this.expected = 'next';
    return this.keep(char);
  }

  private mark(char: string, expected: Expected, next: Expected): boolean {
    if (this.expected !== expected || (expected === 'next' && this.open.length === 0)) return false;
    this.expected = next;
    return this.keep(char);
  }

  private literal(): boolean {
    const raw = this.take(LITERAL);
    if (raw === null || this.expected !== 'value') return false;
    this.kept += this.isSecret ? JSON.stringify(REMOVED) : raw;
    return this.ended();
  }

  private ended(): boolean {
    this.isSecret = false;
    this.isTarget = false;
    this.expected = 'next';
    return true;
  }

  /** Skips the object or list of a secret name, up to its closing bracket or the end of the text. */
  private skipNested(): boolean {
    let depth = 0;
    do {
      const char = this.text.charAt(this.position);
      if (char === '{' || char === '[') depth += 1;
      if (char === '}' || char === ']') depth -= 1;
      if (char === '"' ? this.takeString() === null : char === '') return false;
      if (char !== '"') this.position += 1;
    } while (depth > 0);
    this.kept += JSON.stringify(REMOVED);
    return this.ended();
  }

  private keep(char: string): boolean {
    this.kept += char;
    this.position += 1;
    return true;
  }

  /** The string that begins here, with its quotes; null if it has no end. */
  private takeString(): string | null {
    let end = this.position + 1;
    while (end < this.text.length && this.text[end] !== '"') end += this.text[end] === '\\' ? 2 : 1;
    if (end >= this.text.length) return null;
    const raw = this.text.slice(this.position, end + 1);
    this.position = end + 1;
    return raw;
  }

  private take(pattern: RegExp): string | null {
    pattern.lastIndex = this.position;
    const found = pattern.exec(this.text)?.[0] ?? null;
    if (found !== null) this.position += found.length;
    return found;
  }
}

/** The value of a string token; null if its escapes are not JSON. */
function parsed(raw: string): string | null {
  try {
    return JSON.parse(raw) as string;
  } catch {
    return null;
  }
}

function shown(raw: string, value: string, isTarget = false): string {
  const clean = isTarget ? targetWithoutSecrets(value) : textWithoutSecrets(value);
  return clean === value ? raw : JSON.stringify(clean);
}
