/**
 * The installation's one secret (decisions §10). Nothing uses it as it is: every use derives a key of its own, so that
 * what seals cursors can neither be read nor made by what seals anything else.
 */
import { hkdfSync, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ConfigError, type Config } from './config';

const FILE = 'encryption-key';
const KEY_BYTES = 32;

type KeySettings = Pick<Config, 'HREV_ENCRYPTION_KEY' | 'HREV_HOME'>;

/** Read when it is first needed: a command that seals nothing needs no key and makes none. */
export class EncryptionKey {
  private secret: Buffer | null = null;

  constructor(private readonly settings: KeySettings) {}

  /** 32 bytes for one purpose; equal in every process that has the same key. Throws `ConfigError` where the kept key cannot be read or made. */
  derive(purpose: string): Buffer {
    this.secret ??= Buffer.from(
      this.settings.HREV_ENCRYPTION_KEY ?? kept(path.resolve(this.settings.HREV_HOME)),
      'hex',
    );
    return Buffer.from(hkdfSync('sha256', this.secret, '', `hrev ${purpose}`, KEY_BYTES));
  }

  /** Where the key comes from, without making one. Throws `ConfigError` where the kept key cannot be read. */
  origin(): 'given' | 'kept' | 'not made yet' {
    const home = path.resolve(this.settings.HREV_HOME);
    if (this.settings.HREV_ENCRYPTION_KEY !== null) return 'given';
    if (!existsSync(path.join(home, FILE))) return 'not made yet';
    kept(home);
    return 'kept';
  }
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
