import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { notFound } from '@libs/kernel';
import { clientAddress } from '@src/auth';
import type { CookieOptions, Request, Response } from 'express';
import { digestOfToken, newToken } from '../domain/token';
import { BrowserOrigin, cookieOf } from './browser-origin';
import { KNOWN_BROWSER_DAYS, KnownBrowsers } from './known-browsers';
import { SessionStore, type ListedSession } from './session.store';

const SESSION_DAYS = 14;
const DAY_MS = 86_400_000;
const MAX_DEVICE = 200;

/** Starts, proves and ends sessions, and writes their cookies. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly database: Database,
    private readonly store: SessionStore,
    private readonly browsers: KnownBrowsers,
    private readonly origin: BrowserOrigin,
  ) {}

  /** Starts a session with a new token and ends the session of the request, if any. Remembers the browser for the person. */
  async start(personId: number, request: Request, response: Response): Promise<void> {
    const names = this.origin.cookies(request);
    const token = newToken();
    const digest = digestOfToken(token) as Buffer;
    const device = (request.headers['user-agent'] ?? '').slice(0, MAX_DEVICE);
    const known = cookieOf(request, names.browser);
    const old = digestOfToken(cookieOf(request, names.session) ?? '');
    const browser = await this.database.transaction(async () => {
      if (old !== null) await this.store.endByDigest(old);
      await this.store.insert({ digest, personId, device, address: clientAddress(request) });
      return (await this.browsers.digestFor(known, personId)) === null ? this.browsers.remember(personId) : null;
    });
    response.cookie(names.session, token, this.options(names.isSecure, SESSION_DAYS));
    if (browser !== null) response.cookie(names.browser, browser, this.options(names.isSecure, KNOWN_BROWSER_DAYS));
  }

  /** Records a proof in a session, under a new token. Throws 404 if the session has ended meanwhile. */
  async prove(sessionId: number, request: Request, response: Response): Promise<void> {
    const token = newToken();
    if (!(await this.store.prove(sessionId, digestOfToken(token) as Buffer))) throw notFound();
    const names = this.origin.cookies(request);
    response.cookie(names.session, token, this.options(names.isSecure, SESSION_DAYS));
  }

  /** Ends the session of the request and removes its cookie. */
  async signOut(personId: number, sessionId: number, request: Request, response: Response): Promise<void> {
    await this.store.end(personId, sessionId);
    const names = this.origin.cookies(request);
    response.clearCookie(names.session, this.options(names.isSecure, 0));
  }

  async list(personId: number): Promise<readonly ListedSession[]> {
    return this.store.list(personId);
  }

  /** Ends a session. Throws 404 if the person has no such session. */
  async end(personId: number, sessionId: number): Promise<void> {
    if (!(await this.store.end(personId, sessionId))) throw notFound();
  }

  /** Ends all sessions of the person except one. */
  async endOthers(personId: number, sessionId: number): Promise<void> {
    await this.store.endAll(personId, sessionId);
  }

  private options(isSecure: boolean, days: number): CookieOptions {
    return { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure, maxAge: days * DAY_MS };
  }
}
