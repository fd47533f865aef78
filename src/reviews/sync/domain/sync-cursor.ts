/**
 * The cursor of a sync (contract §4.4.1): the position in the account's order of changes, the object or folder, and the mode. It is
 * opaque to clients and authenticated before it is parsed. A cursor that was altered, belongs to another account or is older than a year
 * is rejected.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError, type Selection } from '@libs/kernel';

export const SYNC_MODES = ['snapshot', 'changes'] as const;
export type SyncMode = (typeof SYNC_MODES)[number];

/** The object or folder of a sync. A sync of the whole account does not exist. */
export type SyncSelection = Exclude<Selection, { readonly kind: 'account' }>;

/**
 * The position of a reader:
 * - `snapshot`: reads all reviews. The review `after` was read last (0: none). The changes from `start` follow.
 * - `changes`: all changes up to `seq` were read. If `after` is set, `seq` is the number of an event, and its reviews with ids up to
 *   `after` were read.
 * - `pass` (readers with a cut): reads the reviews that the changes in (`seq`, `until`] may have moved over the cut; those with ids up
 *   to `after` were read. `first_pass` reads the reviews inside the cut of every link. `again` is a pass that was stopped and restarted.
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
  readonly selection: SyncSelection;
  /** The reader's cut, in reviews per link, when the cursor was issued; null: no cut. */
  readonly visiblePerLink: number | null;
  readonly position: SyncPosition;
}

const VERSION = 1;
const TAG_BYTES = 32;
const MAX_LENGTH = 512;
const DAY_MS = 86_400_000;
/** A year according to the contract, plus a leap day and a day of clock difference. */
const LIFETIME_MS = 367 * DAY_MS;
const PHASES = ['snapshot', 'changes', 'first_pass', 'pass', 'again'] as const;

export const invalidCursor = (): AppError =>
  new AppError('invalid_cursor', 'The cursor cannot be used; start again without one');

/** Opens cursors that one of the keys has sealed. */
export class CursorSeal {
  constructor(private readonly keys: readonly Buffer[]) {}

  /** Returns at most 512 characters of base64url. `now` is in milliseconds. */
  seal(cursor: SyncCursor, now: number, keyIndex = 0): string {
    const body = Buffer.from(JSON.stringify(numbersOf(cursor, now)));
    return Buffer.concat([tagOf(body, this.keys[keyIndex]), body]).toString('base64url');
  }

  /** The cursor as it was issued to this account. Throws `invalid_cursor` for every other text. */
  open(text: string, accountId: number, now: number): SyncCursor {
    const bytes = Buffer.from(text.slice(0, MAX_LENGTH), 'base64url');
    // A cursor has exactly one text, although different base64url texts can decode to the same bytes.
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

/** Throws `cursor_mismatch` if the cursor was issued for another object, folder or mode. Mode null: the mode of the cursor. */
export function requireSameRequest(cursor: SyncCursor, selection: SyncSelection, mode: SyncMode | null): void {
  if (sameSelection(cursor.selection, selection) && (mode === null || mode === cursor.mode)) return;
  throw new AppError('cursor_mismatch', 'The cursor was issued for another object, folder or mode');
}

function sameSelection(one: SyncSelection, other: SyncSelection): boolean {
  return one.kind === other.kind && selectionId(one) === selectionId(other);
}

const selectionId = (selection: SyncSelection): number =>
  selection.kind === 'object' ? selection.objectId : selection.folderId;

/** The cursor as numbers, which are short as JSON; -1 is null. */
function numbersOf({ accountId, mode, selection, visiblePerLink, position }: SyncCursor, now: number): number[] {
  return [
    VERSION,
    Math.floor(now / 1000),
    accountId,
    SYNC_MODES.indexOf(mode),
    selection.kind === 'object' ? 0 : 1,
    selectionId(selection),
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
  const [version, issuedAt, accountId, ...content] = numbers as [number, number, number, ...number[]];
  const isTooOld = now - issuedAt * 1000 > LIFETIME_MS;
  if (version !== VERSION || accountId !== owner || isTooOld) throw invalidCursor();
  const [modeNumber, kind, id, visible, phase, ...positionValues] = content as [number, number, number, number, number];
  const mode = SYNC_MODES[modeNumber];
  if (mode === undefined) throw invalidCursor();
  return {
    accountId,
    mode,
    selection: kind === 0 ? { kind: 'object', objectId: id } : { kind: 'folder', folderId: id },
    visiblePerLink: visible < 0 ? null : visible,
    position: positionOf(phase, positionValues),
  };
}

function positionOf(phaseNumber: number, [first = 0, after = 0, until = 0]: readonly number[]): SyncPosition {
  const phase = PHASES[phaseNumber];
  if (phase === undefined) throw invalidCursor();
  if (phase === 'snapshot') return { phase, start: first, after };
  if (phase === 'changes') return { phase, seq: first, after: after < 0 ? null : after };
  return { phase, seq: first, until, after };
}
