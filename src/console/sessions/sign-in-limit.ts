import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { AppError } from '@libs/kernel';
import { networkOf } from './networks';

interface Limit {
  readonly subject: string;
  readonly attempts: number;
  readonly minutes: number;
}

/** An attempt that was counted. */
export interface CountedAttempt {
  /** Its number among the attempts of the hour: by the browser if it is known, otherwise at the e-mail address. */
  readonly number: number;
  takeBack(): Promise<void>;
}

export interface Attempt {
  readonly email: string;
  readonly address: string;
  /** Digest of the cookie of a browser in which this person has signed in before. */
  readonly knownBrowser: Buffer | null;
}

/**
 * Limits guesses of passwords (ASVS 6.3.1) without a lock that others could cause: a browser in which the person has signed in
 * before has a limit of its own, so attempts from elsewhere never keep the person out. An attempt is counted before the password is
 * checked, and taken back if it was right.
 */
@Injectable()
export class SignInLimit {
  constructor(private readonly database: Database) {}

  /** Counts an attempt at a password. Throws `rate_limited` above a limit. */
  async take(attempt: Attempt): Promise<CountedAttempt> {
    return this.countAll(limitsOf(attempt));
  }

  /** Counts a code of a second factor: 20 wrong ones in an hour from unknown browsers together, and as many from each known one. */
  async takeCode(personId: number, knownBrowser: Buffer | null): Promise<CountedAttempt> {
    const browser = knownBrowser === null ? '' : ` ${knownBrowser.toString('hex')}`;
    return this.countAll([{ subject: `code ${personId}${browser}`, attempts: 20, minutes: 60 }]);
  }

  /** Counts a request for a challenge, or a signature, of a passkey before a person is known. */
  async takePasskey(address: string): Promise<CountedAttempt> {
    return this.countAll([{ subject: `passkey ${networkOf(address)}`, attempts: 240, minutes: 60 }]);
  }

  /** Counts a proof in a session: at most ten wrong ones in an hour. */
  async takeProof(sessionId: number): Promise<CountedAttempt> {
    return this.countAll([{ subject: `proof ${sessionId}`, attempts: 10, minutes: 60 }]);
  }

  private async countAll(limits: readonly Limit[]): Promise<CountedAttempt> {
    let number = 0;
    for (const limit of limits) number = await this.count(limit);
    const takeBack = async (): Promise<void> => {
      for (const { subject } of limits)
        await this.database.query(
          'update sign_in_window set attempts = attempts - 1 where subject = $1 and attempts > 0',
          [subject],
        );
    };
    return { number, takeBack };
  }

  private async count({ subject, attempts, minutes }: Limit): Promise<number> {
    const [row] = await this.database.query<{ attempts: number; waitS: number }>(
      `insert into sign_in_window as w (subject, started_at, attempts) values ($1, clock_timestamp(), 1)
       on conflict (subject) do update set
         attempts = case when w.started_at < clock_timestamp() - $2 * interval '1 minute' then 1 else w.attempts + 1 end,
         started_at = case when w.started_at < clock_timestamp() - $2 * interval '1 minute' then clock_timestamp()
                      else w.started_at end
       returning attempts, ceil(extract(epoch from started_at + $2 * interval '1 minute' - clock_timestamp()))::int as "waitS"`,
      [subject, minutes],
    );
    if (row === undefined || row.attempts > attempts) {
      const waitS = Math.max(1, row?.waitS ?? 60);
      throw new AppError('rate_limited', `Too many attempts; retry in ${waitS} s`, { 'Retry-After': String(waitS) });
    }
    if (row.attempts === 1) await this.purge();
    return row.attempts;
  }

  private async purge(): Promise<void> {
    await this.database.query(
      `delete from sign_in_window where subject in (
         select subject from sign_in_window where started_at < clock_timestamp() - interval '1 day'
         order by started_at limit 100 for update skip locked)`,
    );
  }
}

function limitsOf({ email, address, knownBrowser }: Attempt): readonly Limit[] {
  if (knownBrowser !== null) return [{ subject: `browser ${knownBrowser.toString('hex')}`, attempts: 10, minutes: 15 }];
  const digest = createHash('sha256').update(email.toLowerCase()).digest('hex');
  // The network first: a network above its limit does not use up the attempts of an address.
  return [
    { subject: `network ${networkOf(address)}`, attempts: 60, minutes: 60 },
    { subject: `email ${digest}`, attempts: 20, minutes: 60 },
  ];
}
