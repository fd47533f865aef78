import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  IconBan,
  IconCircleX,
  IconClock,
  IconMessageCircle,
  IconPlugConnected,
  IconWebhook,
  type Icon,
} from '@tabler/icons-react';
import { Fragment } from 'react';
import { problemFacts } from '../../api/problem';
import { attentionQuery, type Actor, type AttentionItem, type AttentionKind } from '../../api/queries/attention';
import { objectsQuery } from '../../api/queries/objects';
import { sourcesQuery } from '../../api/queries/sources';
import { formatDay, formatMoment } from '../../lib/format';
import { PathLink } from '../../parts/path-link';
import { Loading, Problem } from '../../parts/states';
import { overviewWords } from '../../words/en/overview';
import type { OverviewView } from './view';

const SHAPES: Readonly<Record<AttentionKind, Icon>> = {
  connection_revoked: IconPlugConnected,
  reply_failed: IconCircleX,
  webhook_failing: IconWebhook,
  unanswered: IconMessageCircle,
  links_failing: IconBan,
  trial_ending: IconClock,
};

/** Who can act, in the order of the groups. The first one has no title of its own. */
const ACTORS: readonly Actor[] = ['you', 'platform', 'us'];
const MOST_ROWS = 8;
const MOST_NAMES = 2;

/** What waits, by who can act, and most urgent first, each with one action. */
export function NeedsYou({ view }: { readonly view: OverviewView }) {
  const attention = useQuery(attentionQuery(view.accountId, view.scope));
  const all = attention.data?.data ?? [];
  const items = all.slice(0, MOST_ROWS);
  const yours = all.filter(({ actor }) => actor === 'you').length;
  const last = attention.data?.collection.last_at;
  return (
    <section className="card needs" aria-labelledby="needs-you">
      <header className="card-head">
        <h2 id="needs-you">{overviewWords.needs}</h2>
        <span className="end small muted">{yours > 0 && overviewWords.needsCount(yours)}</span>
      </header>
      {attention.isPending && <Loading rows={4} onRetry={() => void attention.refetch()} />}
      {attention.error && <Problem {...problemFacts(attention.error)} onRetry={() => void attention.refetch()} />}
      {attention.data && yours === 0 && (
        <p className="needs-none sub">
          {overviewWords.nothing} {typeof last === 'string' && overviewWords.lastLook(formatMoment(last))}
        </p>
      )}
      {ACTORS.map((actor) => {
        const own = items.filter((item) => item.actor === actor);
        if (own.length === 0) return null;
        return (
          <Fragment key={actor}>
            {actor !== 'you' && <h3 className="small sub">{overviewWords.actors[actor]}</h3>}
            <ul>
              {own.map((item) => (
                <Item key={keyOf(item)} item={item} view={view} isFirst={item === items[0]} />
              ))}
            </ul>
          </Fragment>
        );
      })}
      {all.length > items.length && <p className="small sub">{overviewWords.needsMore(all.length - items.length)}</p>}
    </section>
  );
}

const keyOf = ({ kind, source_id: sourceId, reason }: AttentionItem): string => `${kind}-${sourceId}-${reason}`;

interface ItemProps {
  readonly item: AttentionItem;
  readonly view: OverviewView;
  readonly isFirst: boolean;
}

function Item({ item, view, isFirst }: ItemProps) {
  const sources = useQuery(sourcesQuery(view.accountId));
  const text = textOf(item);
  const Shape = SHAPES[item.kind];
  const source = [...(sources.data?.values() ?? [])].find(({ id }) => id === item.source_id);
  const until = item.until === null ? '' : formatDay(item.until);
  return (
    <li>
      <Shape className={`icon ${item.severity}`} size={16} stroke={1.75} aria-hidden />
      <b>{text.title(item.count, source?.display_name ?? overviewWords.platform, until)}</b>
      <p>
        <ObjectNames ids={item.object_ids} accountId={view.accountId} />
        {'text' in text && text.text}
        {item.frozen > 0 && ` ${overviewWords.frozenOf(item.frozen, item.count)}`}
        {item.since !== null && ` ${overviewWords.sinceTime(formatMoment(item.since))}`}
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

function textOf({ kind, reason }: AttentionItem) {
  if (kind !== 'links_failing') return overviewWords.item[kind];
  return overviewWords.failing[reason ?? ''] ?? overviewWords.failsInside;
}

function ObjectNames({ ids, accountId }: { readonly ids: readonly number[]; readonly accountId: number }) {
  const { data } = useQuery(objectsQuery(accountId));
  const names = ids.slice(0, MOST_NAMES).flatMap((id) => data?.data.find((object) => object.id === id)?.name ?? []);
  if (names.length === 0) return null;
  return (
    <>
      <bdi>{overviewWords.at(names.join(', '), ids.length > names.length)}</bdi>
      {'. '}
    </>
  );
}
