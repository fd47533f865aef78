/** Exit codes that shells report for a process that ended by these signals. */
const EXIT_CODE = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
type EndSignal = keyof typeof EXIT_CODE;

/** Signals within this time count as one: Ctrl-C arrives twice if a parent process forwards it. */
const SAME_SIGNAL_MS = 1_000;

/**
 * Ends a command on a signal (Ctrl-C, SIGTERM, a closed terminal). The first signal closes the resources of the command: an
 * embedded PostgreSQL that no other process uses would otherwise keep running. The second signal ends the process at once.
 */
export class Interruption {
  private firstAt: number | null = null;
  private readonly listener = (signal: EndSignal): void => this.onSignal(signal);

  /** Listens from now on. `close` closes the resources; the process ends even if it rejects. */
  constructor(private readonly close: () => Promise<void>) {
    for (const signal of Object.keys(EXIT_CODE)) process.on(signal, this.listener);
  }

  /** Whether a signal has arrived: the process is about to end, and results are no longer printed. */
  get hasStarted(): boolean {
    return this.firstAt !== null;
  }

  /** Called after the command has ended without a signal. */
  ignore(): void {
    for (const signal of Object.keys(EXIT_CODE)) process.off(signal, this.listener);
  }

  private onSignal(signal: EndSignal): void {
    const end = (): never => process.exit(EXIT_CODE[signal]);
    if (this.firstAt === null) {
      this.firstAt = performance.now();
      void this.close().then(end, end);
    } else if (signal !== 'SIGHUP' && performance.now() - this.firstAt > SAME_SIGNAL_MS) end();
  }
}
