import { Button, PasswordInput, TextInput } from '@mantine/core';
import type { Ref } from 'react';
import { Choices } from '../../parts/choices';
import { webhookWords } from '../../words/en/webhook';
import type { Draft, DraftHeader } from './draft';

const { form } = webhookWords;
const MAX_HEADERS = 20;

interface HeaderChoiceProps {
  readonly ref: Ref<HTMLFieldSetElement>;
  readonly draft: Pick<Draft, 'headers' | 'headerNames'>;
  readonly problem: string | null;
  readonly onChange: (headers: readonly DraftHeader[] | null) => void;
}

/** Headers that are added to the deliveries. The values of stored ones are not known: they are kept, replaced, or removed. */
export function HeaderChoice({ ref, draft: { headers, headerNames }, problem, onChange }: HeaderChoiceProps) {
  if (headers === null)
    return (
      <Choices ref={ref} legend={form.headers} problem={problem}>
        <p className="small sub">{form.headersStored}</p>
        <ul className="header-names">
          {headerNames.map((name) => (
            <li key={name} className="mono">
              {name}
            </li>
          ))}
        </ul>
        <div className="part-actions">
          <Button size="xs" onClick={() => onChange(headerNames.map((name) => ({ name, value: '' })))}>
            {form.headersReplace}
          </Button>
          <Button size="xs" onClick={() => onChange([])}>
            {form.headersRemove}
          </Button>
        </div>
      </Choices>
    );
  return (
    <Choices ref={ref} legend={form.headers} problem={problem}>
      <p className="small sub">
        {headers.length === 0 && headerNames.length > 0 ? form.headersGone : form.headersHelp}
      </p>
      {headers.map((header, place) => (
        <HeaderRow
          key={place}
          header={header}
          place={place}
          onChange={(next) => onChange(headers.map((one, other) => (other === place ? next : one)))}
          onRemove={() => onChange(headers.filter((_, other) => other !== place))}
        />
      ))}
      <div className="part-actions">
        {headers.length < MAX_HEADERS && (
          <Button size="xs" onClick={() => onChange([...headers, { name: '', value: '' }])}>
            {form.headersAdd}
          </Button>
        )}
        {headerNames.length > 0 && (
          <Button size="xs" onClick={() => onChange(null)}>
            {form.headersKeep}
          </Button>
        )}
      </div>
    </Choices>
  );
}

interface HeaderRowProps {
  readonly header: DraftHeader;
  readonly place: number;
  readonly onChange: (header: DraftHeader) => void;
  readonly onRemove: () => void;
}

function HeaderRow({ header, place, onChange, onRemove }: HeaderRowProps) {
  return (
    <div className="header-row">
      <TextInput
        label={form.headerName(place + 1)}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        value={header.name}
        onChange={({ currentTarget: { value } }) => onChange({ ...header, name: value })}
      />
      <PasswordInput
        label={form.headerValue(place + 1)}
        dir="ltr"
        autoComplete="off"
        value={header.value}
        onChange={({ currentTarget: { value } }) => onChange({ ...header, value })}
      />
      <Button size="xs" variant="subtle" aria-label={form.headerRemove(header.name, place + 1)} onClick={onRemove}>
        {form.remove}
      </Button>
    </div>
  );
}
