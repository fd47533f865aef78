import { Status } from './status';

interface AccountStanding {
  readonly status: string;
  readonly suspended_by: string | null;
}

/** The standing of an account: active, suspended by the operator, or at the end of its trial. */
export function AccountState({ account: { status, suspended_by: by } }: { readonly account: AccountStanding }) {
  if (status === 'active') return <Status name="accountActive" />;
  return <Status name={by === 'trial_end' ? 'trialEnded' : 'accountSuspended'} />;
}
