import { AppError } from '@libs/kernel';

/** One answer for a missing, malformed, unknown and revoked key: whoever guesses learns nothing (contract §5.1). */
export const unauthorized = (): AppError => new AppError('unauthorized', 'The API key is missing or not valid');

export interface Standing {
  readonly status: 'active' | 'suspended';
  readonly suspendedReason: string | null;
  readonly trialIsOver: boolean;
}

/** Why an account has no access at the moment, for the 402's detail; null where it has. */
export function suspension(standing: Standing): string | null {
  if (standing.status === 'suspended') {
    return standing.suspendedReason === null
      ? 'Access is suspended'
      : `Access is suspended: ${standing.suspendedReason}`;
  }
  return standing.trialIsOver ? 'The trial has ended: access is suspended until another plan is chosen' : null;
}
