import { PasswordInput, Select, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useRef, useState, type SubmitEvent } from 'react';
import { connectByFields, connectionKeys } from '../../api/queries/connections';
import { objectsQuery, type ObjectItem } from '../../api/queries/objects';
import type { Platform } from '../../api/queries/sources';
import { WriteButton } from '../../parts/write-button';
import { words } from '../../words/en';
import { fieldOf } from './field-error';

const accountRoute = getRouteApi('/a/$accountId');
const route = getRouteApi('/a/$accountId/connections/$source');

/** The credentials of a platform, each with the place where a person finds it. An error is shown below its field. */
export function FieldsForm({ platform }: { readonly platform: Platform }) {
  const { account } = accountRoute.useRouteContext();
  const { object_id: objectId } = route.useSearch();
  const navigate = useNavigate({ from: '/a/$accountId/connections/$source' });
  const queries = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [isChecked, setChecked] = useState(false);
  const objects = useQuery(objectsQuery(account.id));
  const linked = objects.data?.data.filter(({ links }) =>
    links.some(({ source_slug: slug }) => slug === platform.slug),
  );
  const fields = platform.connection?.fields ?? [];
  const connect = useMutation({
    mutationFn: (chosen: number) =>
      connectByFields(account.id, { object_id: chosen, source: platform.slug, fields: { ...values } }),
    onSuccess: async () => {
      setValues({});
      await queries.invalidateQueries({ queryKey: connectionKeys.list(account.id) });
      await navigate({ search: {} });
    },
  });
  const refusal = connect.error ? fieldOf(connect.error.message) : null;
  const errorOf = (name: string, isRequired: boolean): string | null => {
    if (isChecked && isRequired && (values[name] ?? '').trim() === '') return words.connect.formRequired;
    return refusal?.field === name ? refusal.text : null;
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setChecked(true);
    const isMissing = fields.some(({ name, required }) => required && (values[name] ?? '').trim() === '');
    if (objectId !== undefined && !isMissing) return connect.mutate(objectId);
    requestAnimationFrame(() => form.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus());
  };
  if (linked?.length === 0) return <NoObjects platform={platform} />;
  return (
    <form ref={form} noValidate onSubmit={submit} className="card before" aria-label={words.connect.formTitle}>
      <h2>{words.connect.formTitle}</h2>
      <ObjectSelect objects={linked ?? []} isMissing={isChecked && objectId === undefined} />
      {fields.map((field) => (
        <CredentialInput
          key={field.name}
          field={field}
          value={values[field.name] ?? ''}
          error={errorOf(field.name, field.required)}
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
  readonly field: NonNullable<Platform['connection']>['fields'][number];
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
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autoComplete="off"
      spellCheck={false}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
