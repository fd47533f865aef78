import { Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useRef } from 'react';
import { judged } from '../../api/judged-addresses';
import { problemFacts, refusalOf } from '../../api/problem';
import { createObject } from '../../api/queries/objects';
import { detectionQuery } from '../../api/queries/object-links';
import { sourcesQuery } from '../../api/queries/sources';
import { withScheme } from '../../lib/address';
import { missing, useForm, type TextField } from '../../lib/use-form';
import { AddressList } from '../../parts/address-list';
import { LinkButton } from '../../parts/link-button';
import { WriteButton } from '../../parts/write-button';
import { newObjectWords } from '../../words/en/new-object';
import './new-object.css';

const accountRoute = getRouteApi('/a/$accountId');
const PAUSE_MS = 300;
const ADDRESSES_AT_MOST = 50;

/** An object by its name and its addresses, which are judged while they are typed. */
export function NewObjectScreen() {
  const { account } = accountRoute.useRouteContext();
  const create = useCreation(account.id);
  const form = useForm({
    initial: { name: '', addresses: '' },
    keptAs: 'object',
    check: ({ name }) => ({ name: missing(name, newObjectWords.nameMissing) }),
    onSend: ({ name }) => {
      if (!isTooMany) create.mutate({ name: name.trim(), links: urls.map((url) => ({ url })) });
    },
    refusal: refusalOf(create.error),
  });
  const urls = linesOf(form.values.addresses).map(withScheme);
  const isTooMany = urls.length > ADDRESSES_AT_MOST;
  return (
    <div className="page">
      <title>{newObjectWords.title}</title>
      <div className="head">
        <h1>{newObjectWords.title}</h1>
      </div>
      <form noValidate onSubmit={form.submit} className="new-object">
        <div className="card new-object-fields">
          <TextInput
            data-autofocus
            autoFocus
            label={newObjectWords.name}
            description={newObjectWords.nameHelp}
            maxLength={200}
            {...form.text('name')}
          />
          <AddressField field={form.text('addresses')} isTooMany={isTooMany} />
          {form.refusal !== null && (
            <p role="alert" className="refused">
              {form.refusal}
            </p>
          )}
          <div className="dialog-actions">
            <LinkButton to="/a/$accountId/objects" params={{ accountId: String(account.id) }} search={{}}>
              {newObjectWords.cancel}
            </LinkButton>
            <WriteButton type="submit" variant="filled" loading={create.isPending}>
              {newObjectWords.create}
            </WriteButton>
          </div>
        </div>
        <Judgement accountId={account.id} urls={isTooMany ? [] : urls} />
      </form>
    </div>
  );
}

/** Creates the object and opens it. The same content is created once, however often it is sent. */
function useCreation(accountId: number) {
  const navigate = accountRoute.useNavigate();
  const queries = useQueryClient();
  const key = useRef<{ readonly content: string; readonly value: string } | null>(null);
  return useMutation({
    mutationFn: (body: Parameters<typeof createObject>[1]) => {
      const content = JSON.stringify(body);
      if (key.current?.content !== content) key.current = { content, value: crypto.randomUUID() };
      return createObject(accountId, body, key.current.value);
    },
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: ['account', accountId] });
      const params = { accountId: String(accountId), objectId: String(id) };
      await navigate({ to: '/a/$accountId/objects/$objectId/links', params, search: {} });
    },
  });
}

function AddressField({ field, isTooMany }: { readonly field: TextField; readonly isTooMany: boolean }) {
  return (
    <Textarea
      label={newObjectWords.addresses}
      description={newObjectWords.addressesHelp}
      autosize
      minRows={4}
      maxRows={16}
      spellCheck={false}
      autoCapitalize="off"
      className="addresses"
      {...field}
      error={isTooMany ? newObjectWords.tooMany : null}
    />
  );
}

function Judgement({ accountId, urls }: { readonly accountId: number; readonly urls: readonly string[] }) {
  const [typed] = useDebouncedValue(urls.join('\n'), PAUSE_MS);
  const { data: platforms } = useQuery(sourcesQuery(accountId));
  const detection = useQuery({
    ...detectionQuery(accountId, linesOf(typed), null),
    placeholderData: keepPreviousData,
  });
  const results = typed === '' ? [] : judged(detection.data ?? [], platforms);
  const good = results.filter(({ refusal }) => refusal === null).length;
  return (
    <section className="card new-object-result" aria-live="polite">
      <h2>{results.length === 0 ? newObjectWords.result : newObjectWords.willLink(good, results.length)}</h2>
      {detection.error && <p className="refused">{problemFacts(detection.error).text}</p>}
      {results.length === 0 && !detection.error && <p className="sub">{newObjectWords.none}</p>}
      <AddressList label={newObjectWords.result} addresses={results} />
    </section>
  );
}

/** The lines of a text that are not empty, without the spaces around them. */
function linesOf(text: string): readonly string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
