import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refusalOf } from '../../api/problem';
import { changeAccount, operatorKeys, type OperatedAccount } from '../../api/queries/operator';
import { ReasonDialog } from '../../parts/reason-dialog';
import { WriteButton } from '../../parts/write-button';
import { operatorAccountWords } from '../../words/en/operator-account';

/** Suspends the account with a reason, which its clients see, or lifts the suspension. */
export function Suspension({ account, keys }: { readonly account: OperatedAccount; readonly keys: number }) {
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const isSuspended = account.suspended_by === 'operator';
  const change = useMutation({
    mutationFn: (reason: string | null) =>
      changeAccount(
        account.id,
        reason === null ? { status: 'active' } : { status: 'suspended', suspended_reason: reason },
      ),
    onSuccess: async () => {
      setAsking(false);
      await queries.invalidateQueries({ queryKey: operatorKeys.accounts });
    },
  });
  const refusal = refusalOf(change.error);
  return (
    <>
      {account.suspended_by === 'trial_end' && <p className="sub small">{operatorAccountWords.trialOver}</p>}
      {isSuspended ? (
        <WriteButton loading={change.isPending} onClick={() => change.mutate(null)}>
          {operatorAccountWords.resume}
        </WriteButton>
      ) : (
        <Button onClick={() => setAsking(true)}>{operatorAccountWords.suspend}</Button>
      )}
      {isSuspended && refusal !== null && (
        <p role="alert" className="refused small">
          {refusal.text}
        </p>
      )}
      <ReasonDialog
        isOpen={isAsking}
        title={operatorAccountWords.suspend}
        about={operatorAccountWords.suspendAbout(keys)}
        action={operatorAccountWords.suspend}
        isPending={change.isPending}
        refusal={refusal}
        onClose={() => setAsking(false)}
        onSubmit={(reason) => change.mutate(reason)}
      />
    </>
  );
}
