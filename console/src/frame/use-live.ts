import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { staleKeys } from '../api/live-map';
import type { LiveChange, LiveStatus } from '../lib/live/kinds';
import { LiveClient } from '../lib/live/live-client';

/** A collection changes reviews many times a second; what it makes stale is read again at most this often. */
const READ_EVERY_MS = 2_000;

/** Follows the changes of an account: what they make stale is read again. */
export function useLive(accountId: number): LiveStatus {
  const queries = useQueryClient();
  const [status, setStatus] = useState<LiveStatus>('starting');
  useEffect(() => {
    let waiting: readonly LiveChange[] = [];
    let pause: ReturnType<typeof setTimeout> | undefined;
    const readAgain = (): void => {
      for (const queryKey of staleKeys(accountId, waiting)) void queries.invalidateQueries({ queryKey });
      waiting = [];
      pause = setTimeout(() => {
        pause = undefined;
        if (waiting.length > 0) readAgain();
      }, READ_EVERY_MS);
    };
    const live = new LiveClient(accountId, {
      onStatus: setStatus,
      onChanges: (changes) => {
        waiting = [...waiting, ...changes];
        if (pause === undefined) readAgain();
      },
    });
    return () => {
      clearTimeout(pause);
      live.stop();
    };
  }, [accountId, queries]);
  return status;
}
