import { PasswordInput, Select, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useId, useState, type Ref } from 'react';
import { refusalOf } from '../../api/problem';
import { connectByFields, connectionKeys } from '../../api/queries/connections';
import { objectsQuery, type ObjectItem } from '../../api/queries/objects';
import type { Platform } from '../../api/queries/sources';
import { useForm, type TextField } from '../../lib/use-form';
import { Choices } from '../../parts/choices';
import { WriteButton } from '../../parts/write-button';
import { connectWords } from '../../words/en/connect';
import { fieldsOfSet, isMissing, valuesOf, type FormField, type Values } from './field-sets';

const accountRoute = getRouteApi('/a/$accountId');
const route = getRouteApi('/a/$accountId/connections/$source');

type Connecting = NonNullable<Platform['connection']>;
const EMPTY: Values = {};

/** The name of a field in the API. */
const nameOf = (field: string): string => `fields.${field}`;

/** The credentials of a platform, each with the place where a person finds it. An error is shown below its field. */
export function FieldsForm({ platform, connecting }: { readonly platform: Platform; readonly connecting: Connecting }) {
  const { account } = accountRoute.useRouteContext();
  const { object_id: objectId } = route.useSearch();
  const [set, setSet] = useState(0);
  const objects = useQuery(objectsQuery(account.id));
  const linked = objects.data?.data.filter(({ links }) =>
    links.some(({ source_slug: slug }) => slug === platform.slug),
  );
  const fields = fieldsOfSet(connecting, set);
  const { form, isPending } = useCredentials(platform.slug, fields, objectId);
  /** What was entered stays, as sets may share fields. */
  const choose = (chosen: number): void => {
    form.reset();
    form.set(form.values);
    setSet(chosen);
  };
  if (linked?.length === 0) return <NoObjects platform={platform} />;
  return (
    <form noValidate onSubmit={form.submit} className="card before" aria-label={connectWords.formTitle}>
      <h2>{connectWords.formTitle}</h2>
      <ObjectSelect ref={form.at('object_id')} objects={linked ?? []} problem={form.problemOf('object_id')} />
      {connecting.alternatives.length > 0 && (
        <SetChoice sets={connecting.alternatives} chosen={set} onChange={choose} />
      )}
      {fields.map((field) => (
        <CredentialInput key={field.name} field={field} input={form.text(field.name)} />
      ))}
      <p className="muted small">{connectWords.formTested}</p>
      {form.refusal !== null && (
        <p role="alert" className="refused small">
          {form.refusal}
        </p>
      )}
      <WriteButton type="submit" variant="filled" loading={isPending}>
        {connectWords.formSubmit}
      </WriteButton>
    </form>
  );
}

/** What is entered for the fields of a platform, and its sending. */
function useCredentials(source: string, fields: readonly FormField[], objectId: number | undefined) {
  const connect = useConnect(source, {
    onDone: () => {
      form.reset();
    },
    onRefused: (error) => {
      const refused = fields.find(({ name }) => nameOf(name) in (refusalOf(error)?.byField ?? {}));
      if (refused !== undefined) form.select(refused.name);
    },
  });
  const form = useForm({
    initial: EMPTY,
    check: (values) => ({
      object_id: objectId === undefined ? connectWords.formChoose : null,
      ...Object.fromEntries(
        fields.map((field) => [field.name, isMissing(field, values) ? connectWords.formRequired : null]),
      ),
    }),
    onSend: (values) => {
      if (objectId !== undefined) connect.mutate({ object_id: objectId, fields: valuesOf(fields, values) });
    },
    onEdit: connect.reset,
    refusal: refusalOf(connect.error),
    names: Object.fromEntries(fields.map(({ name }) => [nameOf(name), name])),
  });
  return { form, isPending: connect.isPending };
}

/** Connects an object by fields, and then shows the connections of the platform. */
function useConnect(
  source: string,
  { onDone, onRefused }: { readonly onDone: () => void; readonly onRefused: (error: Error) => void },
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

interface SetChoiceProps {
  readonly sets: Connecting['alternatives'];
  readonly chosen: number;
  readonly onChange: (chosen: number) => void;
}

/** The sets of credentials that the platform takes, of which one is entered. */
function SetChoice({ sets, chosen, onChange }: SetChoiceProps) {
  const group = useId();
  return (
    <Choices legend={connectWords.formSets}>
      {sets.map(({ title }, place) => (
        <label key={title} className="check">
          <input type="radio" name={group} checked={place === chosen} onChange={() => onChange(place)} />
          {title}
        </label>
      ))}
    </Choices>
  );
}

function NoObjects({ platform }: { readonly platform: Platform }) {
  return (
    <p className="card before">
      {connectWords.formNoObjects(platform.display_name)}{' '}
      <Link from="/a/$accountId" to="/a/$accountId/objects" search={{}} className="link">
        {connectWords.toObjects}
      </Link>
    </p>
  );
}

interface ObjectSelectProps {
  readonly ref: Ref<HTMLInputElement>;
  readonly objects: readonly ObjectItem[];
  readonly problem: string | null;
}

/** The objects with a link on the platform; the chosen one is in the address. */
function ObjectSelect({ ref, objects, problem }: ObjectSelectProps) {
  const { object_id: objectId } = route.useSearch();
  const navigate = useNavigate({ from: '/a/$accountId/connections/$source' });
  return (
    <Select
      ref={ref}
      label={connectWords.formObject}
      placeholder={connectWords.formChoose}
      searchable
      limit={50}
      data={objects.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={objectId === undefined ? null : String(objectId)}
      error={problem}
      onChange={(value) =>
        void navigate({
          search: (before) => ({ ...before, object_id: value === null ? undefined : Number(value) }),
          replace: true,
        })
      }
    />
  );
}

function CredentialInput({ field, input }: { readonly field: FormField; readonly input: TextField }) {
  const Input = field.secret ? PasswordInput : TextInput;
  return (
    <Input
      label={
        <>
          <span className="mono">{field.name}</span>
          {!field.required && <span className="muted small"> {connectWords.formOptional}</span>}
        </>
      }
      description={field.description}
      required={field.required}
      withAsterisk={false}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autoComplete="off"
      spellCheck={false}
      {...input}
    />
  );
}
