import { useQuery } from '@tanstack/react-query';
import { membersQuery } from '../../api/queries/members';
import { Choice } from '../../parts/filters';
import { words } from '../../words/en';
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
  const unknown = actor === undefined || actor in persons || actor in words.audit.actors ? {} : { [actor]: actor };
  return (
    <>
      <Choice
        label={words.audit.actor}
        value={actor ?? ''}
        choices={{ '': words.audit.everyone, ...persons, ...unknown, ...words.audit.actors }}
        onChoose={(value) => onChange({ actor: value === '' ? undefined : value })}
      />
      <Choice
        label={words.audit.action}
        value={action ?? ''}
        choices={{ '': words.audit.anything, ...words.audit.actions }}
        onChoose={(value) => onChange({ action: value === '' ? undefined : value })}
      />
      <Choice<AuditPeriod>
        label={words.audit.since}
        value={since ?? 'all'}
        choices={words.audit.periods}
        onChoose={(value) => onChange({ since: value === 'all' ? undefined : value })}
      />
    </>
  );
}
