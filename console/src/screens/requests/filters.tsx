import type { KeyOfRequest } from '../../api/queries/requests';
import { Choice, FilterChip } from '../../parts/filters';
import { Segments } from '../../parts/segments';
import { requestsWords } from '../../words/en/requests';
import { METHODS, PERIODS, type RequestsSearch } from './search';

interface FiltersProps {
  readonly search: RequestsSearch;
  readonly keys: readonly KeyOfRequest[];
  readonly routes: readonly string[];
  readonly onChange: (next: RequestsSearch) => void;
}

const ANY = '';
type Choices = Readonly<Record<string, string>>;
const choicesOf = (any: string, pairs: readonly (readonly [string, string])[]): Choices =>
  Object.fromEntries([[ANY, any], ...pairs]);

/** The filters of the log. Routes and keys are those with requests, and the chosen ones. */
export function Filters({ search, keys, routes, onChange }: FiltersProps) {
  const { status_class: statusClass, route, method, key_id: keyId, since, code } = search;
  const listed = route === undefined || routes.includes(route) ? routes : [...routes, route];
  const keyPairs = keys.map(({ id, name, prefix }) => [String(id), name ?? `${prefix}…`] as const);
  const isListed = keyId === undefined || keys.some(({ id }) => id === keyId);
  return (
    <>
      <Segments
        label={requestsWords.status}
        value={statusClass ?? 'all'}
        choices={requestsWords.statuses}
        onChoose={(next) => onChange({ status_class: next === 'all' ? undefined : next })}
      />
      <Choice
        label={requestsWords.route}
        value={route ?? ANY}
        choices={choicesOf(
          requestsWords.anyRoute,
          listed.map((one) => [one, one]),
        )}
        onChoose={(next) => onChange({ route: next === ANY ? undefined : next })}
      />
      <Choice
        label={requestsWords.method}
        value={method ?? ANY}
        choices={choicesOf(
          requestsWords.anyMethod,
          METHODS.map((one) => [one, one]),
        )}
        onChoose={(next) => onChange({ method: METHODS.find((one) => one === next) })}
      />
      <Choice
        label={requestsWords.key}
        value={keyId === undefined ? ANY : String(keyId)}
        choices={choicesOf(requestsWords.anyKey, isListed ? keyPairs : [...keyPairs, [String(keyId), String(keyId)]])}
        onChoose={(next) => onChange({ key_id: next === ANY ? undefined : Number(next) })}
      />
      <Choice
        label={requestsWords.since}
        value={since ?? 'all'}
        choices={requestsWords.periods}
        onChoose={(next) => onChange({ since: PERIODS.find((one) => one === next) })}
      />
      {code !== undefined && (
        <FilterChip name={requestsWords.codeFilter} value={code} onRemove={() => onChange({ code: undefined })} />
      )}
    </>
  );
}
