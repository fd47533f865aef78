import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { LiveStream } from './live-stream';

const STREAM = 'text/event-stream; charset=utf-8';

/** The response to a request whose stream lives through `life`. */
async function responseOf(life: (stream: LiveStream) => void): Promise<readonly [string | null, string]> {
  const app = express();
  app.get('/', (_, response) => life(new LiveStream(response, { sessionId: 1, accountId: 1 }, 1, 'viewer')));
  const server: Server = app.listen(0, '127.0.0.1');
  try {
    await once(server, 'listening');
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    return [response.headers.get('content-type'), await response.text()];
  } finally {
    server.close();
  }
}

/** A response without the media type of a stream makes a browser report an error and give the stream up. */
describe('a stream that is still being opened', () => {
  it('sends its headers first, and then what was sent meanwhile', async () => {
    const [type, text] = await responseOf((stream) => {
      stream.send('event: access.changed\ndata: {"ids":[1]}\n\n');
      stream.begin('a-1');
      stream.end();
    });
    expect(type).toBe(STREAM);
    expect(text).toMatch(/^retry: 2000\nid: a-1\nevent: ping\ndata: \{\}\n\nevent: access\.changed\n/);
  });

  it('needs no ping', async () => {
    const [type, text] = await responseOf((stream) => {
      stream.ping();
      stream.begin('a-1');
      stream.end();
    });
    expect([type, text.match(/event: ping/g)?.length]).toEqual([STREAM, 1]);
  });

  it('ends as a stream, so that the browser connects again', async () => {
    expect(
      await responseOf((stream) => {
        stream.end();
        stream.begin('a-1');
      }),
    ).toEqual([STREAM, '']);
  });
});
