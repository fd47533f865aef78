/**
 * The cursor of a sync (contract §4.4.1): where a reader is in the account's order of changes, and
 * what it is reading. Opaque to clients, authenticated before a byte of it is believed, and refused for good where it is
 * altered, foreign or older than a year.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError, type Addressee } from '@libs/kernel';

export const SYNC_MODES = ['snapshot', 'changes'] as const;
export type SyncMode = (typeof SYNC_MODES)[number];

/** What one can follow: the whole account has no sync. */
export type SyncAddressee = Exclude<Addressee, { readonly kind: 'account' }>;

/**
 * Where a reader is.
 *
 * `snapshot`: reads all reviews, has read up to the review `after` (0: none), and continues with the changes from
 * `start`. `changes`: has read all numbers up to `seq`; with `after` set, of the composition event at `seq` only the
 * reviews up to that one. `pass` (readers with a cut): reads again what the changes of (`seq`, `until`] may have moved,
 * reviews up to `after` are done; `again` is a pass that was stopped and restarted.
 */
export type SyncPosition =
  | { readonly phase: 'snapshot'; readonly start: number; readonly after: number }
  | { readonly phase: 'changes'; readonly seq: number; readonly after: number | null }
  | {
      readonly phase: 'first_pass' | 'pass' | 'again';
      readonly seq: number;
      readonly until: number;
      readonly after: number;
    };

export interface SyncCursor {
  readonly accountId: number;
  readonly mode: SyncMode;
  readonly addressee: SyncAddressee;
  /** Reviews per link that the reader's plan showed when it was issued; null: all. */
  readonly visiblePerLink: number | null;
  readonly position: SyncPosition;
}

const VERSION = 1;
const TAG_BYTES = 32;
const MAX_LENGTH = 512;
const DAY_MS = 86_400_000;
/** "Good for a year at least", with a leap day and a day of clock difference. */
const LIFETIME_MS = 367 * DAY_MS;
const PHASES = ['snapshot', 'changes', 'first_pass', 'pass', 'again'] as const;

export const invalidCursor = (): AppError =>
  new AppError('invalid_cursor', 'The cursor cannot be used; start again without one');

/** Opens cursors that one of the keys has sealed. */
export class CursorSeal {
  constructor(private readonly keys: readonly Buffer[]) {}

  /** At most 512 characters of base64url. `now` in milliseconds; `place` is the index of the key. */
  seal(cursor: SyncCursor, now: number, place = 0): string {
    const body = Buffer.from(JSON.stringify(numbersOf(cursor, now)));
    return Buffer.concat([tagOf(body, this.keys[place]), body]).toString('base64url');
  }

  /** The cursor as it was issued to this account. Throws `invalid_cursor` for every other text. */
  open(text: string, accountId: number, now: number): SyncCursor {
    const bytes = Buffer.from(text.slice(0, MAX_LENGTH), 'base64url');
    // One text for one cursor: base64url has letters that decode alike.
    if (bytes.length <= TAG_BYTES || bytes.toString('base64url') !== text) throw invalidCursor();
    const body = bytes.subarray(TAG_BYTES);
    const tag = bytes.subarray(0, TAG_BYTES);
    if (!this.keys.some((key) => timingSafeEqual(tagOf(body, key), tag))) throw invalidCursor();
    return cursorOf(JSON.parse(body.toString()) as readonly number[], accountId, now);
  }
}

function tagOf(body: Buffer, key: Buffer | undefined): Buffer {
  if (!key) throw new Error('there is no such key');
  return createHmac('sha256', key).update(body).digest();
}

/** Throws `cursor_mismatch` where the cursor was issued for another addressee or mode. Mode null: that of the cursor. */
export function requireSameReading(cursor: SyncCursor, addressee: SyncAddressee, mode: SyncMode | null): void {
  if (sameAddressee(cursor.addressee, addressee) && (mode === null || mode === cursor.mode)) return;
  throw new AppError('cursor_mismatch', 'The cursor was issued for another object, folder or mode');
}

function sameAddressee(one: SyncAddressee, other: SyncAddressee): boolean {
  return one.kind === other.kind && addresseeId(one) === addresseeId(other);
}

const addresseeId = (addressee: SyncAddressee): number =>
  addressee.kind === 'object' ? addressee.objectId : addressee.folderId;

/** Numbers only, to be short; -1 is null. */
function numbersOf({ accountId, mode, addressee, visiblePerLink, position }: SyncCursor, now: number): number[] {
  return [
    VERSION,
    Math.floor(now / 1000),
    accountId,
    SYNC_MODES.indexOf(mode),
    addressee.kind === 'object' ? 0 : 1,
    addresseeId(addressee),
    visiblePerLink ?? -1,
    PHASES.indexOf(position.phase),
    ...positionNumbers(position),
  ];
}

function positionNumbers(position: SyncPosition): [number, number, number] {
  if (position.phase === 'snapshot') return [position.start, position.after, 0];
  if (position.phase === 'changes') return [position.seq, position.after ?? -1, 0];
  return [position.seq, position.after, position.until];
}

function cursorOf(numbers: readonly number[], owner: number, now: number): SyncCursor {
  const [version, issuedAt, accountId, ...reading] = numbers as [number, number, number, ...number[]];
  const isTooOld = now - issuedAt * 1000 > LIFETIME_MS;
  if (version !== VERSION || accountId !== owner || isTooOld) throw invalidCursor();
  const [modeNumber, kind, id, visible, phase, ...place] = reading as [number, number, number, number, number];
  const mode = SYNC_MODES[modeNumber];
  if (mode === undefined) throw invalidCursor();
  return {
    accountId,
    mode,
    addressee: kind === 0 ? { kind: 'object', objectId: id } : { kind: 'folder', folderId: id },
    visiblePerLink: visible < 0 ? null : visible,
    position: positionOf(phase, place),
  };
}

function positionOf(phaseNumber: number, [first = 0, after = 0, until = 0]: readonly number[]): SyncPosition {
  const phase = PHASES[phaseNumber];
  if (phase === undefined) throw invalidCursor();
  if (phase === 'snapshot') return { phase, start: first, after };
  if (phase === 'changes') return { phase, seq: first, after: after < 0 ? null : after };
  return { phase, seq: first, until, after };
}
