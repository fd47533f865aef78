/** The times of faults, for checks of responses and delays. */
export interface FaultWindow {
  readonly kind: string;
  readonly from: number;
  to: number | null;
}

/** A fault may have effects for this time after its end: half-open connections are detected by statement timeouts. */
const AFTERMATH_MS = 30_000;

export class FaultWindows {
  readonly windows: FaultWindow[] = [];

  begin(kind: string): FaultWindow {
    const window = { kind, from: Date.now(), to: null };
    this.windows.push(window);
    return window;
  }

  end(window: FaultWindow): void {
    window.to = Date.now();
  }

  /** Returns whether a fault or its aftermath overlaps this time span. */
  overlaps(from: number, to: number): boolean {
    return this.windows.some((window) => window.from <= to && (window.to ?? Infinity) + AFTERMATH_MS >= from);
  }
}
