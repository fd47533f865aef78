import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState, type Dispatch, type RefObject, type SetStateAction } from 'react';
import { ApiProblem, problemFacts } from '../../api/problem';
import {
  curationKeys,
  hiddenQuery,
  pinnedQuery,
  savePinned,
  type Pinned,
  type PinnedReview,
} from '../../api/queries/curation';

const SAVED_AFTER_MS = 800;

/** An order that is not saved yet, and the one from which it began. */
interface Edit {
  readonly base: Pinned;
  readonly reviews: readonly PinnedReview[];
}

/** Another person changed the order meanwhile. */
export interface Conflict {
  readonly text: string;
  readonly theirs: Pinned;
}

/**
 * The order of the pinned reviews as the person sees it. A change is saved 800 ms after the last one, or when the screen is left, and
 * only if the order is still the one from which it began.
 */
export function usePinOrder(accountId: number, objectId: number, stored: Pinned) {
  const queries = useQueryClient();
  const [edit, setEdit] = useState<Edit | null>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const waiting = useRef<Edit | null>(null);
  const save = useSaving({ accountId, objectId, waiting, setEdit, setConflict });
  const saveLater = useDelay(waiting, save.mutate);
  const order = (reviews: readonly PinnedReview[]): void => {
    const next = { base: edit?.base ?? stored, reviews };
    setEdit(next);
    if (conflict) return;
    save.reset();
    saveLater(next);
  };
  const takeTheirs = (): void => {
    setConflict(null);
    setEdit(null);
    save.reset();
  };
  const keepMine = async (): Promise<void> => {
    if (conflict === null || edit === null) return;
    const next = { base: conflict.theirs, reviews: await stillPinnable(queries, accountId, objectId, edit.reviews) };
    setConflict(null);
    setEdit(next);
    save.mutate(next);
  };
  return {
    reviews: edit?.reviews ?? stored.reviews,
    order,
    conflict,
    takeTheirs,
    keepMine,
    isSaving: save.isPending || edit !== null,
    isSaved: save.isSuccess && edit === null,
    problem: save.error && !conflict && !save.isPending ? problemFacts(save.error).text : null,
  };
}

interface SavingOptions {
  readonly accountId: number;
  readonly objectId: number;
  readonly waiting: RefObject<Edit | null>;
  readonly setEdit: Dispatch<SetStateAction<Edit | null>>;
  readonly setConflict: (conflict: Conflict) => void;
}

/** Saves an edit. The edit ends with its success, with a failure, or with the person's choice after a conflict. */
function useSaving({ accountId, objectId, waiting, setEdit, setConflict }: SavingOptions) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ base, reviews }: Edit) => savePinned(accountId, objectId, reviews.map(idOf), base.tag),
    onSuccess: (tag, { reviews }) => {
      queries.setQueryData(curationKeys.pinned(accountId, objectId), { reviews, tag });
      // A change that was made while this one was sent begins from it.
      setEdit((now) => (now?.reviews === reviews ? null : now && { ...now, base: { reviews, tag } }));
      if (waiting.current) waiting.current = { ...waiting.current, base: { reviews, tag } };
    },
    onError: async (error, failed) => {
      waiting.current = null;
      const theirs = await queries.fetchQuery({ ...pinnedQuery(accountId, objectId), staleTime: 0 });
      const isConflict = error instanceof ApiProblem && error.status === 409 && theirs.tag !== failed.base.tag;
      if (isConflict) setConflict({ text: error.message, theirs });
      else setEdit(null);
    },
  });
}

/** Sends the edit that waits 800 ms after the last one, or when the screen is left. Returns a function that sets it. */
function useDelay(waiting: RefObject<Edit | null>, send: (edit: Edit) => void): (edit: Edit) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const flush = useCallback(() => {
    clearTimeout(timer.current);
    if (waiting.current) send(waiting.current);
    waiting.current = null;
  }, [waiting, send]);
  useEffect(() => flush, [flush]);
  return (edit) => {
    waiting.current = edit;
    clearTimeout(timer.current);
    timer.current = setTimeout(flush, SAVED_AFTER_MS);
  };
}

/** The reviews without those that were hidden meanwhile, which cannot be pinned. */
async function stillPinnable(
  queries: QueryClient,
  accountId: number,
  objectId: number,
  reviews: readonly PinnedReview[],
): Promise<readonly PinnedReview[]> {
  const hidden = await queries.fetchQuery({ ...hiddenQuery(accountId, objectId), staleTime: 0 });
  const ids = new Set(hidden.map(({ id }) => id));
  return reviews.filter(({ id }) => !ids.has(id));
}

const idOf = ({ id }: PinnedReview): number => id;
