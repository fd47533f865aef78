import { createHmac } from 'node:crypto';
import { CursorSeal, requireSameRequest, type SyncSelection, type SyncCursor, type SyncPosition } from './sync-cursor';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 10, 21);
const OBJECT: SyncSelection = { kind: 'object', objectId: 7 };
const KEY = Buffer.alloc(32, 1);
const seal = new CursorSeal([KEY]);
const cursor = (changes: Partial<SyncCursor> = {}): SyncCursor => ({
  accountId: 3,
  mode: 'snapshot',
  selection: OBJECT,
  visiblePerLink: null,
  position: { phase: 'snapshot', start: 12, after: 90 },
  ...changes,
});
const MAX_ID = Number.MAX_SAFE_INTEGER;

describe('sync cursor (contract §4.4.1)', () => {
  const positions: readonly SyncPosition[] = [
    { phase: 'snapshot', start: 0, after: 0 },
    { phase: 'changes', seq: 5, after: null },
    { phase: 'changes', seq: 5, after: 17 },
    { phase: 'first_pass', seq: 4, until: 4, after: 0 },
    { phase: 'pass', seq: 4, until: 9, after: 2 },
    { phase: 'again', seq: 4, until: 9, after: 0 },
    { phase: 'pass', seq: MAX_ID, until: MAX_ID, after: MAX_ID },
  ];
  it.each(positions)('the position %j is sealed in at most 512 characters and opened unchanged', (position) => {
    const folder: SyncSelection = { kind: 'folder', folderId: MAX_ID };
    const original = cursor({ accountId: MAX_ID, mode: 'changes', selection: folder, visiblePerLink: 20, position });
    const text = seal.seal(original, NOW);
    expect(text).toMatch(/^[\w-]{1,512}$/);
    expect(seal.open(text, MAX_ID, NOW)).toEqual(original);
  });

  it('rejects a cursor in which one character was changed, removed or added', () => {
    const text = seal.seal(cursor(), NOW);
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'];
    const altered = [...text].flatMap((character, index) => [
      ...letters.filter((one) => one !== character).map((one) => text.slice(0, index) + one + text.slice(index + 1)),
      text.slice(0, index) + text.slice(index + 1),
      `${text.slice(0, index)}A${text.slice(index)}`,
    ]);
    const accepted = altered.filter((one) => one !== text && opens(one));
    expect(accepted).toEqual([]);
    expect(opens(text)).toBe(true);
  });

  it.each([
    '',
    'A',
    'null',
    '%',
    '='.repeat(8),
    'x'.repeat(513),
    `${seal.seal(cursor(), NOW)}=`,
    ` ${seal.seal(cursor(), NOW)}`,
  ])('rejects the text %j', (text) =>
    expect(() => seal.open(text, 3, NOW)).toThrow(expect.objectContaining({ code: 'invalid_cursor' })),
  );

  it('rejects a cursor of another account, or sealed with another key', () => {
    const text = seal.seal(cursor(), NOW);
    expect(() => seal.open(text, 4, NOW)).toThrow(expect.objectContaining({ code: 'invalid_cursor' }));
    expect(() => new CursorSeal([Buffer.alloc(32, 2)]).open(text, 3, NOW)).toThrow(
      expect.objectContaining({ code: 'invalid_cursor' }),
    );
  });

  it('rejects a cursor of another version, even if it is sealed with the key', () => {
    const cursorWith = (change: (numbers: number[]) => number[]): string => {
      const bytes = Buffer.from(seal.seal(cursor(), NOW), 'base64url');
      const body = Buffer.from(JSON.stringify(change(JSON.parse(bytes.subarray(32).toString()) as number[])));
      const tag = createHmac('sha256', KEY).update(body).digest();
      return Buffer.concat([tag, body]).toString('base64url');
    };
    expect(opens(cursorWith((numbers) => numbers))).toBe(true);
    expect(opens(cursorWith(([, ...rest]) => [2, ...rest]))).toBe(false);
    expect(opens(cursorWith(([, ...rest]) => [0, ...rest]))).toBe(false);
  });

  it.each([
    [366, true],
    [368, false],
  ])('accepts a cursor that is %i days old: %s', (days, isAccepted) =>
    expect(opens(seal.seal(cursor(), NOW - days * DAY_MS))).toBe(isAccepted),
  );

  it.each([
    [OBJECT, 'snapshot', true],
    [OBJECT, null, true],
    [OBJECT, 'changes', false],
    [{ kind: 'object', objectId: 8 }, 'snapshot', false],
    [{ kind: 'folder', folderId: 7 }, 'snapshot', false],
  ] as const)('accepts the cursor of object 7 in a request for %j with mode %s: %s', (selection, mode, isAccepted) => {
    const check = () => requireSameRequest(cursor(), selection, mode);
    if (isAccepted) expect(check).not.toThrow();
    else expect(check).toThrow(expect.objectContaining({ code: 'cursor_mismatch' }));
  });

  function opens(text: string): boolean {
    try {
      seal.open(text, 3, NOW);
      return true;
    } catch {
      return false;
    }
  }
});
