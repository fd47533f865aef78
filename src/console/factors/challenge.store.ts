import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';

/** What a signature of a passkey is for. */
export type PasskeyPurpose = 'sign_in' | 'second_factor' | 'enrol' | 'proof';

const VALID_FOR = `interval '5 minutes'`;

/** The table `passkey_challenge`. */
@Injectable()
export class ChallengeStore {
  constructor(private readonly database: Database) {}

  /** Stores a challenge, and removes a batch of expired ones. `sessionId` is null for a sign-in. */
  async insert(digest: Buffer, purpose: PasskeyPurpose, sessionId: number | null): Promise<void> {
    await this.database.query(
      `insert into passkey_challenge (digest, purpose, session_id, expires_at)
       values ($1, $2, $3, clock_timestamp() + ${VALID_FOR})`,
      [digest, purpose, sessionId],
    );
    await this.database.query(
      `delete from passkey_challenge where digest in (
         select digest from passkey_challenge where expires_at < clock_timestamp() order by expires_at limit 100
         for update skip locked)`,
    );
  }

  /** Uses a challenge up. Returns false if it is unknown, used, expired, or was made for something else. */
  async use(digest: Buffer, purpose: PasskeyPurpose, sessionId: number | null): Promise<boolean> {
    const used = await this.database.execute(
      `delete from passkey_challenge where digest = $1 and purpose = $2 and session_id is not distinct from $3
         and expires_at > clock_timestamp()`,
      [digest, purpose, sessionId],
    );
    return used === 1;
  }
}
