/**
 * The secret of the installation (contract §12.2). Each purpose uses its own derived key, so the key of one purpose cannot open or
 * create the data of another. Data sealed with an older secret can still be opened (contract §12.4).
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

/** The secret is read at the first use: a command that seals nothing needs no key and creates none. */
export class EncryptionKey {
  private secret: Buffer | null = null;

  constructor(private readonly settings: KeySettings) {}

  /** The key of a purpose, 32 bytes. Throws `ConfigError` if the key file cannot be read or created. */
  derive(purpose: string): Buffer {
    return derived(this.current(), purpose);
  }

  /** The distinct keys of a purpose: the one derived from the current secret first, then those of the older secrets. */
  deriveAll(purpose: string): readonly Buffer[] {
    return this.secrets().map((secret) => derived(secret, purpose));
  }

  /** Identifies each key without revealing it, in the order of `deriveAll`: a keyed hash of a constant. */
  fingerprints(): readonly string[] {
    return this.deriveAll('fingerprint').map((key) =>
      createHmac('sha256', key).update('hrev encryption key').digest('hex').slice(0, FINGERPRINT_DIGITS),
    );
  }

  /**
   * Returns where the key comes from: the environment, or a file. Creates no key. Throws `ConfigError` if the file cannot be
   * read.
   */
  origin(): 'set' | 'stored' | 'not created yet' {
    const home = path.resolve(this.settings.HREV_HOME);
    if (this.settings.HREV_ENCRYPTION_KEY !== null) return 'set';
    if (!existsSync(path.join(home, FILE))) return 'not created yet';
    storedKey(home);
    return 'stored';
  }

  private current(): Buffer {
    this.secret ??= Buffer.from(
      this.settings.HREV_ENCRYPTION_KEY ?? storedKey(path.resolve(this.settings.HREV_HOME)),
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

/** The key in `<HREV_HOME>/encryption-key`, mode 600; created at the first call. Concurrent processes get the same key. */
function storedKey(home: string): string {
  const file = path.join(home, FILE);
  const text = readOrCreate(file);
  if (/^[0-9a-f]{64}$/i.test(text)) return text;
  throw new ConfigError([`HREV_ENCRYPTION_KEY: ${file} does not hold 64 hexadecimal digits`]);
}

function readOrCreate(file: string): string {
  try {
    if (!existsSync(file)) createKeyFile(file);
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new ConfigError([`HREV_ENCRYPTION_KEY: is not set, and ${file} cannot be read or created (${reason})`]);
  }
}

/** Writes the file completely and then links it, so that a reader never sees a part of it. */
function createKeyFile(file: string): void {
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
