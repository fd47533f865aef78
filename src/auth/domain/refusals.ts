import { AppError } from '@libs/kernel';

/** One error for missing, malformed, unknown and revoked keys: a client that guesses keys cannot distinguish them (contract §5.1). */
export const unauthorized = (headers: Readonly<Record<string, string>> = {}): AppError =>
  new AppError('unauthorized', 'The API key is missing or not valid', headers);

export interface AccountAccess {
  readonly status: 'active' | 'suspended';
  readonly suspendedReason: string | null;
  readonly trialIsOver: boolean;
}

/** The detail of the 402 for an account without access; null if it has access. */
export function suspension(account: AccountAccess): string | null {
  if (account.status === 'suspended') {
    return account.suspendedReason === null ? 'Access is suspended' : `Access is suspended: ${account.suspendedReason}`;
  }
  return account.trialIsOver ? 'The trial has ended: access is suspended until another plan is chosen' : null;
}
