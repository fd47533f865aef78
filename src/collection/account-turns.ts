/** Writes of an account's pages that one process has under way: one that holds the change number, and one that gets ready. */
const AT_ONCE = 2;

/**
 * Who writes pages of an account in this process, in the order in which they came. The account's change number lets one
 * through at a time anyway; who waits here holds no connection meanwhile, and the pages that he reads meanwhile join the
 * write that he waits for.
 */
export class AccountTurns {
  private readonly accounts = new Map<number, { running: number; readonly waiting: (() => void)[] }>();

  /** Does `work` when the account has a place free. */
  async take<T>(accountId: number, work: () => Promise<T>): Promise<T> {
    const account = this.accounts.get(accountId) ?? { running: 0, waiting: [] };
    this.accounts.set(accountId, account);
    if (account.running >= AT_ONCE) await new Promise<void>((resolve) => account.waiting.push(resolve));
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
