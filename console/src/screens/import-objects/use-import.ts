import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiProblem, problemFacts } from '../../api/problem';
import { createObject, objectQuery } from '../../api/queries/objects';
import type { CheckedRow } from './checks';
import { keyOf } from './rows';

export type RowState =
  | { readonly kind: 'ready' | 'creating' }
  | { readonly kind: 'created'; readonly objectId: number; readonly isEarlier: boolean }
  | { readonly kind: 'failed'; readonly text: string };

/** Codes of failures that the next rows have too. */
const ENDS = new Set(['object_limit_reached', 'object_creation_budget_exhausted', 'payment_required', 'forbidden']);
const DELETED_AT_MOST = 3;

/**
 * Creates the objects of these rows one after another. A failed row does not stop the others, unless the reason applies to them too. The
 * import can be stopped and continued; a row that was created is not created again, also by another import of the same file.
 */
export function useImport(accountId: number, rows: readonly CheckedRow[]) {
  const queries = useQueryClient();
  const [states, setStates] = useState<ReadonlyMap<number, RowState>>(new Map());
  const [isRunning, setRunning] = useState(false);
  const [waitSeconds, setWait] = useState(0);
  const mayRun = useRef(false);
  const note = (line: number, state: RowState): void => setStates((before) => new Map(before).set(line, state));
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
  /** Creates the object of a row, and waits where the API asks for it. Returns whether the next row can succeed. */
  const create = async (row: CheckedRow): Promise<boolean> => {
    while (mayRun.current) {
      note(row.line, { kind: 'creating' });
      try {
        note(row.line, await createdObject(queries, accountId, row));
        return true;
      } catch (error) {
        const isTooFast = error instanceof ApiProblem && error.status === 429;
        note(row.line, isTooFast ? { kind: 'ready' } : { kind: 'failed', text: problemFacts(error).text });
        if (!isTooFast) return !endsImport(error);
        await wait(error.retryAfter ?? 5);
      }
    }
    return false;
  };
  const run = async (): Promise<void> => {
    mayRun.current = true;
    setRunning(true);
    for (const row of rows.filter(({ line }) => states.get(line)?.kind !== 'created'))
      if (!mayRun.current || !(await create(row))) break;
    mayRun.current = false;
    setRunning(false);
    await queries.invalidateQueries({ queryKey: ['account', accountId] });
  };
  return { states, isRunning, waitSeconds, run, stop };
}

/** Whether the rows after this failure would fail too. */
function endsImport(error: unknown): boolean {
  return error instanceof ApiProblem && (error.status === 0 || error.status === 401 || ENDS.has(error.code));
}

/** Creates the object of a row. One of an earlier import may have been deleted since; it is created again under another key. */
async function createdObject(queries: QueryClient, accountId: number, row: CheckedRow): Promise<RowState> {
  const body = { name: row.name, links: row.urls.map((url) => ({ url })) };
  for (let attempt = 0; ; attempt += 1) {
    const { id, isReplayed } = await createObject(accountId, body, await keyOf(accountId, row, attempt));
    if (!isReplayed || attempt >= DELETED_AT_MOST || (await exists(queries, accountId, id)))
      return { kind: 'created', objectId: id, isEarlier: isReplayed };
  }
}

async function exists(queries: QueryClient, accountId: number, objectId: number): Promise<boolean> {
  try {
    await queries.fetchQuery({ ...objectQuery(accountId, objectId), staleTime: 0 });
    return true;
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return false;
    throw error;
  }
}
