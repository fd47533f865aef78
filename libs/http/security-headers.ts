import type { RequestHandler } from 'express';
import helmet from 'helmet';

const YEAR_S = 31_536_000;

/**
 * The security headers of every response (contract §1.4). Responses of the API cannot load resources and cannot be framed. With
 * `hstsSubdomains`, browsers use https for all subdomains of the host too.
 */
export function securityHeaders(hstsSubdomains: boolean): RequestHandler {
  return helmet({
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    // Always sent, because TLS may end at a proxy. Browsers ignore the header on plain http.
    strictTransportSecurity: { maxAge: YEAR_S, includeSubDomains: hstsSubdomains },
  }) as RequestHandler;
}

/**
 * No response may be stored, unless its handler says so: most hold data of an account, and some set a session (ASVS 14.3.2). This is
 * the default, so a new route does not have to set it.
 */
export const notToBeStored: RequestHandler = (_, response, next) => {
  response.setHeader('Cache-Control', 'no-store');
  next();
};

/** The same headers for a response that is sent before the middleware runs. */
export const rawSecurityHeaders = (hstsSubdomains: boolean): Readonly<Record<string, string>> => ({
  'Content-Security-Policy': "default-src 'none';frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': `max-age=${YEAR_S}${hstsSubdomains ? '; includeSubDomains' : ''}`,
  'X-Content-Type-Options': 'nosniff',
});
