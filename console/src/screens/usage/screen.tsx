import { TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { problemFacts, refusalOf } from '../../api/problem';
import { accountKeys, accountQuery, changeAccount, type Account } from '../../api/queries/account';
import { mayActAs, meQuery } from '../../api/queries/session';
import { formatDay, formatNumber, momentOf } from '../../lib/format';
import { missing, useForm } from '../../lib/use-form';
import { Loading, Problem } from '../../parts/states';
import { SettingsForm } from '../../parts/settings-form';
import { WriteButton } from '../../parts/write-button';
import { frameWords } from '../../words/en/frame';
import { usageWords } from '../../words/en/usage';
import './usage.css';

const accountRoute = getRouteApi('/a/$accountId');

/** The limits of the plan, and what is used of them. */
export function UsageScreen() {
  const { account } = accountRoute.useRouteContext();
  const usage = useQuery(accountQuery(account.id));
  if (usage.isPending) return <Loading rows={5} onRetry={() => void usage.refetch()} />;
  if (usage.error) return <Problem {...problemFacts(usage.error)} onRetry={() => void usage.refetch()} />;
  const { data } = usage;
  const { limits } = data;
  return (
    <>
      <title>{usageWords.title}</title>
      <section className="usage" aria-labelledby="usage-title">
        <h2 id="usage-title">{usageWords.title}</h2>
        <p className="small sub">{usageWords.intro}</p>
        <dl className="card usage-facts">
          <Fact term={usageWords.plan}>
            {frameWords.plans[data.plan] ?? data.plan}
            <TrialEnd account={data} />
            <span className="small muted">{usageWords.change}</span>
          </Fact>
          <Fact term={usageWords.objects}>
            <Meter label={usageWords.objects} used={data.usage.active_objects} limit={limits.object_ceiling} />
          </Fact>
          <Fact term={usageWords.created}>
            <Meter
              label={usageWords.created}
              used={data.usage.objects_created_in_30_days}
              limit={limits.objects_created_per_30_days}
            />
          </Fact>
          <Fact term={usageWords.platforms}>
            {limits.allowed_sources === null ? usageWords.allPlatforms : limits.allowed_sources.join(', ')}
          </Fact>
          <Fact term={usageWords.replies}>{repliesIn(limits)}</Fact>
          <Fact term={usageWords.visible}>
            {limits.visible_reviews_per_link === null
              ? usageWords.visibleAll
              : usageWords.visibleOf(limits.visible_reviews_per_link)}
          </Fact>
          <Fact term={usageWords.requests}>{usageWords.requestsOf(limits.requests_per_minute)}</Fact>
        </dl>
      </section>
      {mayActAs(account.role, 'owner') && <AccountForm key={data.name} account={data} />}
    </>
  );
}

function Fact({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function repliesIn({ can_publish_replies: can, trial_replies_per_source: trial }: Account['limits']): string {
  if (!can) return usageWords.repliesNo;
  return trial === null ? usageWords.repliesYes : usageWords.repliesOf(trial);
}

function TrialEnd({ account: { trial_ends_at: end } }: { readonly account: Account }) {
  if (end === null) return null;
  const isOver = momentOf(end).getTime() <= Date.now();
  return <span>{isOver ? usageWords.trialEnded(formatDay(end)) : usageWords.trialEnds(formatDay(end))}</span>;
}

/** A share as a bar and in numbers. */
function Meter({ label, used, limit }: { readonly label: string; readonly used: number; readonly limit: number }) {
  const share = limit === 0 ? 1 : Math.min(1, used / limit);
  const text = usageWords.of(used, limit);
  return (
    <div className={share >= 1 ? 'usage-meter is-full' : 'usage-meter'}>
      <span className="num">
        {text} {share >= 1 && <span className="usage-full">{usageWords.full}</span>}
      </span>
      <meter className="sr" aria-label={label} min={0} max={Math.max(limit, 1)} value={Math.min(used, limit)}>
        {formatNumber(used)}
      </meter>
      <svg className="usage-bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden>
        <rect className="usage-track" width="100" height="6" />
        <rect className="usage-fill" width={share * 100} height="6" />
      </svg>
    </div>
  );
}

function AccountForm({ account }: { readonly account: Account }) {
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: (next: { readonly name: string; readonly email: string | null }) => changeAccount(account.id, next),
    onSuccess: async (next) => {
      queries.setQueryData(accountKeys.of(account.id), next);
      await queries.invalidateQueries(meQuery);
    },
  });
  const form = useForm({
    initial: { name: account.name, email: account.email ?? '' },
    check: (next) => ({ name: missing(next.name, usageWords.nameMissing) }),
    isEager: true,
    onSend: (next) => {
      const email = next.email.trim();
      save.mutate({ name: next.name.trim(), email: email === '' ? null : email });
    },
    onEdit: save.reset,
    refusal: refusalOf(save.error),
    refusedAt: 'email',
  });
  const { name, email } = form.values;
  const isUnchanged = name.trim() === account.name && email.trim() === (account.email ?? '');
  return (
    <SettingsForm title={usageWords.account} onSubmit={form.submit}>
      <TextInput label={usageWords.name} dir="auto" maxLength={200} {...form.text('name')} />
      <TextInput type="email" label={usageWords.email} description={usageWords.emailHelp} {...form.text('email')} />
      <div className="settings-actions">
        <WriteButton type="submit" variant="filled" loading={save.isPending}>
          {usageWords.save}
        </WriteButton>
        <span role="status" className="small sub">
          {save.isSuccess && isUnchanged && usageWords.saved}
        </span>
      </div>
    </SettingsForm>
  );
}
