import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiProblem, problemFacts } from '../../api/problem';
import { importLines, type ImportedLine } from '../../api/queries/imports';
import { lineOfRow, partsOf, reasonOf, type ImportRow } from './rows';

export type RowState =
  | { readonly kind: 'ready' | 'importing' }
  | { readonly kind: 'created' | 'links_added' | 'present'; readonly objectId: number | null }
  | { readonly kind: 'failed'; readonly text: string };

/** Whether a row is imported. */
export const isDone = (state: RowState | undefined): boolean =>
  state !== undefined && ['created', 'links_added', 'present'].includes(state.kind);

/**
 * Imports these rows part by part. A refused row does not stop the others; a request that fails does, and its rows can be sent again, as
 * a row that was imported is found then. The import can be stopped and continued.
 */
export function useImport(accountId: number, rows: readonly ImportRow[]) {
  const queries = useQueryClient();
  const [states, setStates] = useState<ReadonlyMap<number, RowState>>(new Map());
  const [isRunning, setRunning] = useState(false);
  const [waitSeconds, setWait] = useState(0);
  const mayRun = useRef(false);
  const note = (part: readonly ImportRow[], stateOf: (place: number) => RowState): void =>
    setStates((before) => new Map([...before, ...part.map(({ line }, place) => [line, stateOf(place)] as const)]));
  const stop = useCallback((): void => {
    mayRun.current = false;
  }, []);
  useEffect(() => stop, [stop]);

  const wait = async (seconds: number): Promise<void> => {
    for (let left = seconds; left > 0 && mayRun.current; left -= 1) {
      setWait(left);
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
    setWait(0);
  };
  /** Imports a part, and waits where the API asks for it. Returns whether the next part can succeed. */
  const send = async (part: readonly ImportRow[]): Promise<boolean> => {
    while (mayRun.current) {
      note(part, () => ({ kind: 'importing' }));
      try {
        const results = await importLines(accountId, part.map(lineOfRow));
        note(part, (place) => stateOf(results[place]));
        return true;
      } catch (error) {
        const isTooFast = error instanceof ApiProblem && error.status === 429;
        note(part, () => (isTooFast ? { kind: 'ready' } : { kind: 'failed', text: problemFacts(error).text }));
        if (!isTooFast) return false;
        await wait(error.retryAfter ?? 5);
      }
    }
    return false;
  };
  const run = async (): Promise<void> => {
    mayRun.current = true;
    setRunning(true);
    for (const part of partsOf(rows.filter(({ line }) => !isDone(states.get(line)))))
      if (!mayRun.current || !(await send(part))) break;
    mayRun.current = false;
    setRunning(false);
    await queries.invalidateQueries({ queryKey: ['account', accountId] });
  };
  return { states, isRunning, waitSeconds, run, stop };
}

function stateOf(imported: ImportedLine | undefined): RowState {
  if (imported === undefined) return { kind: 'ready' };
  const { result, object_id: objectId } = imported;
  return result === 'refused' ? { kind: 'failed', text: reasonOf(imported) ?? '' } : { kind: result, objectId };
}
