import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { problemFacts, refusalOf } from '../../api/problem';
import { operatorKeys, setSwitch, switchesQuery, type OperatorSwitch } from '../../api/queries/operator';
import { formatExact, formatWhen } from '../../lib/format';
import { ReasonDialog } from '../../parts/reason-dialog';
import { Loading, Problem } from '../../parts/states';
import { Status } from '../../parts/status';
import { Table, type Column } from '../../parts/table';
import { operatorQueuesWords } from '../../words/en/operator-queues';

const text = operatorQueuesWords.switches;

/** The switches of replies, webhooks and collection: those of all platforms, and those of single ones that are off. */
export function Switches() {
  const switches = useQuery(switchesQuery);
  return (
    <section aria-labelledby="switches-title">
      <h2 id="switches-title">{text.title}</h2>
      <p className="sub small">{text.about}</p>
      {switches.isPending && <Loading rows={3} onRetry={() => void switches.refetch()} />}
      {switches.error && <Problem {...problemFacts(switches.error)} onRetry={() => void switches.refetch()} />}
      {switches.data && (
        <Table
          caption={text.title}
          columns={COLUMNS}
          rows={switches.data.data.map((one, index) => ({ ...one, index }))}
          keyOf={({ index }) => index}
        />
      )}
    </section>
  );
}

const COLUMNS: readonly Column<OperatorSwitch & { readonly index: number }>[] = [
  {
    key: 'name',
    title: text.what,
    cell: (one) => <b>{nameOf(one)}</b>,
  },
  {
    key: 'state',
    title: operatorQueuesWords.state,
    cell: ({ off_since: since }) => <Status name={since === null ? 'switchOn' : 'switchOff'} />,
  },
  {
    key: 'reason',
    title: operatorQueuesWords.reason,
    cell: ({ off_since: since, reason }) =>
      since !== null && (
        <span className="small">
          <time dateTime={`${since}Z`} title={formatExact(since)}>
            {text.since(formatWhen(since))}
          </time>{' '}
          {reason !== null && <bdi className="job-reason">{reason}</bdi>}
        </span>
      ),
  },
  { key: 'action', title: operatorQueuesWords.action, isTitleHidden: true, cell: (one) => <Change one={one} /> },
];

const nameOf = ({ switch: name, source_name: platform }: OperatorSwitch): string =>
  platform === null ? text.names[name] : text.ofPlatform(text.names[name], platform);

function Change({ one }: { readonly one: OperatorSwitch }) {
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const isOff = one.off_since !== null;
  const change = useMutation({
    mutationFn: (reason: string) => setSwitch(one.switch, isOff ? 'on' : 'off', one.source_slug, reason),
    onSuccess: async () => {
      setAsking(false);
      await queries.invalidateQueries({ queryKey: operatorKeys.queues });
      await queries.invalidateQueries({ queryKey: operatorKeys.sources });
    },
  });
  const action = isOff ? text.turnOn : text.turnOff;
  return (
    <>
      <Button aria-label={`${action}: ${nameOf(one)}`} onClick={() => setAsking(true)}>
        {action}
      </Button>
      <ReasonDialog
        isOpen={isAsking}
        title={`${action}: ${nameOf(one)}`}
        about={isOff ? text.turnOnAbout : text.turnOffAbout[one.switch]}
        action={action}
        isPending={change.isPending}
        refusal={refusalOf(change.error)}
        onClose={() => {
          change.reset();
          setAsking(false);
        }}
        onSubmit={(reason) => change.mutate(reason)}
      />
    </>
  );
}
