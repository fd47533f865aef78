import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { AppError, notFound } from '@libs/kernel';
import { clientAddress } from '@src/auth';
import type { CookieOptions, Request, Response } from 'express';
import { BrowserOrigin, cookieOf } from './browser-origin';
import { digestOfToken, newToken } from './domain/token';
import { KNOWN_BROWSER_DAYS, SessionStore, type ListedSession, type SessionStage } from './persistence/session.store';
import { PersonTrail } from './person-trail.service';
import { SignInTrail } from './sign-in-trail';

const SESSION_DAYS = 14;
const DAY_MS = 86_400_000;
const MAX_DEVICE = 200;

/** Starts, proves and ends sessions, and writes their cookies to the response of the request. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly database: Database,
    private readonly store: SessionStore,
    private readonly origin: BrowserOrigin,
    private readonly trail: PersonTrail,
    private readonly signIns: SignInTrail,
  ) {}

  /**
   * Starts a session of a person who gave the password, or a passkey, which counts as both factors. It has a new token, and the
   * session of the request ends, if there is one. Returns what the sign-in needs next. If the sign-in is complete, the browser is
   * stored as known.
   */
  async start(personId: number, given: 'password' | 'passkey', request: Request): Promise<SessionStage> {
    const names = this.origin.cookies(request);
    const { token, digest } = newToken();
    const device = (request.headers['user-agent'] ?? '').slice(0, MAX_DEVICE);
    const old = digestOfToken(cookieOf(request, names.session) ?? '');
    const next = given === 'passkey' ? 'full' : await this.store.nextStep(personId);
    const awaitsFactor = next === 'second_factor';
    await this.database.transaction(async () => {
      if (old !== null) await this.store.endByDigest(old);
      const id = await this.store.insert({ digest, personId, device, address: clientAddress(request), awaitsFactor });
      if (!awaitsFactor) await this.signIns.started(personId, id, given, request);
    });
    this.sendCookie(token, request);
    if (!awaitsFactor) await this.remember(personId, request);
    return next;
  }

  /** Completes a session with its second factor, under a new token. Throws 404 if the session has ended meanwhile. */
  async complete(personId: number, sessionId: number, request: Request): Promise<void> {
    const { token, digest } = newToken();
    await this.database.transaction(async () => {
      if (!(await this.store.complete(sessionId, personId, digest))) throw notFound();
      await this.signIns.started(personId, sessionId, 'second_factor', request);
    });
    this.sendCookie(token, request);
    await this.remember(personId, request);
  }

  /** Counts a code for the second factor of a session. Throws `unauthorized` after five, and the session has ended. */
  async countCode(sessionId: number): Promise<void> {
    if (!(await this.store.countCode(sessionId)))
      throw new AppError('unauthorized', 'Five codes were tried: sign in again');
  }

  /** Records a proof in a session, under a new token. Throws 404 if the session has ended meanwhile. */
  async prove(sessionId: number, request: Request): Promise<void> {
    const { token, digest } = newToken();
    if (!(await this.store.prove(sessionId, digest))) throw notFound();
    this.sendCookie(token, request);
  }

  /** Ends the session of the request and removes its cookie. */
  async signOut(personId: number, sessionId: number, request: Request): Promise<void> {
    await this.database.transaction(async () => {
      if (await this.store.end(personId, sessionId)) await this.signIns.signedOut(personId, sessionId, request);
    });
    const names = this.origin.cookies(request);
    const response = responseOf(request);
    response.clearCookie(names.session, optionsOf(names.isSecure, 0));
    // Photos of reviews are in the cache of the browser.
    response.setHeader('Clear-Site-Data', '"cache"');
  }

  async list(personId: number): Promise<readonly ListedSession[]> {
    return this.store.list(personId);
  }

  /** Ends a session. Throws 404 if the person has no such session. */
  async end(personId: number, sessionId: number): Promise<void> {
    await this.database.transaction(async () => {
      if (!(await this.store.end(personId, sessionId))) throw notFound();
      await this.trail.record(personId, { action: 'session.ended', target: { type: 'session', id: sessionId } });
    });
  }

  /** Ends all sessions of the person except one. */
  async endOthers(personId: number, sessionId: number): Promise<void> {
    await this.database.transaction(async () => {
      const ended = await this.store.endAll(personId, sessionId);
      if (ended === 0) return;
      const target = { type: 'person', id: personId } as const;
      await this.trail.record(personId, { action: 'sessions.ended', target, after: { ended } });
    });
  }

  private sendCookie(token: string, request: Request): void {
    const names = this.origin.cookies(request);
    responseOf(request).cookie(names.session, token, optionsOf(names.isSecure, SESSION_DAYS));
  }

  private async remember(personId: number, request: Request): Promise<void> {
    const names = this.origin.cookies(request);
    if ((await this.store.knownBrowser(cookieOf(request, names.browser), personId)) !== null) return;
    const browser = await this.store.rememberBrowser(personId);
    responseOf(request).cookie(names.browser, browser, optionsOf(names.isSecure, KNOWN_BROWSER_DAYS));
  }
}

const responseOf = (request: Request): Response => request.res as Response;

function optionsOf(isSecure: boolean, days: number): CookieOptions {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure, maxAge: days * DAY_MS };
}
