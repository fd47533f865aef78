import { Logger } from '@nestjs/common';
import type { Response } from 'express';

const STALLED_MS = 30_000;
const logger = new Logger('sendChunks');

/**
 * Sends a body of unknown length in chunks. The next chunk is made when the client has read the earlier ones. `chunks` is ended when the
 * client disconnects or reads nothing for `stalledMs`. If it throws, the connection is closed before the end of the body, so that the
 * client does not take the part for the whole. `HEAD` gets the headers only.
 */
export async function sendChunks(
  response: Response,
  chunks: AsyncIterable<string | Uint8Array>,
  stalledMs = STALLED_MS,
): Promise<void> {
  // The response to HEAD has no body, so no chunk is made.
  if (response.req.method === 'HEAD') return void response.end();
  try {
    for await (const chunk of chunks) {
      if (response.destroyed) return;
      if (!response.write(chunk) && !(await isDrained(response, stalledMs))) return;
    }
    response.end();
  } catch (error) {
    logger.warn(`a download was cut off: ${error instanceof Error ? error.message : String(error)}`);
    response.destroy();
  }
}

/** Waits until the client has read what was written. Returns false, and closes the connection, if it does not. */
function isDrained(response: Response, stalledMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => response.destroy(), stalledMs);
    const settle = (drained: boolean): void => {
      clearTimeout(timer);
      response.off('drain', onDrain);
      response.off('close', onClose);
      resolve(drained);
    };
    const onDrain = (): void => settle(true);
    const onClose = (): void => settle(false);
    response.on('drain', onDrain);
    response.on('close', onClose);
    if (response.destroyed) settle(false);
  });
}
