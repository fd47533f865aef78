/**
 * Why a request to a receiver has no valid response (contract §6.5). `refused`: the receiver refused the connection;
 * `blocked_address`: the guarded client does not connect to the address. No text of the receiver is stored.
 */
export const FAILURES = [
  'timeout',
  'dns',
  'tls',
  'refused',
  'unreachable',
  'reset',
  'blocked_address',
  'bad_answer',
  'aborted',
] as const;
export type FailureWithoutResponse = (typeof FAILURES)[number];

/** A failed request. */
export interface Failure {
  /** The kind of `EgressError`. Here `refused` means that the client does not connect to the address: class `blocked_address`. */
  readonly kind: 'refused' | 'timeout' | 'network' | 'too_large' | 'aborted' | 'withheld';
  /** `ECONNRESET`, `HPE_INVALID_CONSTANT`, …; the name of the error if it has no code. */
  readonly code: string;
}

const BY_CODE: readonly (readonly [RegExp, FailureWithoutResponse])[] = [
  [/^(ENOTFOUND|ENODATA|ESERVFAIL|EREFUSED|EBADNAME|EFORMERR|EBADRESP|ENONAME|EAI_\w+|EBADQUERY|ENOTIMP)$/, 'dns'],
  [/^ECONNREFUSED$/, 'refused'],
  [/^(EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL|EINVAL|EACCES|EPERM)$/, 'unreachable'],
  [/^ETIMEDOUT$/, 'timeout'],
  [/^(ERR_TLS_|ERR_SSL_|ERR_OSSL_|CERT_|EPROTO$|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/, 'tls'],
  [/^(HPE_|UND_ERR_HEADERS_OVERFLOW|UND_ERR_INFO|UND_ERR_RES|HTTPParserError)/, 'bad_answer'],
];

/** The class of a failure; an unknown code is `reset`. */
export function failureClass({ kind, code }: Failure): FailureWithoutResponse {
  if (kind === 'refused') return 'blocked_address';
  if (kind === 'timeout' || kind === 'aborted') return kind;
  if (kind === 'withheld') return 'aborted';
  return BY_CODE.find(([pattern]) => pattern.test(code))?.[1] ?? 'reset';
}
