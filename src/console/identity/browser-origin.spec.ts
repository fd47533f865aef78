import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { loadConfig } from '@libs/config';
import { BrowserOrigin } from './browser-origin';

const originFor = (publicUrl: string | null): BrowserOrigin =>
  new BrowserOrigin({ ...loadConfig({}), HREV_PUBLIC_URL: publicUrl });

/** docs/console.md: beyond loopback the console needs HREV_PUBLIC_URL. */
const answer = (publicUrl: string | null, host: string | undefined, remoteAddress: string | undefined): string => {
  try {
    return originFor(publicUrl).of({ headers: host === undefined ? {} : { host }, socket: { remoteAddress } });
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('the address of the console', () => {
  it.each([
    ['localhost:4738', '127.0.0.1', 'http://localhost:4738'],
    ['127.0.0.1', '127.0.0.1', 'http://127.0.0.1'],
    ['[::1]:4738', '::1', 'http://[::1]:4738'],
    ['localhost', '::ffff:127.0.0.1', 'http://localhost'],
    ['127.0.0.1', '127.8.9.1', 'http://127.0.0.1'],
    // A client on the network can write any host.
    ['localhost:4738', '192.168.1.20', 'forbidden'],
    ['127.0.0.1', '::ffff:192.168.1.20', 'forbidden'],
    ['[::1]', 'fe80::1', 'forbidden'],
    ['localhost', '2001:db8::127.0.0.1', 'forbidden'],
    ['localhost', undefined, 'forbidden'],
    // A name that leads to this machine (DNS rebinding) is none of it.
    ['reviews.example.com', '127.0.0.1', 'forbidden'],
    ['localhost.example.com', '127.0.0.1', 'forbidden'],
    [undefined, '127.0.0.1', 'forbidden'],
    ['localhost:65535', '127.0.0.1', 'http://localhost:65535'],
    ['localhost:65536', '127.0.0.1', 'forbidden'],
    ['[::1]:99999', '::1', 'forbidden'],
  ])('without HREV_PUBLIC_URL, for the host %s from %s, is %s', (host, remoteAddress, expected) =>
    expect(answer(null, host, remoteAddress)).toBe(expected),
  );

  it.each([
    ['https://reviews.example.com', 'localhost', '127.0.0.1', 'https://reviews.example.com'],
    ['https://reviews.example.com', 'other.example', '192.168.1.20', 'https://reviews.example.com'],
    // A published port of a container: the connection comes from the network of the container.
    ['http://localhost:4738', '127.0.0.1:4738', '172.17.0.1', 'http://127.0.0.1:4738'],
    ['http://localhost:4738', 'reviews.example.com', '172.17.0.1', 'forbidden'],
  ])('with HREV_PUBLIC_URL=%s, for the host %s from %s, is %s', (publicUrl, host, remoteAddress, expected) =>
    expect(answer(publicUrl, host, remoteAddress)).toBe(expected),
  );

  const outside = Object.values(networkInterfaces())
    .flat()
    .find((one) => one?.family === 'IPv4' && !one.internal)?.address;
  (outside === undefined ? it.skip : it)('is refused to a real connection from an address of the network', async () => {
    const server = createServer((incoming, response) => {
      try {
        response.end(originFor(null).of(incoming));
      } catch (error) {
        response.end((error as { code: string }).code);
      }
    });
    await new Promise<void>((resolve) => server.listen(0, resolve));
    const { port } = server.address() as AddressInfo;
    const from = (hostname: string): Promise<string> =>
      new Promise((resolve, reject) => {
        request({ hostname, port, headers: { host: 'localhost' } }, (response) => {
          response.setEncoding('utf8').once('data', resolve);
        })
          .on('error', reject)
          .end();
      });
    try {
      expect([await from('127.0.0.1'), await from(outside ?? '')]).toEqual(['http://localhost', 'forbidden']);
    } finally {
      server.close();
    }
  });
});
