import { AppError } from '@libs/kernel';

/** The same error for a missing, malformed, unknown and revoked key: it reveals nothing to a client that guesses (contract §5.1). */
export const unauthorized = (): AppError => new AppError('unauthorized', 'The API key is missing or not valid');

export interface Standing {
  readonly status: 'active' | 'suspended';
  readonly suspendedReason: string | null;
  readonly trialIsOver: boolean;
}

/** Why an account has no access at the moment, for the detail of a 402; null where it has access. */
export function suspension(standing: Standing): string | null {
  if (standing.status === 'suspended') {
    return standing.suspendedReason === null
      ? 'Access is suspended'
      : `Access is suspended: ${standing.suspendedReason}`;
  }
  return standing.trialIsOver ? 'The trial has ended: access is suspended until another plan is chosen' : null;
}
