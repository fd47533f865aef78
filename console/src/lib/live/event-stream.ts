import { LIVE_KINDS, type LiveChange, type LiveKind } from './kinds';

/** A message of the stream as tabs share it. */
export interface StreamMessage {
  readonly id: string;
  readonly changes: readonly LiveChange[];
}

export interface StreamHandlers {
  readonly onOpen: () => void;
  readonly onMessage: (message: StreamMessage) => void;
  /** The stream failed; it is opened again unless `isRefused`. */
  readonly onFailure: (isRefused: boolean) => void;
}

/** The service sends a ping every 25 seconds. */
const SILENCE_MS = 60_000;

/** The stream of an account. It connects again by itself and continues after the last event. */
export class EventStream {
  private source: EventSource | null = null;
  private silence: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly accountId: number,
    private readonly handlers: StreamHandlers,
  ) {}

  open(lastEventId: string | null): void {
    this.close();
    const query = new URLSearchParams({ account_id: String(this.accountId) });
    if (lastEventId !== null) query.set('last_event_id', lastEventId);
    const source = new EventSource(`/console/api/events?${query.toString()}`);
    this.source = source;
    source.onopen = () => {
      this.expectSound();
      this.handlers.onOpen();
    };
    source.onerror = () => this.handlers.onFailure(source.readyState === EventSource.CLOSED);
    for (const name of [...LIVE_KINDS, 'resync', 'ping'] as const)
      source.addEventListener(name, (event: MessageEvent<string>) => {
        this.expectSound();
        this.handlers.onMessage({ id: event.lastEventId, changes: changesOf(name, event.data) });
      });
  }

  close(): void {
    clearTimeout(this.silence);
    this.source?.close();
    this.source = null;
  }

  private expectSound(): void {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => {
      this.source?.close();
      this.handlers.onFailure(true);
    }, SILENCE_MS);
  }
}

interface StreamData {
  readonly ids?: readonly number[];
  readonly kinds?: readonly LiveKind[];
  readonly by?: LiveChange['by'];
}

/** The changes that an event of the stream reports. */
export function changesOf(name: LiveKind | 'resync' | 'ping', text: string): readonly LiveChange[] {
  if (name === 'ping') return [];
  const { ids, kinds, by } = JSON.parse(text) as StreamData;
  if (name === 'resync') return (kinds ?? LIVE_KINDS).map((kind) => ({ kind, ids: null }));
  return [{ kind: name, ids: ids ?? null, ...(by === undefined ? {} : { by }) }];
}
