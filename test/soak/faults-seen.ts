/** Times of faults, by which responses and delays are judged. */
export interface FaultWindow {
  readonly kind: string;
  readonly from: number;
  to: number | null;
}

/** A fault may have effects this long after its end: half-open connections are detected by statement timeouts. */
const AFTERMATH_MS = 30_000;

export class FaultsSeen {
  readonly windows: FaultWindow[] = [];

  begin(kind: string): FaultWindow {
    const window = { kind, from: Date.now(), to: null };
    this.windows.push(window);
    return window;
  }

  end(window: FaultWindow): void {
    window.to = Date.now();
  }

  /** Whether a fault, or its aftermath, overlaps this time. */
  touches(from: number, to: number): boolean {
    return this.windows.some((window) => window.from <= to && (window.to ?? Infinity) + AFTERMATH_MS >= from);
  }
}
