import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** The usual headers on every answer. Answers of the API load nothing and cannot be framed. */
export function securityHeaders(): RequestHandler {
  return helmet({
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    // Only a proxy knows whether the outside speaks TLS; on plain http browsers ignore the header.
    strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: false },
  }) as RequestHandler;
}
