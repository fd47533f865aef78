import type { HttpServer } from '@nestjs/common';
import type { Request, Response } from 'express';

export const SECURITY_TEXT_PATH = '/.well-known/security.txt';

const DAY_MS = 86_400_000;
/** RFC 9116 recommends less than a year. */
const VALID_DAYS = 180;

/**
 * `/.well-known/security.txt` (RFC 9116), without a key and without a version prefix: the contact for vulnerability reports of this
 * installation. Without a contact the path does not exist.
 */
export function mountSecurityText(server: HttpServer<Request, Response>, contact: string | null): void {
  if (contact === null) return;
  server.get(SECURITY_TEXT_PATH, (request, response) => {
    const bytes = Buffer.from(securityText(contact, new Date()));
    response.writeHead(200, {
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Length': bytes.length,
      'Cache-Control': 'public, max-age=86400',
    });
    response.end(request.method === 'HEAD' ? undefined : bytes);
  });
}

/**
 * The content of the file at `now`. It changes once a day (UTC) with a later expiry, so a running service never serves an expired
 * one.
 */
export function securityText(contact: string, now: Date): string {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const expires = new Date(today + VALID_DAYS * DAY_MS).toISOString();
  return [`Contact: ${contact}`, `Expires: ${expires}`, 'Preferred-Languages: en', ''].join('\n');
}
