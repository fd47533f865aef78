import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { digestOfToken, newToken } from '../domain/token';

export const KNOWN_BROWSER_DAYS = 180;

/** Browsers in which a person has signed in before. They keep a cookie of their own after the session ends. */
@Injectable()
export class KnownBrowsers {
  constructor(private readonly database: Database) {}

  /** The digest of the cookie if this person has signed in with it; otherwise null. */
  async digestFor(token: string | null, personId: number): Promise<Buffer | null> {
    const digest = token === null ? null : digestOfToken(token);
    if (digest === null) return null;
    const [row] = await this.database.query<{ known: boolean }>(
      `select exists (select from known_browser where digest = $1 and person_id = $2 and expires_at > clock_timestamp()) as known`,
      [digest, personId],
    );
    return row?.known ? digest : null;
  }

  /** Stores a new cookie for the person, and removes a batch of expired ones. Returns the token. */
  async remember(personId: number): Promise<string> {
    const token = newToken();
    await this.database.query(
      `insert into known_browser (digest, person_id, expires_at)
       values ($1, $2, clock_timestamp() + ${KNOWN_BROWSER_DAYS} * interval '1 day')`,
      [digestOfToken(token), personId],
    );
    await this.database.query(
      `delete from known_browser where digest in (
         select digest from known_browser where expires_at < clock_timestamp() order by expires_at limit 100
         for update skip locked)`,
    );
    return token;
  }
}
