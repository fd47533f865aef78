import { Worker } from 'node:worker_threads';
import { DIGEST_BYTES, type ScryptCost } from './domain/password-hash';

/** One digest to compute. */
export interface ScryptJob extends ScryptCost {
  readonly password: string;
  readonly salt: Buffer;
}

/**
 * The script of the thread. It is a text, so that it needs no file next to the compiled code. `scrypt` without a thread would
 * occupy the pool that Node uses for files and name resolution.
 */
const SCRIPT = `
  const { parentPort } = require('node:worker_threads');
  const { scryptSync } = require('node:crypto');
  parentPort.on('message', ({ password, salt, logN, r, p }) => {
    const N = 2 ** logN;
    const maxmem = 128 * r * (N + p + 2);
    try {
      parentPort.postMessage({ digest: scryptSync(password, salt, ${DIGEST_BYTES}, { N, r, p, maxmem }) });
    } catch (error) {
      parentPort.postMessage({ failure: error.message });
    }
  });
`;

type Answer = { readonly digest: Uint8Array } | { readonly failure: string };

/** A thread that computes one digest at a time. It keeps the process alive only while it computes. */
export class ScryptThread {
  private readonly worker = new Worker(SCRIPT, { eval: true, name: 'scrypt', env: {}, execArgv: [] });
  private failed = false;

  constructor() {
    // Without a listener, an error between two jobs would end the process.
    this.worker.on('error', () => (this.failed = true));
    this.worker.on('exit', () => (this.failed = true));
    this.worker.unref();
  }

  /** Whether the thread can compute further digests. */
  get isUsable(): boolean {
    return !this.failed;
  }

  /** Computes a digest; the thread must be free. Rejects if the parameters are invalid or the thread exits. */
  run(job: ScryptJob): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const { worker } = this;
      const settle = (finish: () => void): void => {
        worker.off('message', onMessage);
        worker.off('error', onError);
        worker.off('exit', onExit);
        worker.unref();
        finish();
      };
      const onMessage = (answer: Answer): void =>
        settle(() => ('digest' in answer ? resolve(Buffer.from(answer.digest)) : reject(new Error(answer.failure))));
      const onError = (error: Error): void => settle(() => reject(error));
      const onExit = (): void => settle(() => reject(new Error('The scrypt thread exited')));
      worker.on('message', onMessage).on('error', onError).on('exit', onExit);
      worker.ref();
      worker.postMessage(job);
    });
  }

  async end(): Promise<void> {
    await this.worker.terminate();
  }
}
