import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useId, useState, type Ref } from 'react';
import { objectsQuery } from '../../api/queries/objects';
import { Choices } from '../../parts/choices';
import { SearchField } from '../../parts/filters';
import { webhookWords } from '../../words/en/webhook';

const accountRoute = getRouteApi('/a/$accountId');
const { form } = webhookWords;
const SHOWN = 200;

interface ObjectChoiceProps {
  readonly ref: Ref<HTMLFieldSetElement>;
  /** Null: all objects. */
  readonly chosen: readonly number[] | null;
  readonly problem: string | null;
  readonly onChange: (ids: readonly number[] | null) => void;
}

/** All objects, or some of them. */
export function ObjectChoice({ ref, chosen, problem, onChange }: ObjectChoiceProps) {
  const name = useId();
  return (
    <Choices ref={ref} legend={form.objects} problem={problem}>
      <label className="check">
        <input type="radio" name={name} checked={chosen === null} onChange={() => onChange(null)} />
        {form.all}
      </label>
      <label className="check">
        <input type="radio" name={name} checked={chosen !== null} onChange={() => onChange(chosen ?? [])} />
        {form.some}
        {chosen !== null && <span className="small muted num">{form.chosen(chosen.length)}</span>}
      </label>
      {chosen !== null && <ObjectList chosen={chosen} onChange={onChange} />}
    </Choices>
  );
}

function ObjectList({
  chosen,
  onChange,
}: {
  readonly chosen: readonly number[];
  readonly onChange: ObjectChoiceProps['onChange'];
}) {
  const { account } = accountRoute.useRouteContext();
  const { data } = useQuery(objectsQuery(account.id));
  const [search, setSearch] = useState('');
  const wanted = search.toLowerCase();
  const matching = (data?.data ?? []).filter(({ name }) => name.toLowerCase().includes(wanted));
  const selected = new Set(chosen);
  return (
    <div className="object-choice">
      <SearchField label={form.objectSearch} value={search} onSearch={setSearch} />
      <div className="object-choice-list">
        {matching.slice(0, SHOWN).map(({ id, name }) => (
          <label key={id} className="check">
            <input
              type="checkbox"
              checked={selected.has(id)}
              onChange={(event) =>
                onChange(event.currentTarget.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
              }
            />
            <bdi>{name}</bdi>
          </label>
        ))}
        {matching.length === 0 && <p className="sub small">{form.noObject}</p>}
      </div>
    </div>
  );
}
