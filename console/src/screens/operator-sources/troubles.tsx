import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { AdminSource } from '../../api/queries/operator';
import { formatWhen } from '../../lib/format';
import { words } from '../../words/en';

/** The sources that need the operator, one sentence each. */
export function Troubles({ sources }: { readonly sources: readonly AdminSource[] }) {
  return (
    <ul className="troubles">
      {sources.map((source) => {
        const alarms = source.drift.filter(({ alarm }) => alarm);
        const main = mainTrouble(source);
        return (
          <li key={source.id} className="banner warn">
            <IconAlertTriangle className="icon" size={16} aria-hidden />
            <div>
              <b>{titleOf(source)}</b>
              <p>
                {alarms.map(({ field, now, normal, alarm_since: since }) => (
                  <span key={field}>
                    {words.operatorSources.alarmFigures(
                      field,
                      words.operatorSources.percent(1 - (now ?? 0)),
                      words.operatorSources.percent(1 - (normal ?? 0)),
                      since === null ? '' : formatWhen(since),
                    )}{' '}
                  </span>
                ))}
                {main !== undefined &&
                  source.state !== 'drift' &&
                  `${words.operatorSources.troubleShare(
                    words.operatorSources.codes(main.code),
                    words.operatorSources.percent(main.share),
                  )} `}
                {source.pause_reason !== null && <bdi>{source.pause_reason} </bdi>}
                {words.operatorSources.nothingDeleted}
              </p>
            </div>
            <Link to="/operator/sources/$slug" params={{ slug: source.slug }} search={{}} className="link nowrap">
              {alarms.length > 0 ? words.operatorSources.seeDrift : words.operatorSources.seeSource}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

function titleOf(source: AdminSource): string {
  const alarms = source.drift.filter(({ alarm }) => alarm).map(({ field }) => field);
  const { display_name: name, state, rests_until: until } = source;
  if (state === 'paused') return `${name}: ${words.status.sourcePaused}`;
  if (alarms.length > 0) return words.operatorSources.alarm(name, alarms);
  if (state === 'resting' && until !== null) return `${name}: ${words.operatorSources.restsUntil(formatWhen(until))}`;
  return words.operatorSources.failing(name, mainTrouble(source)?.code ?? '');
}

/** The most frequent trouble of the source itself. That of its links is for the people who added them. */
const mainTrouble = ({ troubles }: AdminSource): AdminSource['troubles'][number] | undefined =>
  troubles.find(({ of_links: isOfLinks }) => !isOfLinks);
