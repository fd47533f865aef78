import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32, deflateSync } from 'node:zlib';

const WIDTH = 320;
const HEIGHT = 240;
const COLORS = [
  [124, 150, 160, 60, 84, 96],
  [182, 160, 128, 104, 86, 62],
  [128, 148, 132, 62, 80, 68],
] as const;

/** Photos of reviews for the pictures: three gradients. */
export class PhotoServer {
  private constructor(private readonly server: Server) {}

  static async start(): Promise<PhotoServer> {
    const server = createServer((request, response) => {
      const place = Number(/^\/(\d+)\.png$/.exec(request.url ?? '')?.[1] ?? 0);
      response
        .writeHead(200, { 'content-type': 'image/png' })
        .end(gradient(COLORS[place % COLORS.length] ?? COLORS[0]));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new PhotoServer(server);
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

function gradient([fromRed, fromGreen, fromBlue, toRed, toGreen, toBlue]: (typeof COLORS)[number]): Buffer {
  const rows = Buffer.alloc(HEIGHT * (1 + WIDTH * 3));
  for (let y = 0; y < HEIGHT; y += 1)
    for (let x = 0; x < WIDTH; x += 1) {
      const share = (x / WIDTH + (2 * y) / HEIGHT) / 3;
      const at = y * (1 + WIDTH * 3) + 1 + x * 3;
      rows[at] = fromRed + (toRed - fromRed) * share;
      rows[at + 1] = fromGreen + (toGreen - fromGreen) * share;
      rows[at + 2] = fromBlue + (toBlue - fromBlue) * share;
    }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  header.set([8, 2], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
