/** How requests were admitted, and how the rate limits decided. No label names a key, a person or an address. */
import { counter } from '@libs/metrics';
import { AppError } from '@libs/kernel';

export type Credential = 'key' | 'session' | 'none';

const ACCESS = counter(
  {
    name: 'hrev_access_decisions_total',
    help: 'Requests to routes that need a key or a session, by what they carried and how they were decided.',
    labels: ['credential', 'outcome'],
  },
  [
    { credential: 'key', outcome: 'admitted' },
    { credential: 'key', outcome: 'unauthorized' },
    { credential: 'key', outcome: 'rate_limited' },
    { credential: 'key', outcome: 'payment_required' },
    { credential: 'key', outcome: 'forbidden' },
    { credential: 'none', outcome: 'unauthorized' },
  ],
);

/** Codes of refusals; every other error counts as `error`. */
const OUTCOMES: ReadonlySet<string> = new Set([
  'unauthorized',
  'rate_limited',
  'payment_required',
  'forbidden',
  'session_required',
  'proof_required',
  'bad_request',
  'not_found',
]);

export function countAdmitted(credential: Credential): void {
  ACCESS.inc({ credential, outcome: 'admitted' });
}

export function countRefused(credential: Credential, error: unknown): void {
  const outcome = error instanceof AppError && OUTCOMES.has(error.code) ? error.code : 'error';
  ACCESS.inc({ credential, outcome });
}

const LIMITED = ['key', 'session', 'address', 'embed', 'embed_address'] as const;
/** `refused_early`: before the request was routed, without a query. */
type LimitOutcome = 'admitted' | 'refused' | 'refused_early';

const DECISIONS = counter(
  {
    name: 'hrev_rate_limit_decisions_total',
    help: 'Decisions of the rate limits, by what is limited. An address is limited only for requests without a valid key or session.',
    labels: ['limited', 'outcome'],
  },
  LIMITED.flatMap((limited) => [
    { limited, outcome: 'admitted' },
    { limited, outcome: 'refused' },
  ]),
);

export function countLimitDecision(limited: (typeof LIMITED)[number], outcome: LimitOutcome): void {
  DECISIONS.inc({ limited, outcome });
}
