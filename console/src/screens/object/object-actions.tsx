import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconPlus, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { problemFacts } from '../../api/problem';
import { accountQuery } from '../../api/queries/account';
import { collectObject, objectKeys, type ObjectLink } from '../../api/queries/objects';
import { runKeys, runQuery } from '../../api/queries/runs';
import { formatClock, formatMoment, momentOf } from '../../lib/format';
import { usePageActions } from '../../lib/page-actions';
import { WriteButton } from '../../parts/write-button';
import { objectWords } from '../../words/en/object';
import { AddLink } from './add-link';

interface ObjectActionsProps {
  readonly accountId: number;
  readonly object: { readonly id: number; readonly is_active: boolean; readonly links: readonly ObjectLink[] };
}

/** Adds a link and collects now. Links that were collected a moment ago are not collected again, and the button says until when. */
export function ObjectActions({ accountId, object }: ObjectActionsProps) {
  const [isAdding, setAdding] = useState(false);
  const gap = useGap(accountId);
  const collect = useCollect(accountId, object.id);
  const wait = waitOf(object.links, gap);
  const isBusy = object.links.some((link) => link.progress !== null);
  const status = collect.data?.link_count === 0 ? objectWords.collectedJustNow : objectWords.collecting;
  const isReady = object.is_active && object.links.some((link) => link.is_active) && wait === null;
  const canCollect = isReady && !isBusy && !collect.isPending;
  usePageActions([
    { label: objectWords.addLink, run: () => setAdding(true) },
    ...(canCollect ? [{ label: objectWords.collect, isWrite: true, run: () => collect.mutate() }] : []),
  ]);
  return (
    <>
      <span role="status" className="small sub">
        {collect.isSuccess && (isBusy || wait === null) && status}
        {!isBusy && wait !== null && objectWords.waits(formatMoment(wait.last), formatClock(wait.from))}
      </span>
      {collect.error && (
        <span role="alert" className="small refused">
          {problemFacts(collect.error).text}
        </span>
      )}
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
        {objectWords.addLink}
      </Button>
      <WriteButton
        variant="filled"
        leftSection={<IconRefresh size={16} aria-hidden />}
        loading={collect.isPending}
        disabled={!canCollect}
        onClick={() => collect.mutate()}
      >
        {objectWords.collect}
      </WriteButton>
      <AddLink accountId={accountId} objectId={object.id} isOpen={isAdding} onClose={() => setAdding(false)} />
    </>
  );
}

/** Seconds after a collection in which a link is not collected again. */
function useGap(accountId: number): number {
  return useQuery(accountQuery(accountId)).data?.collection.min_gap_seconds ?? 0;
}

function useCollect(accountId: number, objectId: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const { run_id: runId } = await collectObject(accountId, objectId);
      return queries.fetchQuery({ ...runQuery(accountId, runId), staleTime: 0 });
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: objectKeys.all(accountId) });
      await queries.invalidateQueries({ queryKey: runKeys.all(accountId) });
    },
  });
}

/** When every link was collected less than `gap` seconds ago: the last collection, and from when one is collected again. */
function waitOf(links: readonly ObjectLink[], gap: number): { readonly last: string; readonly from: string } | null {
  const times = links.filter((link) => link.is_active).map((link) => link.last_scraped_at);
  const known = times.filter((time) => time !== null).sort();
  const [oldest] = known;
  if (oldest === undefined || known.length < times.length) return null;
  const from = new Date(momentOf(oldest).getTime() + gap * 1_000);
  if (from.getTime() <= Date.now()) return null;
  return { last: known.at(-1) ?? oldest, from: from.toISOString().slice(0, 19) };
}
