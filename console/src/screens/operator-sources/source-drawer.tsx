import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { problemFacts } from '../../api/problem';
import { sourceReportQuery, type AdminSourceWhole, type SourceField } from '../../api/queries/operator';
import { formatDuration, formatExact, formatWhen } from '../../lib/format';
import { DetailDrawer } from '../../parts/drawer';
import { roadLines } from '../../parts/roads';
import { Loading, Problem } from '../../parts/states';
import { operatorSourcesWords } from '../../words/en/operator-sources';
import { SourceActions } from './source-actions';
import { SourceState } from './source-table';

const route = getRouteApi('/operator/sources/$slug');

/** One source: what its reviews are missing, what happened, and what the operator can do. */
export function OperatorSourceDrawer() {
  const { slug } = route.useParams();
  const navigate = useNavigate();
  const source = useQuery(sourceReportQuery(slug));
  return (
    <DetailDrawer
      title={source.data?.display_name ?? slug}
      isOpen
      size={520}
      onClose={() => void navigate({ to: '/operator/sources', search: {} })}
    >
      {source.isPending && <Loading rows={6} onRetry={() => void source.refetch()} />}
      {source.error && <Problem {...problemFacts(source.error)} onRetry={() => void source.refetch()} />}
      {source.data && (
        <div className="source-details">
          <p>
            <SourceState source={source.data} />{' '}
            {source.data.pause_reason !== null && <bdi dir="auto">{source.data.pause_reason}</bdi>}
          </p>
          <SourceActions source={source.data} />
          {source.data.has_oauth_client && <ClientLink slug={slug} />}
          <Roads roads={source.data.roads} ages={source.data.ages} />
          <Drift fields={source.data.drift} />
          <Unread parts={source.data.unread_24h} />
          <Events source={source.data} />
        </div>
      )}
    </DetailDrawer>
  );
}

/** Leads to the client of the sign-in. */
function ClientLink({ slug }: { readonly slug: string }) {
  return (
    <p className="small">
      <Link to="/operator/sources/$slug/client" params={{ slug }} className="link">
        {operatorSourcesWords.client}
      </Link>
    </p>
  );
}

/** The ways to read its reviews, as text, with what is known of their formats. */
function Roads({ roads, ages }: Pick<AdminSourceWhole, 'roads' | 'ages'>) {
  const lines = roadLines(roads);
  const waiting = ages.find(({ road }) => road === null)?.links ?? 0;
  if (roads.length === 0) return null;
  return (
    <section aria-labelledby="roads-title">
      <header className="details-head">
        <h2 id="roads-title">{operatorSourcesWords.roads}</h2>
      </header>
      <ul className="source-roads">
        {roads.map(({ name, order, evidence, min_every_seconds: least, ends_at: endsAt }, place) => (
          <li key={name}>
            {lines[place]}
            <span className="small muted block">
              {operatorSourcesWords.order[order]} {operatorSourcesWords.evidence[evidence]}{' '}
              {least !== null && operatorSourcesWords.least(formatDuration(least * 1_000))}
            </span>
            <RoadAge age={ages.find(({ road }) => road === name)} />
            {endsAt !== null && <span className="small t-bad block">{operatorSourcesWords.roadEnds(endsAt)}</span>}
          </li>
        ))}
      </ul>
      {waiting > 0 && <p className="small muted num">{operatorSourcesWords.notBegun(waiting)}</p>}
    </section>
  );
}

/** How long ago the links of a road were read. */
function RoadAge({ age }: { readonly age: AdminSourceWhole['ages'][number] | undefined }) {
  if (age === undefined) return null;
  const { links, never_read: never, p50_seconds: half, p95_seconds: most } = age;
  return (
    <span className="small num block">
      {half !== null &&
        most !== null &&
        operatorSourcesWords.age(links - never, formatDuration(half * 1_000), formatDuration(most * 1_000))}{' '}
      {never > 0 && operatorSourcesWords.neverRead(never)}
    </span>
  );
}

function Drift({ fields }: { readonly fields: readonly SourceField[] }) {
  return (
    <section aria-labelledby="drift-title">
      <header className="details-head">
        <h2 id="drift-title">{operatorSourcesWords.drift}</h2>
        <span className="small muted">{operatorSourcesWords.against}</span>
      </header>
      <table className="drift">
        <thead>
          <tr>
            <th scope="col">{operatorSourcesWords.field}</th>
            <th scope="col">{operatorSourcesWords.missingNow}</th>
            <th scope="col">{operatorSourcesWords.normally}</th>
            <th scope="col">{operatorSourcesWords.alarmAbove}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field.field}>
              <th scope="row" className="mono">
                {operatorSourcesWords.fieldName(field.field)}
              </th>
              <td className={field.alarm ? 'num t-bad' : 'num'}>{missing(field.now)}</td>
              <td className="num">{missing(field.normal)}</td>
              <td className="num">
                {field.alarm_below === null ? (
                  <span className="muted">{operatorSourcesWords.noAlarm}</span>
                ) : field.alarm ? (
                  <span className="t-bad">{operatorSourcesWords.alarmOpen(missing(field.alarm_below))}</span>
                ) : (
                  missing(field.alarm_below)
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** What its pages showed in 24 hours and could not be read. */
function Unread({ parts }: { readonly parts: AdminSourceWhole['unread_24h'] }) {
  if (parts.length === 0) return null;
  return (
    <section aria-labelledby="unread-title">
      <header className="details-head">
        <h2 id="unread-title">{operatorSourcesWords.unread}</h2>
        <span className="small muted">{operatorSourcesWords.ofDay}</span>
      </header>
      <ul className="source-roads">
        {parts.map(({ part, count, visits }) => (
          <li key={part}>{operatorSourcesWords.unreadPart(part, count, visits)}</li>
        ))}
      </ul>
    </section>
  );
}

function missing(share: number | null): string {
  return share === null ? operatorSourcesWords.unknown : operatorSourcesWords.percent(1 - share);
}

function Events({ source: { events } }: { readonly source: AdminSourceWhole }) {
  return (
    <section aria-labelledby="events-title">
      <header className="details-head">
        <h2 id="events-title">{operatorSourcesWords.events}</h2>
      </header>
      {events.length === 0 && <p className="muted">{operatorSourcesWords.noEvents}</p>}
      <ol className="source-events">
        {events.map(({ id, at, kind, facts }) => (
          <li key={id}>
            <time dateTime={`${at}Z`} title={formatExact(at)} className="num muted">
              {formatWhen(at)}
            </time>
            <bdi dir="auto">{operatorSourcesWords.event(kind, facts)}</bdi>
          </li>
        ))}
      </ol>
    </section>
  );
}
