/** Exit codes of a process that these signals ended, as shells show them. */
const EXIT_CODE = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
type EndSignal = keyof typeof EXIT_CODE;

/** Ctrl-C reaches this process twice where a parent forwards it: that is one request. */
const SAME_SIGNAL_MS = 1_000;

/**
 * Ends a command on a signal (Ctrl-C, SIGTERM, a closed terminal). The first signal closes what the command opened: an embedded
 * PostgreSQL that no other process uses would otherwise keep running. The second ends the process at once.
 */
export class Interruption {
  private firstAt: number | null = null;
  private readonly listener = (signal: EndSignal): void => this.onSignal(signal);

  /** Listens from now on. The process ends even if `leave` rejects. */
  constructor(private readonly leave: () => Promise<void>) {
    for (const signal of Object.keys(EXIT_CODE)) process.on(signal, this.listener);
  }

  /** Whether the process is about to end: results are no longer printed. */
  get hasCome(): boolean {
    return this.firstAt !== null;
  }

  /** Called when the command ended by itself. */
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
