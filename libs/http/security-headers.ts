import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** The security headers of every response (contract §1.4). Responses of the API cannot load resources and cannot be framed. */
export function securityHeaders(): RequestHandler {
  return helmet({
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    // Always sent, because TLS may end at a proxy. Browsers ignore the header on plain http.
    strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: false },
  }) as RequestHandler;
}
