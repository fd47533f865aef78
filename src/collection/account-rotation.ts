/** Writes of an account's pages that one process has under way: one that holds the change number, and one that gets ready. */
const AT_ONCE = 2;

/**
 * Who writes pages of an account in this process, in the order in which they came. The account's change number lets one
 * through at a time anyway; who waits here holds no connection meanwhile, and the pages that he reads meanwhile join the
 * write that he waits for.
 */
export class AccountRotation {
  private readonly accounts = new Map<number, { running: number; readonly waiting: (() => void)[] }>();

  /** Does `work` when the account has a place free. Who is aborted while he waits leaves at once, with the reason of it. */
  async take<T>(accountId: number, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const account = this.accounts.get(accountId) ?? { running: 0, waiting: [] };
    this.accounts.set(accountId, account);
    if (account.running >= AT_ONCE) await turn(account.waiting, signal);
    else account.running += 1;
    try {
      return await work();
    } finally {
      // The place goes on to the next, so that nobody who comes now is before him.
      const next = account.waiting.shift();
      if (next) next();
      else if ((account.running -= 1) === 0) this.accounts.delete(accountId);
    }
  }
}

async function turn(waiting: (() => void)[], signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  let leave = (): void => undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      waiting.push(resolve);
      leave = () => {
        const place = waiting.indexOf(resolve);
        // Whose turn has come by now takes it, and gives it on.
        if (place < 0) return;
        waiting.splice(place, 1);
        reject(signal?.reason as Error);
      };
      signal?.addEventListener('abort', leave, { once: true });
    });
  } finally {
    signal?.removeEventListener('abort', leave);
  }
}
