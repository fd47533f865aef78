import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { summaryQuery } from '../../api/queries/analytics';
import { attentionQuery } from '../../api/queries/attention';
import { objectsQuery } from '../../api/queries/objects';
import { sourcesQuery } from '../../api/queries/sources';
import { published } from '../../lib/periods';
import type { OverviewView } from './view';

/**
 * Whether the height of the first cards is known. Until then the cards below them are not visible, so that nothing moves under the
 * eyes of the person. It stays true: later changes follow an act of the person.
 */
export function useSettled(view: OverviewView): boolean {
  const [isSettled, setSettled] = useState(false);
  const summary = (range: OverviewView['range'] | null) =>
    summaryQuery(view.accountId, { ...view.ids, ...published(range) });
  const waiting = [
    useQuery(attentionQuery(view.accountId, view.scope)),
    useQuery(objectsQuery(view.accountId)),
    useQuery(sourcesQuery(view.accountId)),
    useQuery(summary(view.range)),
    useQuery({ ...summary(view.before), enabled: view.before !== null }),
  ].some(({ isLoading }) => isLoading);
  if (!isSettled && !waiting) setSettled(true);
  return isSettled || !waiting;
}
