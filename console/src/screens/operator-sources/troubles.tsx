import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { AdminSource } from '../../api/queries/operator';
import { formatWhen } from '../../lib/format';
import { operatorSourcesWords } from '../../words/en/operator-sources';
import { statusWords } from '../../words/en/status';

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
                    {operatorSourcesWords.alarmFigures(
                      field,
                      operatorSourcesWords.percent(1 - (now ?? 0)),
                      operatorSourcesWords.percent(1 - (normal ?? 0)),
                      since === null ? '' : formatWhen(since),
                    )}{' '}
                  </span>
                ))}
                {main !== undefined &&
                  source.state !== 'drift' &&
                  `${operatorSourcesWords.troubleShare(
                    operatorSourcesWords.codes(main.code),
                    operatorSourcesWords.percent(main.share),
                  )} `}
                {source.pause_reason !== null && <bdi>{source.pause_reason} </bdi>}
                {operatorSourcesWords.nothingDeleted}
              </p>
            </div>
            <Link to="/operator/sources/$slug" params={{ slug: source.slug }} search={{}} className="link nowrap">
              {alarms.length > 0 ? operatorSourcesWords.seeDrift : operatorSourcesWords.seeSource}
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
  if (state === 'paused') return `${name}: ${statusWords.sourcePaused}`;
  if (alarms.length > 0) return operatorSourcesWords.alarm(name, alarms);
  if (state === 'resting' && until !== null) return `${name}: ${operatorSourcesWords.restsUntil(formatWhen(until))}`;
  return operatorSourcesWords.failing(name, mainTrouble(source)?.code ?? '');
}

/** The most frequent trouble of the source itself. That of its links is for the people who added them. */
const mainTrouble = ({ troubles }: AdminSource): AdminSource['troubles'][number] | undefined =>
  troubles.find(({ of_links: isOfLinks }) => !isOfLinks);
