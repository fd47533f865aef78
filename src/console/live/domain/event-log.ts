import type { LiveEvent } from './live-event';

const MAX_EVENTS = 200;
const KEPT_MS = 300_000;

/**
 * The newest events of an account, for streams that connect again. Ids name the process and count upwards: an id of another process
 * is unknown. It keeps 200 events of the last five minutes.
 */
export class EventLog {
  private readonly events: { readonly seq: number; readonly at: number; readonly text: string }[] = [];
  private seq = 0;

  /** `process` is unique for each process, `now` in milliseconds. */
  constructor(
    private readonly process: string,
    private readonly now: () => number,
  ) {}

  /** The id of the newest event. */
  get newest(): string {
    return `${this.process}-${this.seq}`;
  }

  /** Adds an event and returns its text in the stream. */
  add(event: LiveEvent): string {
    this.seq += 1;
    const text = textOf(this.newest, event);
    this.events.push({ seq: this.seq, at: this.now(), text });
    if (this.events.length > MAX_EVENTS) this.events.shift();
    return text;
  }

  /** The texts of the events after an id; null if some of them are not kept, or if the id is unknown. */
  after(id: string): readonly string[] | null {
    const seq = this.seqOf(id);
    if (seq === null) return null;
    const later = this.events.filter((event) => event.seq > seq);
    const isKept = later.length === this.seq - seq && later.every(({ at }) => at > this.now() - KEPT_MS);
    return isKept ? later.map(({ text }) => text) : null;
  }

  private seqOf(id: string): number | null {
    const [, process, seq] = /^(\w+)-(\d{1,15})$/.exec(id) ?? [];
    return process === this.process && Number(seq) <= this.seq ? Number(seq) : null;
  }
}

/** The text of an event in a stream of `text/event-stream`. */
export function textOf(id: string | null, { event, data }: { readonly event: string; readonly data: object }): string {
  return `${id === null ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
