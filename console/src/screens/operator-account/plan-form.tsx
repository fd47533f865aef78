import { NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { problemFacts } from '../../api/problem';
import { changeAccount, operatorKeys, type OperatedAccount } from '../../api/queries/operator';
import { WriteButton } from '../../parts/write-button';
import { words } from '../../words/en';

const PLANS = ['trial', 'basic', 'full'] as const;
type Plan = (typeof PLANS)[number];

/** Changes the plan, and of a trial its end. */
export function PlanForm({ account }: { readonly account: OperatedAccount }) {
  const queries = useQueryClient();
  const [plan, setPlan] = useState<Plan>(account.plan as Plan);
  const [end, setEnd] = useState(account.trial_ends_at?.slice(0, 10) ?? '');
  const change = useMutation({
    mutationFn: () =>
      changeAccount(account.id, {
        plan,
        ...(plan === 'trial' && account.plan === 'trial' && end !== '' ? { trial_ends_at: `${end}T00:00:00Z` } : {}),
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: operatorKeys.accounts }),
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    change.mutate();
  };
  return (
    <section className="card" aria-labelledby="plan-title">
      <h2 id="plan-title">{words.operatorAccount.changePlan}</h2>
      <p className="sub small">{words.operatorAccount.planAbout}</p>
      <form noValidate onSubmit={submit} className="dialog-form">
        <NativeSelect
          label={words.operatorAccount.plan}
          data={PLANS.map((one) => ({ value: one, label: words.operatorAccounts.plans[one] }))}
          value={plan}
          onChange={(event) => setPlan(event.currentTarget.value as Plan)}
        />
        {plan === 'trial' && account.plan === 'trial' && (
          <TextInput
            type="date"
            label={words.operatorAccount.endLabel}
            value={end}
            onChange={(event) => setEnd(event.currentTarget.value)}
          />
        )}
        {change.error && (
          <p role="alert" className="refused small">
            {problemFacts(change.error).text}
          </p>
        )}
        <WriteButton type="submit" loading={change.isPending}>
          {words.operatorAccount.save}
        </WriteButton>
      </form>
    </section>
  );
}
