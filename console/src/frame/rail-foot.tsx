import { IconCircleCheck, IconClock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { attentionQuery } from '../api/queries/attention';
import { formatAhead, formatMoment } from '../lib/format';
import { frameWords } from '../words/en/frame';

/** When reviews were last collected, and when they are collected next. The check mark means that no link fails. */
export function RailFoot({ accountId }: { readonly accountId: number }) {
  const { data } = useQuery(attentionQuery(accountId, undefined));
  if (data === undefined) return <footer />;
  const { last_at: last, next_at: next } = data.collection;
  const isWell = last !== null && !data.data.some(({ kind }) => kind === 'links_failing');
  const Shape = isWell ? IconCircleCheck : IconClock;
  return (
    <footer>
      <Shape className={isWell ? 'icon is-ok' : 'icon'} size={14} stroke={1.75} aria-hidden />
      <span>
        {last === null ? frameWords.notCollected : frameWords.collected(formatMoment(last))}
        {next !== null && <span className="foot-next">{frameWords.next(formatAhead(next))}</span>}
      </span>
    </footer>
  );
}
