import { Button, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { problemFacts } from '../../api/problem';
import { confirmationQuery, confirmObject } from '../../api/queries/operator';
import { numberOf } from '../../lib/url-state';
import { useForm } from '../../lib/use-form';
import { WriteButton } from '../../parts/write-button';
import { operatorAccountWords } from '../../words/en/operator-account';

/** Confirms that an object is the account's own. */
export function ConfirmObject({ accountId }: { readonly accountId: number }) {
  const [objectId, setObjectId] = useState<number | null>(null);
  const form = useForm({
    initial: { id: '' },
    check: ({ id }) => ({ id: numberOf(id.trim(), 1) === undefined ? operatorAccountWords.objectMissing : null }),
    onSend: ({ id }) => setObjectId(numberOf(id.trim(), 1) ?? null),
  });
  return (
    <section className="card" aria-labelledby="object-title">
      <h2 id="object-title">{operatorAccountWords.objects}</h2>
      <p className="sub small">{operatorAccountWords.objectsAbout}</p>
      <form noValidate onSubmit={form.submit} className="dialog-form">
        <TextInput inputMode="numeric" label={operatorAccountWords.objectId} {...form.text('id')} />
        <Button type="submit">{operatorAccountWords.look}</Button>
      </form>
      {objectId !== null && <FoundObject key={objectId} accountId={accountId} objectId={objectId} />}
    </section>
  );
}

function FoundObject({ accountId, objectId }: { readonly accountId: number; readonly objectId: number }) {
  const queries = useQueryClient();
  const found = useQuery(confirmationQuery(objectId));
  const change = useMutation({
    mutationFn: (isConfirmed: boolean) => confirmObject(objectId, isConfirmed),
    onSuccess: (confirmation) => queries.setQueryData(confirmationQuery(objectId).queryKey, confirmation),
  });
  if (found.error)
    return (
      <p role="alert" className="refused small">
        {problemFacts(found.error).text}
      </p>
    );
  if (found.data === undefined) return null;
  const isConfirmed = found.data.confirmed_at !== null;
  if (found.data.account_id !== accountId)
    return <p className="small">{operatorAccountWords.objectForeign(found.data.account_id)}</p>;
  return (
    <div className="found-object">
      <p>
        <bdi>{found.data.object_name}</bdi>{' '}
        <span className="muted small">
          {isConfirmed ? operatorAccountWords.confirmed : operatorAccountWords.notConfirmed}
        </span>
      </p>
      <WriteButton loading={change.isPending} onClick={() => change.mutate(!isConfirmed)}>
        {isConfirmed ? operatorAccountWords.withdraw : operatorAccountWords.confirm}
      </WriteButton>
      {change.error && (
        <p role="alert" className="refused small">
          {problemFacts(change.error).text}
        </p>
      )}
    </div>
  );
}
