/** Closes everything that a run opened, in reverse order, also after a failure. */
type Closer = () => unknown;

export class CleanUp {
  private readonly closers: Closer[] = [];
  private running: Promise<void> | null = null;

  add(closer: Closer): void {
    this.closers.push(closer);
  }

  /** Closes everything once. A resource that fails to close does not prevent the others from closing. */
  run(): Promise<void> {
    return (this.running ??= this.runOnce());
  }

  private async runOnce(): Promise<void> {
    for (const close of this.closers.reverse()) {
      try {
        await close();
      } catch (error) {
        process.stderr.write(`bench: clean-up: ${error instanceof Error ? error.message : String(error)}\n`);
      }
    }
  }
}
