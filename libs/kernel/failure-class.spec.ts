import { failureClass, type Failure } from './failure-class';

describe('the class of a failure without a valid response (contract §6.5)', () => {
  it.each<[Failure['kind'], string, string]>([
    ['refused', 'EgressError', 'blocked_address'],
    ['timeout', 'EgressError', 'timeout'],
    ['aborted', 'EgressError', 'aborted'],
    ['network', 'ENOTFOUND', 'dns'],
    ['network', 'ESERVFAIL', 'dns'],
    ['network', 'ECONNREFUSED', 'refused'],
    ['network', 'EHOSTUNREACH', 'unreachable'],
    ['network', 'ETIMEDOUT', 'timeout'],
    ['network', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'tls'],
    ['network', 'CERT_HAS_EXPIRED', 'tls'],
    ['network', 'ERR_TLS_CERT_ALTNAME_INVALID', 'tls'],
    ['network', 'EPROTO', 'tls'],
    ['network', 'HPE_INVALID_CONSTANT', 'bad_answer'],
    ['network', 'UND_ERR_HEADERS_OVERFLOW', 'bad_answer'],
    ['network', 'ECONNRESET', 'reset'],
    ['network', 'UND_ERR_SOCKET', 'reset'],
    ['network', 'EPIPE', 'reset'],
    ['network', 'unknown', 'reset'],
  ])('a failure of kind %s with code %s has the class %s', (kind, code, expected) => {
    expect(failureClass({ kind, code })).toBe(expected);
  });
});
