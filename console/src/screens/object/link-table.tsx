import { ActionIcon } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { IconDots } from '@tabler/icons-react';
import type { ObjectLink } from '../../api/queries/objects';
import { sourcesQuery } from '../../api/queries/sources';
import { formatExact, formatMoment, formatNumber } from '../../lib/format';
import { PlatformChip } from '../../parts/platform';
import { Status } from '../../parts/status';
import { Table, type Column } from '../../parts/table';
import { words } from '../../words/en';
import { linkName, linkStatus, shortAddress, stopReason } from './link-state';

const accountRoute = getRouteApi('/a/$accountId');

interface LinkTableProps {
  readonly links: readonly ObjectLink[];
  readonly onOpen: (linkId: number) => void;
}

/** The links with their state, their completeness, and the reason for the end of the last collection. */
export function LinkTable({ links, onOpen }: LinkTableProps) {
  const columns: readonly Column<ObjectLink>[] = [
    { key: 'name', title: words.object.link, cell: (link) => <Name link={link} /> },
    { key: 'state', title: words.object.state, cell: (link) => <Status name={linkStatus(link)} /> },
    { key: 'collected', title: words.object.collected, cell: (link) => <Collected link={link} /> },
    { key: 'why', title: words.object.why, cell: (link) => <Why link={link} /> },
    { key: 'last', title: words.object.last, cell: (link) => <Last link={link} /> },
    {
      key: 'actions',
      title: words.object.actions,
      isTitleHidden: true,
      cell: (link) => (
        <ActionIcon aria-label={words.object.details(linkName(link))} onClick={() => onOpen(link.id)}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      ),
    },
  ];
  return <Table caption={words.object.links} columns={columns} rows={links} keyOf={({ id }) => id} />;
}

function Name({ link }: { readonly link: ObjectLink }) {
  const { account } = accountRoute.useRouteContext();
  const { data: sources } = useQuery(sourcesQuery(account.id));
  return (
    <span className="link-name">
      <PlatformChip slug={link.source_slug} name={sources?.get(link.source_slug)?.display_name ?? link.source_slug} />
      <span className="clip">
        <b dir="auto" className="clip">
          {linkName(link)}
        </b>
        <span className="mono muted clip">{shortAddress(link.url)}</span>
      </span>
    </span>
  );
}

function Collected({ link }: { readonly link: ObjectLink }) {
  const { collected_count: collected, platform_review_count: all, completeness } = link;
  const percent = Math.round(100 * (completeness ?? 0));
  return (
    <div className="collected num">
      <span>
        <b>{formatNumber(collected)}</b>
        <span className="muted">{all === null ? words.object.ofUnknown : words.object.of(all)}</span>
      </span>
      {completeness !== null && (
        <span
          className={`meter ${percent < 98 ? 'warn' : ''}`}
          role="meter"
          aria-label={words.object.share(percent)}
          aria-valuenow={percent}
          aria-valuemin={0}
          aria-valuemax={100}
        >
          <i style={{ inlineSize: `${percent}%` }} />
        </span>
      )}
    </div>
  );
}

function Why({ link }: { readonly link: ObjectLink }) {
  const notes = [
    link.warning === 'many_reviews_missing' ? words.object.manyMissing : null,
    link.scrape_status === 'failed' || link.warning === 'many_reviews_missing' ? words.object.nothingDeleted : null,
  ];
  return (
    <span className="why">
      <b>{stopReason(link) ?? words.object.never}</b>
      <span className="sub">{notes.filter((note) => note !== null).join(' ')}</span>
    </span>
  );
}

function Last({ link: { last_scraped_at: at } }: { readonly link: ObjectLink }) {
  if (at === null) return <span className="muted">{words.object.never}</span>;
  return (
    <time dateTime={`${at}Z`} title={formatExact(at)} className="nowrap">
      {formatMoment(at)}
    </time>
  );
}
