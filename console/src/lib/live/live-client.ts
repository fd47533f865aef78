import { EventStream, type StreamMessage } from './event-stream';
import { LIVE_KINDS, type LiveChange, type LiveStatus } from './kinds';

export interface LiveHandlers {
  readonly onChanges: (changes: readonly LiveChange[]) => void;
  readonly onStatus: (status: LiveStatus) => void;
}

/** The messages between the tabs of one account. */
type TabMessage =
  | { readonly type: 'ask' }
  | { readonly type: 'status'; readonly isLive: boolean; readonly lastId: string | null }
  | { readonly type: 'changes'; readonly message: StreamMessage };

const ASK_EVERY_MS = 4_000;
const NO_LEADER_MS = 5_000;
const FAILURES = 2;
const REFUSED_AGAIN_MS = 15_000;
const POLL_MS = 15_000;
const POLL_HIDDEN_MS = 60_000;
/** Browsers open six connections to a host of HTTP/1.1, so streams take at most this number, whatever the number of accounts. */
const STREAMS_PER_BROWSER = 3;

const EVERYTHING: readonly LiveChange[] = LIVE_KINDS.map((kind) => ({ kind, ids: null }));

/**
 * The live changes of an account in one tab. A Web Lock elects the tab that has the stream, and it shares what arrives with the
 * others. Without a leader for five seconds, or after two failures of the stream, the tab reads everything again every 15 seconds, hidden every
 * 60. A hidden tab collects changes until it is shown.
 */
export class LiveClient {
  private readonly channel: BroadcastChannel | null;
  private readonly stream: EventStream;
  private readonly stopped = new AbortController();
  private timers: ReturnType<typeof setInterval>[] = [];
  private poll: ReturnType<typeof setTimeout> | undefined;
  private again: ReturnType<typeof setTimeout> | undefined;
  private isLeader = false;
  private failures = 0;
  private heardAt = Date.now();
  private lastId: string | null = null;
  private status: LiveStatus = 'starting';
  private held: LiveChange[] = [];

  constructor(
    accountId: number,
    private readonly handlers: LiveHandlers,
  ) {
    this.channel = 'BroadcastChannel' in window ? new BroadcastChannel(`hrev-live-${accountId}`) : null;
    this.stream = new EventStream(accountId, {
      onOpen: () => this.opened(),
      onMessage: (message) => this.receive(message),
      onFailure: (isRefused) => this.failed(isRefused),
    });
    this.channel?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => this.hear(data));
    document.addEventListener('visibilitychange', this.onVisible);
    this.timers = [setInterval(() => this.askLeader(), ASK_EVERY_MS)];
    this.say({ type: 'ask' });
    void this.elect(`hrev-live-${accountId % STREAMS_PER_BROWSER}`);
  }

  stop(): void {
    this.stopped.abort();
    this.timers.forEach(clearInterval);
    clearTimeout(this.poll);
    clearTimeout(this.again);
    document.removeEventListener('visibilitychange', this.onVisible);
    this.stream.close();
    this.channel?.close();
  }

  /** Waits for the lock and holds it until the tab stops. Without locks each tab has a stream of its own. */
  private async elect(lock: string): Promise<void> {
    const { signal } = this.stopped;
    if (!('locks' in navigator)) return this.lead();
    try {
      await navigator.locks.request(lock, { signal }, async () => {
        this.lead();
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      });
    } catch {
      // The tab stopped while it waited.
    }
  }

  private lead(): void {
    if (this.stopped.signal.aborted) return;
    this.isLeader = true;
    this.stream.open(this.lastId);
  }

  private opened(): void {
    const wasPolling = this.status === 'polling';
    this.failures = 0;
    this.become('live');
    this.say({ type: 'status', isLive: true, lastId: this.lastId });
    if (wasPolling && this.lastId === null) this.tell(EVERYTHING);
  }

  private failed(isRefused: boolean): void {
    this.failures += 1;
    if (isRefused) {
      clearTimeout(this.again);
      this.again = setTimeout(() => this.stream.open(this.lastId), REFUSED_AGAIN_MS);
    }
    if (this.failures < FAILURES && !isRefused) return;
    this.say({ type: 'status', isLive: false, lastId: this.lastId });
    this.become('polling');
  }

  private receive(message: StreamMessage): void {
    this.lastId = message.id;
    this.say({ type: 'changes', message });
    this.tell(message.changes);
  }

  private hear(message: TabMessage): void {
    if (message.type === 'ask') {
      if (this.isLeader) this.say({ type: 'status', isLive: this.status === 'live', lastId: this.lastId });
      return;
    }
    if (this.isLeader) return;
    this.heardAt = Date.now();
    if (message.type === 'changes') {
      this.lastId = message.message.id;
      this.tell(message.message.changes);
      return;
    }
    const wasPolling = this.status === 'polling';
    this.lastId = message.lastId;
    this.become(message.isLive ? 'live' : 'polling');
    if (wasPolling && message.isLive) this.tell(EVERYTHING);
  }

  private askLeader(): void {
    if (this.isLeader) return;
    if (Date.now() - this.heardAt > NO_LEADER_MS) this.become('polling');
    this.say({ type: 'ask' });
  }

  private become(status: LiveStatus): void {
    if (this.status === status) return;
    this.status = status;
    this.handlers.onStatus(status);
    clearTimeout(this.poll);
    if (status === 'polling') {
      // Changes since the last event may be missing.
      if (!this.isLeader) this.lastId = null;
      this.tell(EVERYTHING);
      this.pollLater();
    }
  }

  private pollLater(): void {
    clearTimeout(this.poll);
    this.poll = setTimeout(
      () => {
        this.handlers.onChanges(EVERYTHING);
        this.pollLater();
      },
      document.hidden ? POLL_HIDDEN_MS : POLL_MS,
    );
  }

  private tell(changes: readonly LiveChange[]): void {
    if (changes.length === 0) return;
    if (document.hidden) this.held.push(...changes);
    else this.handlers.onChanges(changes);
    if (this.held.length > EVERYTHING.length * 10) this.held = [...EVERYTHING];
  }

  private readonly onVisible = (): void => {
    if (document.hidden) return;
    const { held } = this;
    this.held = [];
    if (held.length > 0) this.handlers.onChanges(held);
    if (this.status === 'polling') this.pollLater();
    this.askLeader();
  };

  private say(message: TabMessage): void {
    if (!this.stopped.signal.aborted) this.channel?.postMessage(message);
  }
}
