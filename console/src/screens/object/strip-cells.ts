import type { Run, RunLink } from '../../api/queries/runs';
import { formatClock } from '../../lib/format';
import type { CellKind, StripCell } from '../../parts/run-strip';
import { objectWords } from '../../words/en/object';
import { statusWords } from '../../words/en/status';
import { stopReason, type LastPart } from './link-state';

/** Cells of a strip; runs before them are left out. */
const CELLS = 28;
const IN_PART = new Set(['count_mismatch', 'unread']);

/** The parts of a link in the runs, newest first. */
export function partsOf(runs: readonly Run[], linkId: number): readonly LastPart[] {
  return runs.flatMap((run) =>
    (run.links ?? []).filter((link) => link.link_id === linkId).map((link) => ({ ...link, run_id: run.run_id })),
  );
}

/** The cells of a link, oldest first; empty cells precede the first run. */
export function cellsOf(parts: readonly LastPart[]): readonly StripCell[] {
  const cells = parts
    .filter(({ outcome }) => outcome !== 'dropped')
    .slice(0, CELLS)
    .reverse()
    .map((part) => ({ key: part.run_id, kind: kindOf(part), text: textOf(part) }));
  const empty = Array.from({ length: CELLS - cells.length }, (_, place) => ({
    key: -1 - place,
    kind: 'none' as const,
    text: '',
  }));
  return [...empty, ...cells];
}

function kindOf({ outcome, stop_reason: reason, is_full: isFull }: RunLink): CellKind {
  if (outcome === null) return 'open';
  if (outcome === 'failed') return 'refused';
  if (reason !== null && IN_PART.has(reason)) return 'part';
  return isFull ? 'full' : 'new';
}

/** What a run found for a link, or why it failed. */
export function resultOf(part: RunLink): string {
  const object = objectWords;
  if (part.outcome === null) return object.newSoFar(part.new);
  if (part.outcome === 'failed') return stopReason(part) ?? statusWords.failed;
  const found = object.found(part.new, part.changed, part.deleted);
  return found === '' ? object.nothingNew : found;
}

function textOf(part: LastPart): string {
  const kind = kindOf(part);
  const what = kind === 'open' || kind === 'none' ? statusWords.collecting : objectWords.cells[kind];
  const at = part.ended_at ?? part.started_at;
  return objectWords.cellText(at === null ? objectWords.never : formatClock(at), what, resultOf(part));
}
