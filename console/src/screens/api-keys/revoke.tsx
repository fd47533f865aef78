import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiProblem, problemFacts } from '../../api/problem';
import { keyKeys, revokeKey, type ApiKey } from '../../api/queries/keys';
import { formatMoment } from '../../lib/format';
import { WriteButton } from '../../parts/write-button';
import { apiKeysWords } from '../../words/en/api-keys';

const accountRoute = getRouteApi('/a/$accountId');

/** Revokes a key at the second press. The first one says when and from where the key was used. */
export function Revoke({ apiKey }: { readonly apiKey: ApiKey }) {
  const { account } = accountRoute.useRouteContext();
  const queries = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const revoke = useMutation({
    mutationFn: () => revokeKey(account.id, apiKey.id),
    onSettled: (_, error) => {
      if (error === null || (error instanceof ApiProblem && error.status === 404))
        void queries.invalidateQueries({ queryKey: keyKeys.list(account.id) });
    },
  });
  const name = apiKey.name ?? apiKey.prefix;
  if (apiKey.scope === 'master') return <span className="small sub">{apiKeysWords.masterNote}</span>;
  if (!isAsked)
    return (
      <Button aria-label={apiKeysWords.revokeOf(name)} onClick={() => setAsked(true)}>
        {apiKeysWords.revoke}
      </Button>
    );
  const { last_used_at: at, last_used_ip: ip } = apiKey;
  return (
    <div className="revoke">
      <p role="alert" className="small refused">
        {revoke.error
          ? problemFacts(revoke.error).text
          : at === null
            ? apiKeysWords.revokeAgain
            : apiKeysWords.revokeUsed(formatMoment(at), ip)}
      </p>
      <span className="part-actions">
        <WriteButton className="danger" autoFocus loading={revoke.isPending} onClick={() => revoke.mutate()}>
          {apiKeysWords.revokeNow}
        </WriteButton>
        <Button variant="subtle" onClick={() => setAsked(false)}>
          {apiKeysWords.keep}
        </Button>
      </span>
    </div>
  );
}
