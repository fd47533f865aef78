import { useQuery } from '@tanstack/react-query';
import { membersQuery } from '../../api/queries/members';
import { Choice } from '../../parts/filters';
import { auditWords } from '../../words/en/audit';
import { actionGroups } from './entry-texts';
import type { AuditPeriod, AuditSearch } from './search';

interface AuditFiltersProps {
  readonly accountId: number;
  readonly search: AuditSearch;
  readonly onChange: (next: AuditSearch) => void;
}

/** Who, what and since when. */
export function AuditFilters({ accountId, search: { actor, action, since }, onChange }: AuditFiltersProps) {
  const members = useQuery(membersQuery(accountId));
  const persons = Object.fromEntries((members.data?.data ?? []).map(({ id, name }) => [`person:${id}`, name]));
  // An actor of a shared address who is no member stays selected.
  const unknown = actor === undefined || actor in persons || actor in auditWords.actors ? {} : { [actor]: actor };
  return (
    <>
      <Choice
        label={auditWords.actor}
        value={actor ?? ''}
        choices={{ '': auditWords.everyone, ...persons, ...unknown, ...auditWords.actors }}
        onChoose={(value) => onChange({ actor: value === '' ? undefined : value })}
      />
      <select
        className="choice"
        aria-label={auditWords.action}
        value={action ?? ''}
        onChange={({ currentTarget: { value } }) => onChange({ action: value === '' ? undefined : value })}
      >
        <option value="">{auditWords.anything}</option>
        {actionGroups().map(([group, actions]) => (
          <optgroup key={group} label={group}>
            {actions.map(([key, text]) => (
              <option key={key} value={key}>
                {text}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      <Choice<AuditPeriod>
        label={auditWords.since}
        value={since ?? 'all'}
        choices={auditWords.periods}
        onChoose={(value) => onChange({ since: value === 'all' ? undefined : value })}
      />
    </>
  );
}
