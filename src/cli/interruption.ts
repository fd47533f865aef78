/** What a shell shows of a process that such a signal ended. */
const EXIT_CODE = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
type EndSignal = keyof typeof EXIT_CODE;

/** Ctrl-C reaches this process twice where a parent hands it on: that is one wish, not two. */
const SAME_SIGNAL_MS = 1_000;

/**
 * A command that is asked to end (Ctrl-C, SIGTERM, a closed terminal) first leaves what it has opened: an embedded PostgreSQL
 * that nobody else uses would go on for ever. Asked twice, it ends at once.
 */
export class Interruption {
  private firstAt: number | null = null;
  private readonly listener = (signal: EndSignal): void => this.onSignal(signal);

  /** Listens from now on. `leave` may reject: the process ends all the same. */
  constructor(private readonly leave: () => Promise<void>) {
    for (const signal of Object.keys(EXIT_CODE)) process.on(signal, this.listener);
  }

  /** Whether the process is about to end: nobody waits for a result any more. */
  get hasCome(): boolean {
    return this.firstAt !== null;
  }

  /** The command has ended by itself. */
  ignore(): void {
    for (const signal of Object.keys(EXIT_CODE)) process.off(signal, this.listener);
  }

  private onSignal(signal: EndSignal): void {
    const end = (): never => process.exit(EXIT_CODE[signal]);
    if (this.firstAt === null) {
      this.firstAt = performance.now();
      void this.leave().then(end, end);
    } else if (signal !== 'SIGHUP' && performance.now() - this.firstAt > SAME_SIGNAL_MS) end();
  }
}
