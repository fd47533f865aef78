/** Concurrent writes per account in one process: one locks the account's change number, the next one waits for that lock. */
export const WRITES_PER_ACCOUNT = 2;
/** Concurrent writes of one visit, which may be shared by links of many accounts. */
export const WRITES_PER_VISIT = 4;

/**
 * Limits the concurrent writes of pages with the same key in this process: of one account, or of one visit. Waiting writes start in the
 * order of their calls. The change number of an account serializes its writes anyway. A write that waits here uses no database
 * connection, and pages that are read in the meantime are added to it.
 */
export class WriteLimit {
  private readonly keys = new Map<number, { running: number; readonly waiting: (() => void)[] }>();

  constructor(private readonly limit: number) {}

  /** Runs `write` when the key has a free slot. If `signal` is aborted before that, rejects with its reason. */
  async run<T>(key: number, write: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const writes = this.keys.get(key) ?? { running: 0, waiting: [] };
    this.keys.set(key, writes);
    if (writes.running >= this.limit) await waitForSlot(writes.waiting, signal);
    else writes.running += 1;
    try {
      return await write();
    } finally {
      // Passes the slot to the next waiting write, so that a new call cannot use it first.
      const next = writes.waiting.shift();
      if (next) next();
      else if ((writes.running -= 1) === 0) this.keys.delete(key);
    }
  }
}

/**
 * Limits the concurrent writes of one visit. The links of one account take at most `WRITES_PER_ACCOUNT` of its slots: if all of them waited
 * for a lock of that account, the links of others would wait too.
 */
export class VisitWrites {
  private readonly visit = new WriteLimit(WRITES_PER_VISIT);
  private readonly accounts = new WriteLimit(WRITES_PER_ACCOUNT);

  /** `ofProcess` also limits the writes of an account over all visits of this process. */
  constructor(private readonly ofProcess: WriteLimit | null = null) {}

  /** Runs `write` when the visit has a free slot for the account. If `signal` is aborted before that, rejects with its reason. */
  run<T>(accountId: number, write: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const { ofProcess } = this;
    const inProcess = ofProcess === null ? write : (): Promise<T> => ofProcess.run(accountId, write, signal);
    return this.accounts.run(accountId, () => this.visit.run(0, inProcess, signal), signal);
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
