/** Concurrent writes per account in one process: one locks the account's change number, the next one waits for that lock. */
const WRITES_PER_ACCOUNT = 2;

/**
 * Limits the concurrent writes of pages per account in this process. Waiting writes start in the order of their calls. The
 * account's change number serializes the writes anyway. A write that waits here uses no database connection, and pages that are
 * read in the meantime are added to it.
 */
export class AccountWriteLimit {
  private readonly accounts = new Map<number, { running: number; readonly waiting: (() => void)[] }>();

  /** Runs `write` when the account has a free slot. If `signal` is aborted before that, rejects with its reason. */
  async run<T>(accountId: number, write: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const account = this.accounts.get(accountId) ?? { running: 0, waiting: [] };
    this.accounts.set(accountId, account);
    if (account.running >= WRITES_PER_ACCOUNT) await waitForSlot(account.waiting, signal);
    else account.running += 1;
    try {
      return await write();
    } finally {
      // Passes the slot to the next waiting write, so that a new call cannot use it first.
      const next = account.waiting.shift();
      if (next) next();
      else if ((account.running -= 1) === 0) this.accounts.delete(accountId);
    }
  }
}

async function waitForSlot(waiting: (() => void)[], signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  let onAbort = (): void => undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      waiting.push(resolve);
      onAbort = () => {
        const index = waiting.indexOf(resolve);
        // The write already has its slot, and releases it at its end.
        if (index < 0) return;
        waiting.splice(index, 1);
        reject(signal?.reason as Error);
      };
      signal?.addEventListener('abort', onAbort, { once: true });
    });
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }
}
