/**
 * The installation's one secret (contract §12.2). Nothing uses it as it is: every use derives a key of its own, so that
 * what seals cursors can neither be read nor made by what seals anything else. Beside it stand older ones (contract §12.4):
 * what was sealed with them is still read.
 */
import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ConfigError, type Config } from './config';

const FILE = 'encryption-key';
const KEY_BYTES = 32;

const FINGERPRINT_DIGITS = 32;

type KeySettings = Pick<Config, 'HREV_ENCRYPTION_KEY' | 'HREV_HOME'> &
  Partial<Pick<Config, 'HREV_ENCRYPTION_KEY_PREVIOUS'>>;

/** Read when it is first needed: a command that seals nothing needs no key and makes none. */
export class EncryptionKey {
  private secret: Buffer | null = null;

  constructor(private readonly settings: KeySettings) {}

  /** 32 bytes for one purpose; equal in every process that has the same key. Throws `ConfigError` where the kept key cannot be read or made. */
  derive(purpose: string): Buffer {
    return derived(this.current(), purpose);
  }

  /** The same of this key and of every older one, this one first; none twice. */
  deriveAll(purpose: string): readonly Buffer[] {
    return this.secrets().map((secret) => derived(secret, purpose));
  }

  /**
   * What each key is known by without telling it, in the order of `deriveAll`: a keyed hash of a constant, of which a guess
   * at the key is tried no easier than of what it has sealed.
   */
  fingerprints(): readonly string[] {
    return this.deriveAll('fingerprint').map((key) =>
      createHmac('sha256', key).update('hrev encryption key').digest('hex').slice(0, FINGERPRINT_DIGITS),
    );
  }

  /** Where the key comes from, without making one. Throws `ConfigError` where the kept key cannot be read. */
  origin(): 'given' | 'kept' | 'not made yet' {
    const home = path.resolve(this.settings.HREV_HOME);
    if (this.settings.HREV_ENCRYPTION_KEY !== null) return 'given';
    if (!existsSync(path.join(home, FILE))) return 'not made yet';
    kept(home);
    return 'kept';
  }

  private current(): Buffer {
    this.secret ??= Buffer.from(
      this.settings.HREV_ENCRYPTION_KEY ?? kept(path.resolve(this.settings.HREV_HOME)),
      'hex',
    );
    return this.secret;
  }

  private secrets(): readonly Buffer[] {
    const current = this.current();
    const older = (this.settings.HREV_ENCRYPTION_KEY_PREVIOUS ?? []).map((text) => Buffer.from(text, 'hex'));
    return [current, ...older.filter((secret) => !secret.equals(current))];
  }
}

function derived(secret: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `hrev ${purpose}`, KEY_BYTES));
}

/** The key in `<HREV_HOME>/encryption-key`, mode 600, made at the first call. Of several processes that make it at once, one wins. */
function kept(home: string): string {
  const file = path.join(home, FILE);
  const text = readOrMake(file);
  if (/^[0-9a-f]{64}$/i.test(text)) return text;
  throw new ConfigError([`HREV_ENCRYPTION_KEY: ${file} does not hold 64 hexadecimal digits`]);
}

function readOrMake(file: string): string {
  try {
    if (!existsSync(file)) make(file);
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new ConfigError([`HREV_ENCRYPTION_KEY: is not set, and ${file} cannot be read or made (${reason})`]);
  }
}

/** Written whole and then linked, so that a reader never meets half a key. */
function make(file: string): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, `${randomBytes(KEY_BYTES).toString('hex')}\n`, { mode: 0o600 });
  chmodSync(draft, 0o600);
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}
