import { ERROR_STATUS, type ErrorCode } from '@libs/kernel';
import { proofNeeded, type DocumentedEndpoint } from '../endpoint';
import type { DocumentedSession } from '../session-needs';

/** The properties of an operation that imply errors. */
export interface OperationTraits {
  readonly canFailValidation: boolean;
  readonly hasPathId: boolean;
  /** In upper case. */
  readonly method: string;
}

/** Every error code of an endpoint: its own, and those that follow from access, input and the server. */
export function possibleErrors(endpoint: DocumentedEndpoint, traits: OperationTraits): readonly ErrorCode[] {
  const codes = new Set<ErrorCode>(endpoint.errors);
  const add = (condition: boolean | undefined, ...implied: ErrorCode[]): void => {
    if (condition) implied.forEach((code) => codes.add(code));
  };
  // Of every endpoint: a malformed HTTP request is refused before it is routed, and the server or its database may fail.
  add(true, 'bad_request', 'internal_error', 'service_unavailable');
  add(endpoint.access !== 'public', 'unauthorized', 'rate_limited');
  add(endpoint.access !== 'public' && !endpoint.evenWhenSuspended, 'payment_required');
  add(['propose', 'write', 'master'].includes(endpoint.access), 'forbidden');
  add(endpoint.access === 'session', 'session_required');
  add(proofNeeded(endpoint, traits.method), 'proof_required');
  if (endpoint.session !== null) add(true, ...errorsOfSession(endpoint.session));
  add(traits.canFailValidation, 'validation_error');
  add(traits.hasPathId, 'not_found');
  add(endpoint.idempotent, 'idempotency_conflict', 'idempotency_in_progress');
  return [...codes].sort((a, b) => ERROR_STATUS[a] - ERROR_STATUS[b] || a.localeCompare(b));
}

/** `forbidden` is also the refusal of a request that does not come from a page of the console. */
function errorsOfSession({ accountIn, needsProof, evenWhenSuspended }: DocumentedSession): readonly ErrorCode[] {
  return [
    'unauthorized',
    'rate_limited',
    'forbidden',
    ...(accountIn === null ? [] : (['not_found'] as const)),
    ...(evenWhenSuspended ? [] : (['payment_required'] as const)),
    ...(needsProof ? (['proof_required'] as const) : []),
  ];
}
