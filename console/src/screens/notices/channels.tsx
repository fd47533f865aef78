import { Switch } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { problemFacts } from '../../api/problem';
import {
  noticeKeys,
  noticePreferencesQuery,
  setNoticeChannels,
  type Channel,
  type Channels as ChannelsOfKind,
} from '../../api/queries/notices';
import { meQuery } from '../../api/queries/session';
import { Loading, Problem } from '../../parts/states';
import { noticesWords } from '../../words/en/notices';

const CHANNELS: readonly Channel[] = ['console', 'mail'];
const TITLES: Readonly<Record<Channel, string>> = { console: noticesWords.inConsole, mail: noticesWords.byMail };

/** A switch for each kind and channel. It shows the new position at once, and the old one again after a refusal. */
export function Channels({ accountId }: { readonly accountId: number }) {
  const preferences = useQuery(noticePreferencesQuery(accountId));
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: ({ kind, channels }: { readonly kind: string; readonly channels: ChannelsOfKind }) =>
      setNoticeChannels(accountId, kind, channels),
    onSuccess: (next) => queries.setQueryData(noticePreferencesQuery(accountId).queryKey, next),
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: noticeKeys.all(accountId) });
      await queries.invalidateQueries(meQuery);
    },
  });
  if (preferences.isPending) return <Loading rows={3} onRetry={() => void preferences.refetch()} />;
  if (preferences.error)
    return <Problem {...problemFacts(preferences.error)} onRetry={() => void preferences.refetch()} />;
  const { kinds, can_mail: canMail } = preferences.data;
  const shownOf = (kind: string): ChannelsOfKind =>
    change.isPending && change.variables.kind === kind
      ? change.variables.channels
      : (kinds[kind] ?? { console: true, mail: false });
  return (
    <section className="channels" aria-labelledby="channels-title">
      <h2 id="channels-title">{noticesWords.channels}</h2>
      <p className="small sub">{noticesWords.channelsIntro}</p>
      {!canMail && <p className="small muted">{noticesWords.noMail}</p>}
      {change.error && (
        <p role="alert" className="small refused notice-refusal">
          {problemFacts(change.error).text}
        </p>
      )}
      <ChannelTable
        kinds={Object.keys(kinds)}
        canMail={canMail}
        shownOf={shownOf}
        onChange={(kind, channels) => change.mutate({ kind, channels })}
      />
    </section>
  );
}

interface ChannelTableProps {
  readonly kinds: readonly string[];
  readonly canMail: boolean;
  readonly shownOf: (kind: string) => ChannelsOfKind;
  readonly onChange: (kind: string, channels: ChannelsOfKind) => void;
}

function ChannelTable({ kinds, canMail, shownOf, onChange }: ChannelTableProps) {
  return (
    <div className="card channel-table">
      <table>
        <caption className="sr">{noticesWords.channels}</caption>
        <thead>
          <tr>
            <th scope="col">{noticesWords.kind}</th>
            {CHANNELS.map((channel) => (
              <th key={channel} scope="col">
                {TITLES[channel]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {kinds.map((kind) => {
            const name = noticesWords.kinds[kind] ?? kind;
            const shown = shownOf(kind);
            return (
              <tr key={kind}>
                <th scope="row">{name}</th>
                {CHANNELS.map((channel) => (
                  <td key={channel}>
                    <Switch
                      aria-label={noticesWords.switchOf(name, TITLES[channel])}
                      checked={shown[channel]}
                      disabled={channel === 'mail' && !canMail}
                      onChange={(event) => onChange(kind, { ...shown, [channel]: event.currentTarget.checked })}
                    />
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
