import { PasswordInput, Select, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useId, useRef, useState, type SubmitEvent } from 'react';
import { connectByFields, connectionKeys } from '../../api/queries/connections';
import { objectsQuery, type ObjectItem } from '../../api/queries/objects';
import type { Platform } from '../../api/queries/sources';
import { WriteButton } from '../../parts/write-button';
import { words } from '../../words/en';
import { fieldOf } from './field-error';
import { fieldsOfSet, isMissing, valuesOf, type FormField, type Values } from './field-sets';
import '../../parts/forms.css';

const accountRoute = getRouteApi('/a/$accountId');
const route = getRouteApi('/a/$accountId/connections/$source');

type Connecting = NonNullable<Platform['connection']>;

/** The credentials of a platform, each with the place where a person finds it. An error is shown below its field. */
export function FieldsForm({ platform, connecting }: { readonly platform: Platform; readonly connecting: Connecting }) {
  const { account } = accountRoute.useRouteContext();
  const { object_id: objectId } = route.useSearch();
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState<Values>({});
  const [set, setSet] = useState(0);
  const [isChecked, setChecked] = useState(false);
  const objects = useQuery(objectsQuery(account.id));
  const linked = objects.data?.data.filter(({ links }) =>
    links.some(({ source_slug: slug }) => slug === platform.slug),
  );
  const fields = fieldsOfSet(connecting, set);
  const toFirstError = (): void =>
    void requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  const connect = useConnect(platform.slug, { onDone: () => setValues({}), onRefused: toFirstError });
  const refusal = refusalOf(connect.error, fields);
  const errorOf = (field: FormField): string | null => {
    if (isChecked && isMissing(field, values)) return words.connect.formRequired;
    return refusal?.field === field.name ? refusal.text : null;
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (objectId === undefined || fields.some((field) => isMissing(field, values))) return toFirstError();
    connect.mutate({ object_id: objectId, fields: valuesOf(fields, values) });
  };
  const choose = (chosen: number): void => {
    connect.reset();
    setChecked(false);
    setSet(chosen);
  };
  if (linked?.length === 0) return <NoObjects platform={platform} />;
  return (
    <form ref={form} noValidate onSubmit={submit} className="card before" aria-label={words.connect.formTitle}>
      <h2>{words.connect.formTitle}</h2>
      <ObjectSelect objects={linked ?? []} isMissing={isChecked && objectId === undefined} />
      {connecting.alternatives.length > 0 && (
        <SetChoice sets={connecting.alternatives} chosen={set} onChange={choose} />
      )}
      {fields.map((field) => (
        <CredentialInput
          key={field.name}
          field={field}
          value={values[field.name] ?? ''}
          error={errorOf(field)}
          onChange={(value) => {
            connect.reset();
            setValues((before) => ({ ...before, [field.name]: value }));
          }}
        />
      ))}
      <p className="muted small">{words.connect.formTested}</p>
      {refusal !== null && refusal.field === null && <Refusal text={refusal.text} />}
      <WriteButton type="submit" variant="filled" loading={connect.isPending}>
        {words.connect.formSubmit}
      </WriteButton>
    </form>
  );
}

/** Connects an object by fields, and then shows the connections of the platform. */
function useConnect(
  source: string,
  { onDone, onRefused }: { readonly onDone: () => void; readonly onRefused: () => void },
) {
  const { account } = accountRoute.useRouteContext();
  const navigate = useNavigate({ from: '/a/$accountId/connections/$source' });
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (asked: { readonly object_id: number; readonly fields: Record<string, string> }) =>
      connectByFields(account.id, { ...asked, source }),
    onSuccess: async () => {
      onDone();
      await queries.invalidateQueries({ queryKey: connectionKeys.list(account.id) });
      await navigate({ search: {} });
    },
    onError: onRefused,
  });
}

/** A refusal that names a field of the form belongs to it, any other one to the whole form. */
function refusalOf(error: Error | null, fields: readonly FormField[]): ReturnType<typeof fieldOf> | null {
  if (error === null) return null;
  const refusal = fieldOf(error.message);
  return fields.some(({ name }) => name === refusal.field) ? refusal : { field: null, text: error.message };
}

interface SetChoiceProps {
  readonly sets: Connecting['alternatives'];
  readonly chosen: number;
  readonly onChange: (chosen: number) => void;
}

/** The sets of credentials that the platform takes, of which one is entered. */
function SetChoice({ sets, chosen, onChange }: SetChoiceProps) {
  const group = useId();
  return (
    <fieldset className="choices">
      <legend>{words.connect.formSets}</legend>
      {sets.map(({ title }, place) => (
        <label key={title} className="check">
          <input type="radio" name={group} checked={place === chosen} onChange={() => onChange(place)} />
          {title}
        </label>
      ))}
    </fieldset>
  );
}

function Refusal({ text }: { readonly text: string }) {
  return (
    <p role="alert" className="refused small">
      {text}
    </p>
  );
}

function NoObjects({ platform }: { readonly platform: Platform }) {
  return (
    <p className="card before">
      {words.connect.formNoObjects(platform.display_name)}{' '}
      <Link from="/a/$accountId" to="/a/$accountId/objects" search={{}} className="link">
        {words.connect.toObjects}
      </Link>
    </p>
  );
}

/** The objects with a link on the platform; the chosen one is in the address. */
function ObjectSelect({
  objects,
  isMissing,
}: {
  readonly objects: readonly ObjectItem[];
  readonly isMissing: boolean;
}) {
  const { object_id: objectId } = route.useSearch();
  const navigate = useNavigate({ from: '/a/$accountId/connections/$source' });
  return (
    <Select
      label={words.connect.formObject}
      placeholder={words.connect.formChoose}
      searchable
      limit={50}
      data={objects.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={objectId === undefined ? null : String(objectId)}
      error={isMissing ? words.connect.formChoose : null}
      onChange={(value) =>
        void navigate({
          search: (before) => ({ ...before, object_id: value === null ? undefined : Number(value) }),
          replace: true,
        })
      }
    />
  );
}

interface CredentialInputProps {
  readonly field: FormField;
  readonly value: string;
  readonly error: string | null;
  readonly onChange: (value: string) => void;
}

function CredentialInput({ field, value, error, onChange }: CredentialInputProps) {
  const Input = field.secret ? PasswordInput : TextInput;
  return (
    <Input
      label={
        <>
          <span className="mono">{field.name}</span>
          {!field.required && <span className="muted small"> {words.connect.formOptional}</span>}
        </>
      }
      description={field.description}
      required={field.required}
      withAsterisk={false}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autoComplete="off"
      spellCheck={false}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
