import { Link } from '@tanstack/react-router';
import type { AdminSource } from '../../api/queries/operator';
import { formatExact, formatHour, formatMoment, formatNumber, formatWhen } from '../../lib/format';
import { HourStrip } from '../../parts/hour-strip';
import { PlatformChip } from '../../parts/platform';
import { Status, type StatusName } from '../../parts/status';
import { Table, type Column } from '../../parts/table';
import { operatorSourcesWords } from '../../words/en/operator-sources';

/** A share below this one is drawn as trouble. */
const BAD_BELOW = 0.9;
const NEARLY_USED = 0.75;

const STATES: Readonly<Record<AdminSource['state'], StatusName>> = {
  paused: 'sourcePaused',
  resting: 'sourceResting',
  failing: 'sourceFailing',
  drift: 'sourceDrift',
  reading: 'sourceReading',
  idle: 'sourceIdle',
};

const COLUMNS: readonly Column<AdminSource>[] = [
  { key: 'source', title: operatorSourcesWords.source, cell: (source) => <SourceName source={source} /> },
  { key: 'state', title: operatorSourcesWords.state, cell: (source) => <SourceState source={source} /> },
  { key: 'success', title: operatorSourcesWords.success, cell: (source) => <Success source={source} /> },
  { key: 'trouble', title: operatorSourcesWords.trouble, cell: (source) => <MainTrouble source={source} /> },
  { key: 'requests', title: operatorSourcesWords.requests, cell: (source) => <Requests source={source} /> },
  {
    key: 'links',
    title: operatorSourcesWords.links,
    cell: ({ links }) => <Named name={operatorSourcesWords.links}>{formatNumber(links)}</Named>,
  },
  { key: 'last', title: operatorSourcesWords.last, cell: ({ last_good_at: at }) => <LastGood at={at} /> },
];

/** The sources with their visits of 24 hours; those without links come last. */
export function SourceTable({ sources }: { readonly sources: readonly AdminSource[] }) {
  const rows = [...sources].sort((a, b) => Number(b.links > 0) - Number(a.links > 0) || a.id - b.id);
  return (
    <div className="source-table">
      <Table caption={operatorSourcesWords.title} columns={COLUMNS} rows={rows} keyOf={({ id }) => id} />
    </div>
  );
}

export function SourceState({ source }: { readonly source: AdminSource }) {
  const { state, rests_until: until } = source;
  if (state === 'resting' && until !== null)
    return <Status name="sourceResting" text={operatorSourcesWords.restsUntil(formatWhen(until))} />;
  return <Status name={STATES[state]} />;
}

function SourceName({ source }: { readonly source: AdminSource }) {
  return (
    <span className="source-name">
      <PlatformChip slug={source.slug} name={source.display_name} />
      <span>
        <Link
          to="/operator/sources/$slug"
          params={{ slug: source.slug }}
          search={{}}
          className="link"
          aria-label={operatorSourcesWords.open(source.display_name)}
        >
          <bdi>{source.display_name}</bdi>
        </Link>
        <small className="muted">{operatorSourcesWords.how[source.how] ?? source.how}</small>
      </span>
    </span>
  );
}

function Success({ source }: { readonly source: AdminSource }) {
  const { success_24h: share, visits_24h: visits, hours } = source;
  return (
    <span className="source-success">
      <b className="num">
        {share === null ? (
          <span className="muted small">
            {visits === 0 ? operatorSourcesWords.notVisited : operatorSourcesWords.unknown}
          </span>
        ) : (
          operatorSourcesWords.percent(share)
        )}
      </b>
      <HourStrip
        label={operatorSourcesWords.strip(source.display_name)}
        badBelow={BAD_BELOW}
        hours={hours.map(({ hour, visits, succeeded }) => ({
          label: operatorSourcesWords.stripHour(formatHour(hour), succeeded, visits),
          share: visits === 0 ? null : succeeded / visits,
        }))}
      />
    </span>
  );
}

function MainTrouble({ source: { troubles } }: { readonly source: AdminSource }) {
  const [first] = troubles;
  return (
    <span className="small sub">
      {first === undefined
        ? operatorSourcesWords.none
        : operatorSourcesWords.troubleOf(first.code, operatorSourcesWords.percent(first.share))}
    </span>
  );
}

function Requests({ source: { requests_used: used, ceiling } }: { readonly source: AdminSource }) {
  if (ceiling === null) return <span className="muted">{operatorSourcesWords.unknown}</span>;
  const share = Math.min(1, used / ceiling);
  return (
    <span className="source-requests num">
      <span>{formatNumber(used)}</span>
      <span className="muted">{operatorSourcesWords.of(formatNumber(ceiling))}</span>
      <span className={share >= NEARLY_USED ? 'meter warn' : 'meter'} aria-hidden>
        <i style={{ inlineSize: `${share * 100}%` }} />
      </span>
    </span>
  );
}

function Named({ name, children }: { readonly name: string; readonly children: string }) {
  return (
    <span className="num">
      <span className="only-narrow muted">{name} </span>
      {children}
    </span>
  );
}

function LastGood({ at }: { readonly at: string | null }) {
  return (
    <span className="small nowrap">
      <span className="only-narrow muted">{operatorSourcesWords.last} </span>
      {at === null ? (
        <span className="muted">{operatorSourcesWords.never}</span>
      ) : (
        <time dateTime={`${at}Z`} title={formatExact(at)}>
          {formatMoment(at)}
        </time>
      )}
    </span>
  );
}
