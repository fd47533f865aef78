/**
 * Names and positions of the write-ahead log (WAL). A position is a byte offset (LSN), as a bigint here and as `0/16B3740` in
 * PostgreSQL's texts. The log is cut in segments of equal size, whose names are the timeline and the number of the segment.
 */

/** A segment of one timeline. */
export interface Segment {
  readonly timeline: number;
  readonly number: bigint;
}

const SEGMENT_NAME = /^[0-9A-F]{24}$/;
const HISTORY_NAME = /^([0-9A-F]{8})\.history$/;
const FOUR_GIGABYTES = 0x1_0000_0000n;

/** Parses a position such as `0/16B3740`. Throws for another text. */
export function parseLsn(text: string): bigint {
  const match = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i.exec(text);
  if (!match) throw new Error(`"${text}" is not a position of the write-ahead log`);
  return BigInt(`0x${match[1]}`) * FOUR_GIGABYTES + BigInt(`0x${match[2]}`);
}

/** The text of a position. */
export function lsnText(lsn: bigint): string {
  return `${(lsn / FOUR_GIGABYTES).toString(16)}/${(lsn % FOUR_GIGABYTES).toString(16)}`.toUpperCase();
}

/** The file name of a segment: 24 hexadecimal digits. */
export function segmentName({ timeline, number }: Segment, segmentBytes: number): string {
  const segmentsPer4GiB = FOUR_GIGABYTES / BigInt(segmentBytes);
  return [BigInt(timeline), number / segmentsPer4GiB, number % segmentsPer4GiB].map(eightDigits).join('');
}

/** The segment with this file name; null if the text is not such a name. */
export function segmentOf(name: string, segmentBytes: number): Segment | null {
  if (!SEGMENT_NAME.test(name)) return null;
  const [timeline = 0n, high = 0n, low = 0n] = [0, 8, 16].map((at) => BigInt(`0x${name.slice(at, at + 8)}`));
  return { timeline: Number(timeline), number: high * (FOUR_GIGABYTES / BigInt(segmentBytes)) + low };
}

/** The file name of the history of a timeline, which says where it left the one before. */
export const historyName = (timeline: number): string => `${eightDigits(BigInt(timeline))}.history`;

/** The timeline whose history has this file name; null if the text is not such a name. */
export function historyOf(name: string): number | null {
  const digits = HISTORY_NAME.exec(name)?.[1];
  return digits === undefined ? null : Number.parseInt(digits, 16);
}

/** A timeline before the current one, and the position at which it was left. */
export interface Ancestor {
  readonly timeline: number;
  readonly leftAt: bigint;
}

/** The ancestors of a timeline by its history file, oldest first. */
export function ancestorsIn(history: string): readonly Ancestor[] {
  return history.split('\n').flatMap((line) => {
    const match = /^\s*(\d+)\s+([0-9A-F]+\/[0-9A-F]+)/i.exec(line);
    return match ? [{ timeline: Number(match[1]), leftAt: parseLsn(match[2] ?? '') }] : [];
  });
}

const eightDigits = (number: bigint): string => number.toString(16).toUpperCase().padStart(8, '0');
