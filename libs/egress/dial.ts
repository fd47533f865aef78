/**
 * Opens outgoing connections: resolves the name, checks every address unless the operator exempted the origin, connects to one of these
 * addresses only, and checks that the socket reached one of them. The name is not resolved again between check and connection, because
 * a second look-up would allow DNS rebinding.
 */
import { connect as tcpConnect, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as tlsConnect, rootCertificates, TLSSocket, type PeerCertificate } from 'node:tls';
import { canonicalAddress, forbiddenAddress } from './address-policy';
import { asEgressError, EgressError } from './egress-error';
import { resolveLikeTheSystem, type NameResolver } from './resolver';
import { checkHost, type Exemptions } from './target';

export interface DialTarget {
  /** In the form of `Target.host`. */
  readonly host: string;
  readonly port: number;
  /** The operator exempted exactly this origin: its addresses are not checked. */
  readonly exempt: boolean;
}

export interface DialOptions extends Exemptions {
  /** Not used for exempt targets and with `allowPrivate`: their names are looked up by the operating system. */
  readonly resolver: NameResolver;
  /** Use TLS (>= 1.2, certificate verified against the host's name). */
  readonly secure: boolean;
  /** Certificate authorities in addition to the built-in ones, PEM. */
  readonly authorities?: readonly string[];
  /** For TCP and TLS handshake together; the look-up has its own timeout. */
  readonly connectTimeoutMs?: number;
  /** Does not cancel a look-up by the operating system. */
  readonly signal?: AbortSignal;
}

/** All addresses of a name are checked, but only this many are tried. */
const MAX_TRIED_ADDRESSES = 8;
const CONNECT_TIMEOUT_MS = 5_000;

/** Returns a connected socket, with a verified certificate if `secure`. Throws `EgressError` after closing the socket. */
export async function dial(target: DialTarget, options: DialOptions): Promise<Socket> {
  if (options.signal?.aborted) throw new EgressError('aborted', 'The request was cancelled');
  const addresses = await permittedAddresses(target, options);
  const socket = await connect(target, addresses, options);
  const reachedAddress = socket.remoteAddress;
  if (reachedAddress === undefined || !isOneOf(reachedAddress, addresses)) {
    socket.destroy();
    throw new EgressError('refused', `${target.host} was reached at an address that was not checked`);
  }
  return socket;
}

/** When the certificate of the server at the other end of a connected socket ends; null without TLS, and after a disconnection. */
export function certificateEnd(socket: Socket): Date | null {
  if (!(socket instanceof TLSSocket)) return null;
  const certificate = socket.getPeerCertificate() as Partial<PeerCertificate> | null;
  return certificate?.valid_to === undefined ? null : new Date(certificate.valid_to);
}

/**
 * The addresses to which the socket may connect. Throws `EgressError` if any address of the host is forbidden; the addresses of an exempt
 * target are not checked.
 */
async function permittedAddresses(target: DialTarget, options: DialOptions): Promise<readonly string[]> {
  const { host, exempt } = target;
  if (!exempt) checkHost(host, options);
  const isLiteral = isIP(host) !== 0;
  if (isLiteral) return [host];
  const usesSystemLookup = exempt || options.allowPrivate === true;
  const addresses = await (usesSystemLookup
    ? resolveLikeTheSystem(host)
    : options.resolver.resolve(host, options.signal));
  // One forbidden address refuses the name: a mix of public and internal addresses indicates an attack or a wrong DNS
  // zone.
  const reason = exempt
    ? undefined
    : addresses.map((ip) => forbiddenAddress(ip, options)).find((refusal) => refusal !== null);
  if (reason) throw new EgressError('refused', `The host ${host} does not lead to a public address (${reason})`);
  return addresses.slice(0, MAX_TRIED_ADDRESSES);
}

function isOneOf(reachedAddress: string, addresses: readonly string[]): boolean {
  return addresses.some((address) => canonicalAddress(address) === canonicalAddress(reachedAddress));
}

function connect(target: DialTarget, addresses: readonly string[], options: DialOptions): Promise<Socket> {
  const { signal, connectTimeoutMs = CONNECT_TIMEOUT_MS } = options;
  return new Promise((resolve, reject) => {
    const socket = open(target, addresses, options);
    const fail = (error: EgressError) => {
      settle();
      // A late error of the destroyed socket must not end the process.
      socket.on('error', () => undefined);
      socket.destroy();
      reject(error);
    };
    const onError = (error: Error) => fail(asEgressError(error, target.host));
    const onClose = () => fail(new EgressError('network', `${target.host} closed the connection`));
    const onAbort = () => fail(new EgressError('aborted', 'The request was cancelled'));
    const onReady = () => {
      settle();
      resolve(socket);
    };
    const timer = setTimeout(
      () => fail(new EgressError('timeout', `${target.host} could not be connected to in time`)),
      connectTimeoutMs,
    );
    const ready = options.secure ? 'secureConnect' : 'connect';
    const settle = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      socket.off('error', onError).off('close', onClose).off(ready, onReady);
    };
    socket.once('error', onError).once('close', onClose).once(ready, onReady);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

function open(target: DialTarget, addresses: readonly string[], options: DialOptions): Socket {
  const { host, port } = target;
  const isLiteral = isIP(host) !== 0;
  const route = { host, port, lookup: pinnedLookup(addresses), autoSelectFamily: !isLiteral, noDelay: true };
  if (!options.secure) return tcpConnect(route);
  return tlsConnect({
    ...route,
    servername: isLiteral ? '' : host,
    minVersion: 'TLSv1.2',
    // Set explicitly, because NODE_TLS_REJECT_UNAUTHORIZED could switch off the default.
    rejectUnauthorized: true,
    ALPNProtocols: ['http/1.1'],
    ...(options.authorities ? { ca: [...rootCertificates, ...options.authorities] } : {}),
  });
}

/** A look-up that returns the checked addresses only; Node tries them one after another. */
function pinnedLookup(addresses: readonly string[]): LookupFunction {
  return (_name, options, callback) => {
    const results = addresses.map((address) => ({ address, family: isIP(address) }));
    if (options.all) return callback(null, results);
    callback(null, results[0]?.address ?? '', results[0]?.family);
  };
}
