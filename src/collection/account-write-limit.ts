/** Concurrent writes per account in one process: one that has the change number, and one that is about to wait for it. */
const WRITES_PER_ACCOUNT = 2;

/**
 * Limits the concurrent writes of pages per account in this process, first come, first served. The account's change number admits
 * one write at a time. A write that waits here uses no connection, and pages that are read meanwhile join it.
 */
export class AccountWriteLimit {
  private readonly accounts = new Map<number, { running: number; readonly waiting: (() => void)[] }>();

  /** Runs `write` when the account has a free slot. An abort while it waits rejects with the signal's reason. */
  async run<T>(accountId: number, write: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const account = this.accounts.get(accountId) ?? { running: 0, waiting: [] };
    this.accounts.set(accountId, account);
    if (account.running >= WRITES_PER_ACCOUNT) await slotOf(account.waiting, signal);
    else account.running += 1;
    try {
      return await write();
    } finally {
      // The slot passes to the next waiting write, ahead of any that is requested now.
      const next = account.waiting.shift();
      if (next) next();
      else if ((account.running -= 1) === 0) this.accounts.delete(accountId);
    }
  }
}

async function slotOf(waiting: (() => void)[], signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  let leave = (): void => undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      waiting.push(resolve);
      leave = () => {
        const index = waiting.indexOf(resolve);
        // It has its slot already, and passes it on when its write ends.
        if (index < 0) return;
        waiting.splice(index, 1);
        reject(signal?.reason as Error);
      };
      signal?.addEventListener('abort', leave, { once: true });
    });
  } finally {
    signal?.removeEventListener('abort', leave);
  }
}
