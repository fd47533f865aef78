import { TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { IconAlertTriangle } from '@tabler/icons-react';
import { problemFacts, refusalOf } from '../../api/problem';
import { accountKeys, accountQuery, closeAccount } from '../../api/queries/account';
import { meQuery } from '../../api/queries/session';
import { formatDay } from '../../lib/format';
import { erasedOn } from '../../lib/erasure';
import { useForm } from '../../lib/use-form';
import { Loading, Problem } from '../../parts/states';
import { SettingsForm } from '../../parts/settings-form';
import { WriteButton } from '../../parts/write-button';
import { closeWords } from '../../words/en/close';
import './close.css';

const accountRoute = getRouteApi('/a/$accountId');

/** What is lost, and the name of the account to confirm it. */
export function CloseScreen() {
  const { account } = accountRoute.useRouteContext();
  const facts = useQuery(accountQuery(account.id));
  if (facts.isPending) return <Loading rows={4} onRetry={() => void facts.refetch()} />;
  if (facts.error) return <Problem {...problemFacts(facts.error)} onRetry={() => void facts.refetch()} />;
  const { closed_at: closedAt, name } = facts.data;
  return (
    <>
      <title>{closeWords.title}</title>
      {closedAt === null ? (
        <CloseForm accountId={account.id} name={name} />
      ) : (
        <div className="banner bad">
          <IconAlertTriangle className="icon" size={16} aria-hidden />
          <div>
            <b>{closeWords.closed}</b>
            <p>{closeWords.closedText(formatDay(closedAt), formatDay(erasedOn(closedAt)))}</p>
          </div>
        </div>
      )}
    </>
  );
}

function CloseForm({ accountId, name }: { readonly accountId: number; readonly name: string }) {
  const queries = useQueryClient();
  const router = useRouter();
  const close = useMutation({
    mutationFn: (typed: string) => closeAccount(accountId, typed),
    onSuccess: async (next) => {
      queries.setQueryData(accountKeys.of(accountId), next);
      await queries.invalidateQueries(meQuery);
      // The frame shows the account of the route, with its status.
      await router.invalidate();
    },
  });
  const form = useForm({
    initial: { name: '' },
    check: (typed) => ({ name: typed.name.trim() === name.trim() ? null : closeWords.nameWrong }),
    onSend: (typed) => close.mutate(typed.name.trim()),
    onEdit: close.reset,
    refusal: refusalOf(close.error),
    refusedAt: 'name',
  });
  return (
    <SettingsForm title={closeWords.title} intro={closeWords.intro(name)} onSubmit={form.submit}>
      <ul className="close-losses">
        {closeWords.losses.map((loss) => (
          <li key={loss}>{loss}</li>
        ))}
      </ul>
      <TextInput
        label={closeWords.name}
        description={closeWords.nameHelp(name)}
        autoComplete="off"
        dir="auto"
        {...form.text('name')}
      />
      <div className="settings-actions">
        <WriteButton type="submit" className="close-button" loading={close.isPending}>
          {closeWords.submit}
        </WriteButton>
      </div>
    </SettingsForm>
  );
}
