import { NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { refusalOf } from '../../api/problem';
import { changeAccount, operatorKeys, type AccountChange, type OperatedAccount } from '../../api/queries/operator';
import { useForm } from '../../lib/use-form';
import { WriteButton } from '../../parts/write-button';
import { operatorAccountWords } from '../../words/en/operator-account';
import { operatorAccountsWords } from '../../words/en/operator-accounts';

const PLANS = ['trial', 'basic', 'full'] as const;
type Plan = (typeof PLANS)[number];

/** Changes the plan, and of a trial its end. */
export function PlanForm({ account }: { readonly account: OperatedAccount }) {
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (next: AccountChange) => changeAccount(account.id, next),
    onSuccess: () => queries.invalidateQueries({ queryKey: operatorKeys.accounts }),
  });
  const form = useForm({
    initial: { plan: account.plan, trial_ends_at: account.trial_ends_at?.slice(0, 10) ?? '' },
    onSend: ({ plan, trial_ends_at: end }) => {
      const isTrial = plan === 'trial' && account.plan === 'trial';
      change.mutate({ plan, ...(isTrial && end !== '' ? { trial_ends_at: `${end}T00:00:00Z` } : {}) });
    },
    refusal: refusalOf(change.error),
  });
  return (
    <section className="card" aria-labelledby="plan-title">
      <h2 id="plan-title">{operatorAccountWords.changePlan}</h2>
      <p className="sub small">{operatorAccountWords.planAbout}</p>
      <form noValidate onSubmit={form.submit} className="dialog-form">
        <NativeSelect
          label={operatorAccountWords.plan}
          data={PLANS.map((one) => ({ value: one, label: operatorAccountsWords.plans[one] }))}
          value={form.values.plan}
          onChange={(event) => form.set({ plan: event.currentTarget.value as Plan })}
        />
        {form.values.plan === 'trial' && account.plan === 'trial' && (
          <TextInput type="date" label={operatorAccountWords.endLabel} {...form.text('trial_ends_at')} />
        )}
        {form.refusal !== null && (
          <p role="alert" className="refused small">
            {form.refusal}
          </p>
        )}
        <WriteButton type="submit" loading={change.isPending}>
          {operatorAccountWords.save}
        </WriteButton>
      </form>
    </section>
  );
}
