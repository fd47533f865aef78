/**
 * The record of a run: every operation and fault as a line of JSON in a file, their counts, and all violations. A violation has a
 * subject (`review 17`, `reply 17`, `webhook 3`); the lines with that subject are its history.
 */
import { closeSync, openSync, writeSync } from 'node:fs';

export interface Violation {
  readonly check: string;
  readonly subject: string;
  readonly detail: string;
  /** Seconds since the beginning of the run. */
  readonly at: number;
  /** The subject's history in the model, oldest first. */
  readonly history: readonly string[];
}

/** Number of violations of a check that are kept in full. */
const MAX_KEPT_PER_CHECK = 25;

export class Journal {
  readonly violations: Violation[] = [];
  readonly operations = new Map<string, number>();
  readonly faults = new Map<string, number>();
  /** Violations of a check beyond those that are kept. */
  readonly omitted = new Map<string, number>();
  private readonly began = Date.now();
  private readonly reported = new Set<string>();
  private readonly file: number;

  constructor(
    readonly path: string,
    private readonly print: (line: string) => void,
  ) {
    this.file = openSync(path, 'w');
  }

  get seconds(): number {
    return Math.round((Date.now() - this.began) / 100) / 10;
  }

  operation(name: string, facts: object = {}): void {
    count(this.operations, name);
    this.write({ op: name, ...facts });
  }

  fault(name: string, facts: object = {}): void {
    count(this.faults, name);
    this.write({ fault: name, ...facts });
  }

  note(text: string, facts: object = {}): void {
    this.write({ note: text, ...facts });
    this.print(`${text}${Object.keys(facts).length > 0 ? ` ${JSON.stringify(facts)}` : ''}`);
  }

  /** Records a violation. The same check of the same subject counts once in a run. */
  violation(check: string, subject: string, detail: string, history: readonly string[] = []): void {
    const name = `${check} ${subject}`;
    if (this.reported.has(name)) return;
    this.reported.add(name);
    this.write({ violation: check, subject, detail, history });
    if (this.violations.filter((one) => one.check === check).length >= MAX_KEPT_PER_CHECK) {
      count(this.omitted, check);
      return;
    }
    this.violations.push({ check, subject, detail, at: this.seconds, history });
    this.print(`VIOLATION ${check}: ${subject}: ${detail}`);
  }

  total(counts: ReadonlyMap<string, number>): number {
    return [...counts.values()].reduce((sum, one) => sum + one, 0);
  }

  /** Number of violations, including those that are not kept. */
  get violationCount(): number {
    return this.violations.length + this.total(this.omitted);
  }

  close(): void {
    closeSync(this.file);
  }

  private write(facts: object): void {
    writeSync(this.file, `${JSON.stringify({ t: this.seconds, ...facts })}\n`);
  }
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
