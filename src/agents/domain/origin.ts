import { parsedUrl } from '@libs/kernel';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * Whether a request may come from a page with this origin. Programs send no `Origin`. A page is served by this installation
 * (`HREV_PUBLIC_URL`) or by a program on the client's own machine; every other page could have been opened to reach the service through a
 * name that leads to it (DNS rebinding), so the host of the request is not asked.
 */
export function isAllowedOrigin(origin: string | undefined, publicUrl: string | null): boolean {
  if (origin === undefined) return true;
  const page = parsedUrl(origin);
  if (page === null) return false;
  const { protocol, hostname, origin: canonical } = page;
  if (protocol !== 'http:' && protocol !== 'https:') return false;
  return LOOPBACK.test(hostname) || (publicUrl !== null && parsedUrl(publicUrl)?.origin === canonical);
}
