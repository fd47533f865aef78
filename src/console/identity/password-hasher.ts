import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { AppError } from '@libs/kernel';
import {
  COST,
  formatHash,
  isOutdated,
  isSameDigest,
  newSalt,
  parseHash,
  type ScryptCost,
} from './domain/password-hash';
import { ScryptThread, type ScryptJob } from './scrypt-thread';

/** Result of the comparison of a password with a stored hash. */
export interface PasswordCheck {
  readonly isRight: boolean;
  /** Whether the hash has an older cost and should be replaced by `hash` of the same password. */
  readonly isOutdated: boolean;
}

const AT_ONCE = 2;
const MAX_WAITING = 32;

/** Hashes passwords with scrypt, two at a time. 32 more wait; further calls fail with 503 `service_unavailable`. */
@Injectable()
export class PasswordHasher implements OnModuleDestroy {
  /** The cost of new hashes. Only tests change it, because half a second of a core for each sign-in would be most of their time. */
  cost: ScryptCost = COST;
  private readonly free: ScryptThread[] = [];
  private readonly waiting: (() => void)[] = [];
  private running = 0;

  /** The text to store for a password. It contains the salt and the cost. */
  async hash(password: string): Promise<string> {
    const job = { ...this.cost, password, salt: newSalt() };
    const { password: _, ...parameters } = job;
    return formatHash({ ...parameters, digest: await this.digest(job) });
  }

  /**
   * Compares a password with a stored hash. Null, for a person who does not exist or has no password, is never right and takes the
   * time of a hash of the current cost.
   */
  async check(password: string, stored: string | null): Promise<PasswordCheck> {
    const hash = stored === null ? { ...this.cost, salt: newSalt(), digest: null } : parseHash(stored);
    const { logN, r, p, salt } = hash;
    const digest = await this.digest({ logN, r, p, password, salt });
    const isRight = hash.digest !== null && isSameDigest(digest, hash.digest);
    return { isRight, isOutdated: isRight && isOutdated(hash, this.cost) };
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.free.splice(0).map((thread) => thread.end()));
  }

  private async digest(job: ScryptJob): Promise<Buffer> {
    await this.enter();
    const thread = this.freeThread() ?? new ScryptThread();
    try {
      return await thread.run(job);
    } finally {
      if (thread.isUsable) this.free.push(thread);
      this.leave();
    }
  }

  /** A thread may exit while it is free. */
  private freeThread(): ScryptThread | undefined {
    let thread = this.free.pop();
    while (thread?.isUsable === false) thread = this.free.pop();
    return thread;
  }

  private async enter(): Promise<void> {
    if (this.running < AT_ONCE) {
      this.running += 1;
      return;
    }
    if (this.waiting.length >= MAX_WAITING)
      throw new AppError('service_unavailable', 'Too many sign-ins at the moment', { 'Retry-After': '5' });
    await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  /** Passes the place to the caller that has waited longest, or releases it. */
  private leave(): void {
    const next = this.waiting.shift();
    if (next === undefined) this.running -= 1;
    else next();
  }
}
