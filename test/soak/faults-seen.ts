/** When faults were in force: answers and delays are judged by it. */
export interface FaultWindow {
  readonly kind: string;
  readonly from: number;
  to: number | null;
}

/** So long after its end a fault may still show: half-open connections are noticed by the limits of statements. */
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

  /** Whether a fault, or what it leaves behind, overlaps this time. */
  touches(from: number, to: number): boolean {
    return this.windows.some((window) => window.from <= to && (window.to ?? Infinity) + AFTERMATH_MS >= from);
  }
}
