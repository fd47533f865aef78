import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { problemFacts } from '../../api/problem';
import { accountKeysQuery, accountQuery, type OperatedAccount } from '../../api/queries/operator';
import { formatExact, formatDay, formatNumber, momentOf } from '../../lib/format';
import { numberOf } from '../../lib/url-state';
import { AccountState } from '../../parts/account-state';
import { Loading, Problem } from '../../parts/states';
import { operatorAccountWords } from '../../words/en/operator-account';
import { operatorAccountsWords } from '../../words/en/operator-accounts';
import { AccountPeople } from './people';
import { ConfirmObject } from './confirm-object';
import { PlanForm } from './plan-form';
import { Suspension } from './suspension';
import './operator-account.css';

const route = getRouteApi('/operator/accounts/$accountId');

/** One account, and what the operator may change of it. Its reviews are not shown. */
export function OperatorAccountScreen() {
  const accountId = numberOf(route.useParams().accountId, 1) ?? 0;
  const account = useQuery({ ...accountQuery(accountId), retry: false });
  return (
    <div className="page operated">
      <p className="small">
        <Link to="/operator/accounts" search={{}} className="link">
          {operatorAccountWords.back}
        </Link>
      </p>
      {account.isPending && <Loading rows={5} onRetry={() => void account.refetch()} />}
      {account.error && <Problem {...problemFacts(account.error)} onRetry={() => void account.refetch()} />}
      {account.data && <Account account={account.data} />}
    </div>
  );
}

function Account({ account }: { readonly account: OperatedAccount }) {
  const keys = useQuery(accountKeysQuery(account.id));
  const live = keys.data?.data.filter(
    ({ revoked_at: revoked, expires_at: expires }) =>
      revoked === null && (expires === null || momentOf(expires).getTime() > Date.now()),
  ).length;
  return (
    <>
      <title>{account.name}</title>
      <div className="head">
        <h1>
          <bdi>{account.name}</bdi>
        </h1>
        <AccountState account={account} />
        <span className="muted num">{operatorAccountWords.id(account.id)}</span>
      </div>
      <div className="operated-cards">
        <section className="card" aria-label={operatorAccountWords.facts}>
          <dl>
            <dt>{operatorAccountWords.plan}</dt>
            <dd>{operatorAccountsWords.plans[account.plan as 'full']}</dd>
            <dt>{operatorAccountWords.trialEnds}</dt>
            <dd>{account.trial_ends_at === null ? operatorAccountWords.noEnd : <Day at={account.trial_ends_at} />}</dd>
            <dt>{operatorAccountWords.email}</dt>
            <dd>
              <bdi>{account.email ?? operatorAccountWords.none}</bdi>
            </dd>
            <dt>{operatorAccountWords.keys}</dt>
            <dd className="num">{live === undefined ? '' : formatNumber(live)}</dd>
            <dt>{operatorAccountWords.created}</dt>
            <dd>
              <Day at={account.created_at} />
            </dd>
            {account.suspended_reason !== null && (
              <>
                <dt>{operatorAccountWords.reason}</dt>
                <dd>
                  <bdi dir="auto">{account.suspended_reason}</bdi>
                </dd>
              </>
            )}
          </dl>
          <Suspension account={account} keys={live ?? 0} />
        </section>
        <PlanForm key={`${account.plan} ${account.trial_ends_at}`} account={account} />
        <AccountPeople accountId={account.id} />
        <ConfirmObject accountId={account.id} />
      </div>
    </>
  );
}

function Day({ at }: { readonly at: string }) {
  return (
    <time dateTime={`${at}Z`} title={formatExact(at)}>
      {formatDay(at)}
    </time>
  );
}
