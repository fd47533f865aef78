import { Logger } from '@nestjs/common';
import { showStatus } from '@libs/logging';

/** The duration of a shorter step is not logged. */
const LOGGED_FROM_MS = 100;

/**
 * The steps of a start, one after the other. A terminal shows the current one as its status; the log gets one line with the duration
 * of each that ended.
 */
export class StartSteps {
  private readonly logger = new Logger();
  private current: { readonly name: string; readonly began: number } | null = null;

  /** Begins a step and ends the one before it. */
  begin(name: string): void {
    this.end();
    this.current = { name, began: performance.now() };
    showStatus(name);
  }

  /** Ends the current step, if there is one. */
  end(): void {
    if (this.current === null) return;
    const { name, began } = this.current;
    this.current = null;
    showStatus(null);
    const ms = performance.now() - began;
    if (ms >= LOGGED_FROM_MS) this.logger.log(`${name}: ${seconds(ms)}`);
  }

  /** Ends the last step, and logs how long the process has run, in which `npm start` may also have installed and built. */
  ready(): void {
    this.end();
    this.logger.log(`started in ${seconds(performance.now())}`);
  }
}

/** A duration in milliseconds as seconds with one decimal, "2.3 s". */
export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
