import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { problemFacts } from '../../api/problem';
import { endOtherSessions, endSession, sessionsQuery, type PersonSession } from '../../api/queries/session';
import { deviceOf } from '../../lib/device';
import { formatExact, formatMoment } from '../../lib/format';
import { SectionHead } from '../../parts/section-head';
import { Loading, Problem } from '../../parts/states';
import { Table, type Column } from '../../parts/table';
import { WriteButton } from '../../parts/write-button';
import { sessionsWords } from '../../words/en/sessions';
import './sessions.css';

/** The sessions of the person. */
export function SessionsScreen() {
  const sessions = useQuery(sessionsQuery);
  const queries = useQueryClient();
  const onSuccess = (): Promise<void> => queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  const end = useMutation({ mutationFn: endSession, onSettled: onSuccess });
  const endOthers = useMutation({ mutationFn: (_: number) => endOtherSessions(), onSuccess });
  if (sessions.isPending) return <Loading rows={3} onRetry={() => void sessions.refetch()} />;
  if (sessions.error) return <Problem {...problemFacts(sessions.error)} onRetry={() => void sessions.refetch()} />;
  const others = sessions.data.filter(({ current }) => !current);
  const failure = end.error ?? endOthers.error;
  return (
    <section aria-labelledby="sessions-title">
      <title>{sessionsWords.title}</title>
      <SectionHead id="sessions-title" title={sessionsWords.title} intro={sessionsWords.intro}>
        {others.length > 0 && (
          <WriteButton loading={endOthers.isPending} onClick={() => endOthers.mutate(others.length)}>
            {sessionsWords.endOthers}
          </WriteButton>
        )}
      </SectionHead>
      <p role="status" className="small sub session-news">
        {failure !== null && <span className="refused">{problemFacts(failure).text}</span>}
        {failure === null && endOthers.isSuccess && sessionsWords.othersEnded(endOthers.variables)}
        {failure === null && !endOthers.isSuccess && end.isSuccess && sessionsWords.ended}
      </p>
      <Table
        caption={sessionsWords.caption}
        columns={columnsOf((id) => end.mutate(id), end.isPending ? end.variables : undefined)}
        rows={sessions.data}
        keyOf={({ id }) => id}
      />
      {others.length === 0 && <p className="small muted session-only">{sessionsWords.onlyThis}</p>}
    </section>
  );
}

function columnsOf(onEnd: (id: number) => void, ending: number | undefined): readonly Column<PersonSession>[] {
  return [
    {
      key: 'device',
      title: sessionsWords.device,
      cell: (session) => <DeviceCell session={session} />,
    },
    { key: 'address', title: sessionsWords.address, cell: ({ ip }) => <span className="mono">{ip}</span> },
    { key: 'created', title: sessionsWords.created, cell: ({ created_at: at }) => <Moment at={at} /> },
    { key: 'seen', title: sessionsWords.seen, cell: ({ last_seen_at: at }) => <Moment at={at} /> },
    {
      key: 'state',
      title: sessionsWords.actions,
      isTitleHidden: true,
      cell: (session) =>
        session.current ? null : (
          <WriteButton
            aria-label={sessionsWords.endOf(deviceText(session.device), session.ip)}
            loading={ending === session.id}
            onClick={() => onEnd(session.id)}
          >
            {sessionsWords.end}
          </WriteButton>
        ),
    },
  ];
}

function DeviceCell({ session: { device, current } }: { readonly session: PersonSession }) {
  const Shape = deviceOf(device).isPhone ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <span className="device" title={device}>
      <Shape className="icon muted" size={16} stroke={1.75} aria-hidden />
      <bdi>{deviceText(device)}</bdi>
      {current && <span className="tag">{sessionsWords.current}</span>}
    </span>
  );
}

function Moment({ at }: { readonly at: string }) {
  return (
    <span className="num nowrap" title={formatExact(at)}>
      {formatMoment(at)}
    </span>
  );
}

function deviceText(userAgent: string): string {
  const { browser, system } = deviceOf(userAgent);
  if (browser !== null && system !== null) return sessionsWords.deviceOn(browser, system);
  return browser ?? system ?? sessionsWords.unknownDevice;
}
