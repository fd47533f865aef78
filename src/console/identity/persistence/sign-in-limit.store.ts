import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { AppError, foldIdentity } from '@libs/kernel';

interface Limit {
  readonly subject: string;
  readonly attempts: number;
  readonly minutes: number;
}

interface Window {
  readonly attempts: number;
  readonly waitS: number;
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

  /**
   * Counts a request for a new password. Throws `rate_limited` above 20 in an hour of a network; returns whether the e-mail address has at
   * most five. Known and unknown addresses are counted alike.
   */
  async takeReset(email: string, address: string): Promise<boolean> {
    await this.count({ subject: `reset network ${networkOf(address)}`, attempts: 20, minutes: 60 });
    const ofAddress = { subject: `reset email ${digestOfEmail(email)}`, attempts: 5, minutes: 60 };
    return (await this.window(ofAddress)).attempts <= ofAddress.attempts;
  }

  /** Counts a use of a link, valid or not: 240 in an hour of a network, 30 of one link. */
  async takeLink(token: string, address: string): Promise<void> {
    await this.count({ subject: `link network ${networkOf(address)}`, attempts: 240, minutes: 60 });
    await this.count({ subject: `link ${digestOf(token)}`, attempts: 30, minutes: 60 });
  }

  /** Counts an invitation: 200 in an hour of a network, 100 of a person. */
  async takeInvitation(personId: number, address: string): Promise<void> {
    await this.count({ subject: `invite network ${networkOf(address)}`, attempts: 200, minutes: 60 });
    await this.count({ subject: `invite ${personId}`, attempts: 100, minutes: 60 });
  }

  /** Counts a failure in the trail of an account, or of persons without one. Returns whether it has at most 100 in an hour. */
  async takeTrail(accountId: number | null): Promise<boolean> {
    const limit = { subject: `trail ${accountId ?? 'without an account'}`, attempts: 100, minutes: 60 };
    return (await this.window(limit)).attempts <= limit.attempts;
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

  /** Counts, and throws above the limit. Returns the number of attempts. */
  private async count(limit: Limit): Promise<number> {
    const { attempts, waitS } = await this.window(limit);
    if (attempts <= limit.attempts) return attempts;
    throw new AppError('rate_limited', `Too many attempts; retry in ${waitS} s`, { 'Retry-After': String(waitS) });
  }

  /** Counts an attempt. Returns the attempts of the window and the seconds until it ends. */
  private async window({ subject, minutes }: Limit): Promise<Window> {
    const [row] = await this.database.query<Window>(
      `insert into sign_in_window as w (subject, started_at, attempts) values ($1, clock_timestamp(), 1)
       on conflict (subject) do update set
         attempts = case when w.started_at < clock_timestamp() - $2 * interval '1 minute' then 1 else w.attempts + 1 end,
         started_at = case when w.started_at < clock_timestamp() - $2 * interval '1 minute' then clock_timestamp()
                      else w.started_at end
       returning attempts, ceil(extract(epoch from started_at + $2 * interval '1 minute' - clock_timestamp()))::int as "waitS"`,
      [subject, minutes],
    );
    // Without a number, every limit counts as used.
    if (row === undefined) return { attempts: Infinity, waitS: 60 };
    if (row.attempts === 1) await this.purge();
    return { attempts: row.attempts, waitS: Math.max(1, row.waitS) };
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
  // The network first: a network above its limit does not use up the attempts of an address.
  return [
    { subject: `network ${networkOf(address)}`, attempts: 60, minutes: 60 },
    { subject: `email ${digestOfEmail(email)}`, attempts: 20, minutes: 60 },
  ];
}

/** The digest of an address, in the form in which persons are found by it, so that all its spellings share their limits. */
const digestOfEmail = (email: string): string => digestOf(foldIdentity(email));
const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The network of an address for counting: /24 of IPv4, /64 of IPv6. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return `${address.split('.').slice(0, 3).join('.')}.0/24`;
  const [head = '', tail = ''] = address.split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === '' ? [] : tail.split(':');
  const zeros = address.includes('::') ? Array.from({ length: 8 - front.length - back.length }, () => '0') : [];
  const groups = [...front, ...zeros, ...back].slice(0, 4).map((group) => parseInt(group, 16).toString(16));
  return `${groups.join(':')}::/64`;
}
