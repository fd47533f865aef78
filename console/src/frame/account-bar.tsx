import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconAlertTriangle, IconClock } from '@tabler/icons-react';
import { useState } from 'react';
import { accountQuery, type Account } from '../api/queries/account';
import { summaryQuery } from '../api/queries/analytics';
import type { Membership } from '../api/queries/session';
import { erasedOn } from '../lib/erasure';
import { formatAhead, formatDay } from '../lib/format';
import { accountBarWords } from '../words/en/account-bar';
import { helpWords } from '../words/en/help';
import { Help } from './help';
import './account-bar.css';

/** Above every screen: why the account is suspended, or what a trial leaves out. Nothing for other accounts. */
export function AccountBar({ account }: { readonly account: Membership }) {
  const isNamed = account.status === 'suspended' || account.plan === 'trial';
  const { data } = useQuery({ ...accountQuery(account.id), enabled: isNamed });
  if (!isNamed || data === undefined) return null;
  return data.status === 'suspended' ? <SuspendedBar account={data} /> : <TrialBar account={data} />;
}

function SuspendedBar({ account }: { readonly account: Account }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <div className="account-bar bad" role="status">
      <IconAlertTriangle className="icon" size={16} stroke={1.75} aria-hidden />
      <p>
        <b>{accountBarWords.suspended}</b> <span dir="auto">{reasonOf(account)}</span> {accountBarWords.still}{' '}
        <button type="button" className="link" onClick={() => setAsking(true)}>
          {helpWords.open}
        </button>
      </p>
      <Help accountId={account.id} isOpen={isAsking} onClose={() => setAsking(false)} />
    </div>
  );
}

function reasonOf({ closed_at: closedAt, suspended_reason: reason, plan }: Account): string {
  if (closedAt !== null) return accountBarWords.closed(formatDay(erasedOn(closedAt)));
  if (reason !== null) return accountBarWords.reason(reason);
  return plan === 'trial' ? accountBarWords.trialOver : accountBarWords.noReason;
}

function TrialBar({ account }: { readonly account: Account }) {
  const { data } = useQuery(summaryQuery(account.id, {}));
  const { visible_reviews_per_link: visible } = account.limits;
  if (visible === null) return null;
  const hidden = data?.access?.hidden_total ?? 0;
  return (
    <section className="account-bar info" aria-label={accountBarWords.trialTitle}>
      <IconClock className="icon" size={16} stroke={1.75} aria-hidden />
      <p>
        <b>{accountBarWords.trial}</b>{' '}
        {hidden === 0 ? accountBarWords.trialAll(visible) : accountBarWords.trialText(visible, hidden)}{' '}
        {account.trial_ends_at !== null && accountBarWords.ends(formatAhead(account.trial_ends_at))}{' '}
        <Link to="/a/$accountId/settings/usage" params={{ accountId: String(account.id) }} search={{}} className="link">
          {accountBarWords.usage}
        </Link>
      </p>
    </section>
  );
}
