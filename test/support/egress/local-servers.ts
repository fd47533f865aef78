// cspell:ignore enddate genkey noout notext selfsign startdate
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';

export interface LocalServer {
  readonly port: number;
  /** `http://127.0.0.1:<port>`, or https for a TLS server. */
  readonly origin: string;
  /** Connections accepted so far. */
  readonly connections: () => number;
  readonly stop: () => Promise<void>;
}

/** A real HTTP server on loopback. */
export function startHttp(listener: RequestListener): Promise<LocalServer> {
  return listen(createServer(listener), 'http');
}

/** A TCP server: the handler writes the bytes of each response. */
export function startRaw(onConnection: (socket: Socket) => void): Promise<LocalServer> {
  return listen(createTcpServer(onConnection), 'http');
}

/** A TLS server that gives the same response to every request. */
export function startTls(
  options: TlsOptions,
  answer = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok',
): Promise<LocalServer> {
  const server = createTlsServer(options, (socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(answer));
  });
  server.on('tlsClientError', () => undefined);
  return listen(server, 'https');
}

async function listen(server: Server, scheme: string): Promise<LocalServer> {
  const sockets = new Set<Socket>();
  let accepted = 0;
  server.on('connection', (socket: Socket) => {
    accepted += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: `${scheme}://127.0.0.1:${port}`,
    connections: () => accepted,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** Creates a self-signed certificate; null if the machine has no openssl. */
export function makeCertificate(subjectAltName: string, { expired = false } = {}): Certificate | null {
  const folder = mkdtempSync(join(tmpdir(), 'hrev-cert-'));
  const at = (name: string) => join(folder, name);
  const openssl = (...options: string[]) => execFileSync('openssl', options, { cwd: folder, stdio: 'ignore' });
  try {
    writeFileSync(at('ca.conf'), authorityConfiguration(subjectAltName));
    writeFileSync(at('index.txt'), '');
    writeFileSync(at('serial.txt'), '01');
    openssl('ecparam', '-name', 'prime256v1', '-genkey', '-noout', '-out', 'key.pem');
    openssl('req', '-new', '-key', 'key.pem', '-out', 'request.pem', '-subj', '/CN=hrev test');
    // `req -x509` of OpenSSL 3.0 cannot date a certificate back; `ca` can.
    const validity = expired ? ['-startdate', '20200101000000Z', '-enddate', '20200102000000Z'] : ['-days', '2'];
    const make = ['ca', '-batch', '-selfsign', '-config', 'ca.conf', '-in', 'request.pem', '-out', 'cert.pem'];
    openssl(...make, '-keyfile', 'key.pem', '-notext', ...validity);
    return { key: readFileSync(at('key.pem'), 'utf8'), cert: readFileSync(at('cert.pem'), 'utf8') };
  } catch {
    return null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function authorityConfiguration(subjectAltName: string): string {
  return [
    '[ca]',
    'default_ca = own',
    '[own]',
    'database = index.txt',
    'serial = serial.txt',
    'new_certs_dir = .',
    'default_md = sha256',
    'policy = any',
    'x509_extensions = names',
    '[any]',
    'commonName = supplied',
    '[names]',
    'basicConstraints = CA:TRUE',
    `subjectAltName = ${subjectAltName}`,
    '',
  ].join('\n');
}
