import { Button, Modal, NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { refusalOf } from '../../api/problem';
import { createAccount, operatorKeys, type CreatedAccount } from '../../api/queries/operator';
import { missing, useForm } from '../../lib/use-form';
import { DialogActions } from '../../parts/dialog-actions';
import { operatorAccountsWords } from '../../words/en/operator-accounts';
import { PLANS } from './search';

/** Creates an account. Its keys are shown once; then the account opens, where its first owner is invited. */
export function CreateDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const queries = useQueryClient();
  const create = useMutation({
    mutationFn: createAccount,
    onSuccess: () => queries.invalidateQueries({ queryKey: operatorKeys.accounts }),
  });
  const form = useForm({
    initial: { name: '', plan: 'trial' as Plan, email: '' },
    check: ({ name }) => ({ name: missing(name, operatorAccountsWords.nameMissing) }),
    onSend: ({ name, plan, email }) =>
      create.mutate({ name: name.trim(), plan, email: email.trim() === '' ? null : email.trim() }),
    refusal: refusalOf(create.error),
    refusedAt: 'email',
  });
  const title = create.data ? operatorAccountsWords.createdTitle(create.data.name) : operatorAccountsWords.create;
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={<bdi>{title}</bdi>}
      withCloseButton={!create.data}
      closeOnEscape={!create.data}
      closeOnClickOutside={!create.data}
    >
      {create.data ? (
        <Keys account={create.data} />
      ) : (
        <form noValidate onSubmit={form.submit} className="dialog-form">
          <p className="sub">{operatorAccountsWords.createAbout}</p>
          <TextInput label={operatorAccountsWords.name} maxLength={200} data-autofocus {...form.text('name')} />
          <PlanField plan={form.values.plan} onChoose={(plan) => form.set({ plan })} />
          <TextInput type="email" label={operatorAccountsWords.emailOptional} {...form.text('email')} />
          <DialogActions
            cancel={operatorAccountsWords.cancel}
            onCancel={onClose}
            action={operatorAccountsWords.createAction}
            isPending={create.isPending}
          />
        </form>
      )}
    </Modal>
  );
}

type Plan = (typeof PLANS)[number];

function PlanField({ plan, onChoose }: { readonly plan: Plan; readonly onChoose: (plan: Plan) => void }) {
  return (
    <NativeSelect
      label={operatorAccountsWords.plan}
      data={PLANS.map((one) => ({ value: one, label: operatorAccountsWords.plans[one] }))}
      value={plan}
      onChange={(event) => onChoose(event.currentTarget.value as Plan)}
    />
  );
}

function Keys({ account }: { readonly account: CreatedAccount }) {
  const navigate = useNavigate();
  return (
    <div className="dialog-form">
      <p className="sub">{operatorAccountsWords.keysAbout}</p>
      <TextInput readOnly label={operatorAccountsWords.fullKey} value={account.keys.full} className="mono" />
      <TextInput readOnly label={operatorAccountsWords.readKey} value={account.keys.read_only} className="mono" />
      <div className="dialog-actions">
        <Button
          variant="filled"
          onClick={() =>
            void navigate({ to: '/operator/accounts/$accountId', params: { accountId: String(account.id) } })
          }
        >
          {operatorAccountsWords.open}
        </Button>
      </div>
    </div>
  );
}
