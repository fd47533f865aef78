import { randomBytes, timingSafeEqual } from 'node:crypto';

/** The cost of scrypt: 128 · N · r bytes of memory, p passes. */
export interface ScryptCost {
  readonly logN: number;
  readonly r: number;
  readonly p: number;
}

/** A stored password: the digest with the cost and the salt that produced it. */
export interface PasswordHash extends ScryptCost {
  readonly salt: Buffer;
  readonly digest: Buffer;
}

/** The cost of new hashes: 32 MiB, about half a second of one core. */
export const COST: ScryptCost = { logN: 15, r: 8, p: 3 };
export const DIGEST_BYTES = 32;
const SALT_BYTES = 16;

const FORMAT = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w-]{22})\$([\w-]{43})$/;

export const newSalt = (): Buffer => randomBytes(SALT_BYTES);

/** The text that is stored: `$scrypt$ln=15,r=8,p=3$<salt>$<digest>`, in base64url. */
export const formatHash = ({ logN, r, p, salt, digest }: PasswordHash): string =>
  `$scrypt$ln=${logN},r=${r},p=${p}$${salt.toString('base64url')}$${digest.toString('base64url')}`;

/** Parses a stored text; throws if it is not one. */
export function parseHash(text: string): PasswordHash {
  const [, logN, r, p, salt, digest] = FORMAT.exec(text) ?? [];
  if (salt === undefined || digest === undefined) throw new Error('A stored password hash has an unknown format');
  return {
    logN: Number(logN),
    r: Number(r),
    p: Number(p),
    salt: Buffer.from(salt, 'base64url'),
    digest: Buffer.from(digest, 'base64url'),
  };
}

export const isSameDigest = (one: Buffer, other: Buffer): boolean =>
  one.length === other.length && timingSafeEqual(one, other);

/** Whether a hash was made with another cost than `cost`. */
export const isOutdated = ({ logN, r, p }: ScryptCost, cost: ScryptCost): boolean =>
  logN !== cost.logN || r !== cost.r || p !== cost.p;
