import { Progress } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { attentionQuery } from '../../api/queries/attention';
import { objectsQuery, type ObjectItem, type ObjectLink } from '../../api/queries/objects';
import { sourcesQuery } from '../../api/queries/sources';
import { formatAhead, formatNumber } from '../../lib/format';
import { LinkToObject } from '../../parts/link-to-object';
import { PlatformChip } from '../../parts/platform';
import { overviewWords } from '../../words/en/overview';
import type { OverviewView } from './view';

const MOST_SHOWN = 4;

interface Collected {
  readonly object: ObjectItem;
  readonly link: ObjectLink;
}

/** The links that are collected now, and the collections of the last day. */
export function CollectingNow({ view }: { readonly view: OverviewView }) {
  const objects = useQuery(objectsQuery(view.accountId));
  const attention = useQuery(attentionQuery(view.accountId, view.scope));
  const running = collectedLinks(objects.data?.data ?? [], view.ids.object_id);
  const collection = attention.data?.collection;
  return (
    <section className="card" aria-labelledby="collecting-now">
      <header className="card-head">
        <h2 id="collecting-now">{overviewWords.collecting.title}</h2>
        <Link
          className="link small end"
          to="/a/$accountId/objects"
          params={{ accountId: String(view.accountId) }}
          search={{}}
        >
          {overviewWords.collecting.all}
        </Link>
      </header>
      <ul className="collecting">
        {running.slice(0, MOST_SHOWN).map(({ object, link }) => (
          <Running key={link.id} object={object} link={link} accountId={view.accountId} />
        ))}
        {running.length > MOST_SHOWN && (
          <li className="small sub">{overviewWords.collecting.more(running.length - MOST_SHOWN)}</li>
        )}
        {running.length === 0 && (
          <li className="small sub">
            {overviewWords.collecting.quiet}{' '}
            {typeof collection?.next_at === 'string' && overviewWords.collecting.next(formatAhead(collection.next_at))}
          </li>
        )}
        {collection && (
          <li className="small sub">
            {overviewWords.collecting.day(collection.day.read)}
            <b>{overviewWords.collecting.dayNew(collection.day.new)}</b>
            {overviewWords.collecting.dayRest(collection.day.changed, collection.day.gone)}
          </li>
        )}
      </ul>
    </section>
  );
}

function Running({ object, link, accountId }: Collected & { readonly accountId: number }) {
  const sources = useQuery(sourcesQuery(accountId));
  const platform = sources.data?.get(link.source_slug)?.display_name ?? link.source_slug;
  const { progress } = link;
  const share =
    progress === null || progress.of === null ? null : Math.min(1, progress.read / Math.max(1, progress.of));
  return (
    <li>
      <div className="collecting-link">
        <PlatformChip slug={link.source_slug} name={platform} />
        <LinkToObject accountId={accountId} object={object} className="clip" />
        <span className="num collecting-end">{progressText(progress)}</span>
      </div>
      <Progress
        value={(share ?? 0) * 100}
        size={5}
        aria-label={overviewWords.collecting.progress(object.name, platform)}
      />
    </li>
  );
}

function progressText(progress: ObjectLink['progress']): string {
  if (progress === null) return overviewWords.collecting.waits;
  if (progress.of === null) return overviewWords.collecting.read(formatNumber(progress.read));
  return overviewWords.collecting.of(formatNumber(progress.read), formatNumber(progress.of));
}

/** The links that run first, then those that wait for their first collection. */
function collectedLinks(objects: readonly ObjectItem[], objectId: number | undefined): readonly Collected[] {
  const all = objects
    .filter((object) => object.is_active && (objectId === undefined || object.id === objectId))
    .flatMap((object) => object.links.map((link) => ({ object, link })));
  const running = all.filter(({ link }) => link.scrape_status === 'in_progress');
  const waiting = all.filter(({ link }) => link.scrape_status === 'pending' && link.is_active);
  return [...running, ...waiting];
}
