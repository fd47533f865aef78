import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  IconBan,
  IconCircleX,
  IconClock,
  IconMessageCircle,
  IconPlugConnected,
  IconSnowflake,
  IconWebhook,
  type Icon,
} from '@tabler/icons-react';
import { problemFacts } from '../../api/problem';
import { attentionQuery, type AttentionItem, type AttentionKind } from '../../api/queries/attention';
import { objectsQuery } from '../../api/queries/objects';
import { sourcesQuery } from '../../api/queries/sources';
import { formatDay, formatMoment } from '../../lib/format';
import { PathLink } from '../../parts/path-link';
import { Loading, Problem } from '../../parts/states';
import { words } from '../../words/en';
import type { OverviewView } from './view';

const SHAPES: Readonly<Record<AttentionKind, Icon>> = {
  connection_revoked: IconPlugConnected,
  reply_failed: IconCircleX,
  webhook_failing: IconWebhook,
  unanswered: IconMessageCircle,
  source_refused: IconBan,
  link_frozen: IconSnowflake,
  trial_ending: IconClock,
};

const MOST_ROWS = 8;
const MOST_NAMES = 2;

/** What waits for a person, most urgent first, each with one action. */
export function NeedsYou({ view }: { readonly view: OverviewView }) {
  const attention = useQuery(attentionQuery(view.accountId, view.scope));
  const items = attention.data?.data.slice(0, MOST_ROWS);
  const last = attention.data?.collection.last_at;
  return (
    <section className="card needs" aria-labelledby="needs-you">
      <header className="card-head">
        <h2 id="needs-you">{words.overview.needs}</h2>
        <span className="end small muted">
          {items !== undefined && items.length > 0 && words.overview.needsCount(items.length)}
        </span>
      </header>
      {attention.isPending && <Loading rows={4} onRetry={() => void attention.refetch()} />}
      {attention.error && <Problem {...problemFacts(attention.error)} onRetry={() => void attention.refetch()} />}
      {items?.length === 0 && (
        <p className="needs-none sub">
          {words.overview.nothing} {typeof last === 'string' && words.overview.lastLook(formatMoment(last))}
        </p>
      )}
      <ul>
        {items?.map((item, index) => (
          <Item key={`${item.kind}-${item.source_id}`} item={item} view={view} isFirst={index === 0} />
        ))}
      </ul>
    </section>
  );
}

interface ItemProps {
  readonly item: AttentionItem;
  readonly view: OverviewView;
  readonly isFirst: boolean;
}

function Item({ item, view, isFirst }: ItemProps) {
  const sources = useQuery(sourcesQuery(view.accountId));
  const text = words.overview.item[item.kind];
  const Shape = SHAPES[item.kind];
  const source = [...(sources.data?.values() ?? [])].find(({ id }) => id === item.source_id);
  const until = item.until === null ? '' : formatDay(item.until);
  return (
    <li>
      <Shape className={`icon ${item.severity}`} size={16} stroke={1.75} aria-hidden />
      <b>{text.title(item.count, source?.display_name ?? words.overview.platform, until)}</b>
      <p>
        <ObjectNames ids={item.object_ids} accountId={view.accountId} />
        {'text' in text && text.text}
        {item.since !== null && ` ${words.overview.sinceTime(formatMoment(item.since))}`}
      </p>
      <Button
        component={PathLink}
        path={`/a/${view.accountId}${item.path}`}
        size="compact-sm"
        variant={isFirst ? 'filled' : 'default'}
      >
        {text.action}
      </Button>
    </li>
  );
}

function ObjectNames({ ids, accountId }: { readonly ids: readonly number[]; readonly accountId: number }) {
  const { data } = useQuery(objectsQuery(accountId));
  const names = ids.slice(0, MOST_NAMES).flatMap((id) => data?.data.find((object) => object.id === id)?.name ?? []);
  if (names.length === 0) return null;
  return (
    <>
      <bdi>{words.overview.at(names.join(', '), ids.length > names.length)}</bdi>
      {'. '}
    </>
  );
}
