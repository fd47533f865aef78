import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Response } from 'express';
import { sendChunks } from './send-chunks';

const STALLED_MS = 300;
const LARGE = 'x'.repeat(1_000_000);

describe('sending a body in chunks', () => {
  let server: Server;
  let made: number;
  let ended: Promise<void>;
  let chunks: () => AsyncGenerator<string>;

  beforeEach(async () => {
    made = 0;
    server = createServer((_request, response) => {
      ended = new Promise((resolve) => {
        void sendChunks(response as Response, counted(chunks(), resolve), STALLED_MS);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  /** Counts the chunks that were made, and reports the end of the source. */
  async function* counted(source: AsyncGenerator<string>, onEnd: () => void): AsyncGenerator<string> {
    try {
      for await (const chunk of source) {
        made += 1;
        yield chunk;
      }
    } finally {
      onEnd();
    }
  }
  const open = (): Promise<IncomingMessage> =>
    new Promise((resolve) => {
      const request = get(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { agent: false }, resolve);
      request.on('error', () => undefined);
    });
  async function* endless(): AsyncGenerator<string> {
    for (;;) {
      await new Promise(setImmediate);
      yield LARGE;
    }
  }

  it('sends all chunks', async () => {
    chunks = async function* () {
      yield 'a';
      await Promise.resolve();
      yield 'b';
    };
    let text = '';
    for await (const part of await open()) text += String(part);
    expect(text).toBe('ab');
  });

  it('makes no more than the client reads, and closes the connection of a client that reads nothing', async () => {
    chunks = endless;
    const response = await open();
    response.pause();
    await ended;
    expect(made).toBeLessThan(30);
  });

  it('ends the source when the client leaves', async () => {
    chunks = endless;
    const response = await open();
    response.once('data', () => response.destroy());
    await ended;
  });

  it('a source that fails cuts the body off, so that it is not complete', async () => {
    let arrive = (): void => undefined;
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    chunks = async function* () {
      yield 'a';
      await arrived;
      throw new Error('the database is away');
    };
    const response = await open();
    arrive();
    const outcome = await new Promise<boolean>((resolve) => {
      response.on('close', () => resolve(response.complete));
      response.on('error', () => undefined);
      response.resume();
    });
    expect(outcome).toBe(false);
  });
});
