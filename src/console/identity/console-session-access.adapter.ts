import { Injectable } from '@nestjs/common';
import { SessionAccess, type PersonSession, type SessionRole } from '@src/auth';
import type { Request } from 'express';
import { digestOfToken } from './domain/token';
import { MemberStore } from './persistence/member.store';
import { PersonStore } from './persistence/person.store';
import { BrowserOrigin, cookieOf, hasSessionCookie, isActOfPerson } from './browser-origin';
import { SessionStore, type SessionRecord } from './persistence/session.store';

/** The sessions of the console for the access guard, and for the endpoints of the console. */
@Injectable()
export class ConsoleSessionAccess extends SessionAccess {
  constructor(
    private readonly sessions: SessionStore,
    private readonly members: MemberStore,
    private readonly origin: BrowserOrigin,
    private readonly persons: PersonStore,
  ) {
    super();
  }

  override async find(request: Request): Promise<PersonSession | null> {
    const session = await this.record(request);
    return session?.stage === 'full' ? session : null;
  }

  /** As `find`, also for a session that needs a second factor. */
  async record(request: Request): Promise<SessionRecord | null> {
    // Other cookies are ignored before the origin is checked, so that they change no response of the API.
    if (!hasSessionCookie(request)) return null;
    const cookie = cookieOf(request, this.origin.cookies(request).session);
    const digest = cookie === null ? null : digestOfToken(cookie);
    if (digest === null) return null;
    this.origin.assertFromConsole(request);
    return this.sessions.find(digest, isActOfPerson(request));
  }

  override async role(personId: number, accountId: number): Promise<SessionRole | null> {
    return this.members.role(personId, accountId);
  }

  override async names(personIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
    return this.persons.names(personIds);
  }

  override async firstAccount(personId: number): Promise<number | null> {
    return (await this.members.memberships(personId))[0]?.accountId ?? null;
  }
}
