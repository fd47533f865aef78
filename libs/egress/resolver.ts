/**
 * Name look-ups with a timeout. `dns.lookup` is not used: it shares four threads with file and crypto operations, so a few look-ups
 * without a response would block the whole process. `dns.Resolver` (c-ares) waits on sockets instead. It ignores the hosts file
 * and search lists, as outgoing requests require.
 */
import { promises as dns } from 'node:dns';
import { inTime } from '@libs/kernel';
import { EgressError, systemCode } from './egress-error';

export interface NameResolver {
  /** All addresses of a name, at least one; throws `EgressError` (`timeout`, `network`, `aborted`). */
  resolve(name: string, signal?: AbortSignal): Promise<readonly string[]>;
}

export interface DnsResolverOptions {
  /** Each is `ip` or `ip:port`; default: the system's servers. */
  readonly servers?: readonly string[];
  readonly budgetMs?: number;
}

/**
 * How long to wait for the second address family after the first one has responded, so that a server that ignores AAAA queries
 * does not slow down every request.
 */
const SECOND_FAMILY_GRACE_MS = 100;

export class DnsResolver implements NameResolver {
  constructor(private readonly options: DnsResolverOptions = {}) {}

  async resolve(name: string, signal?: AbortSignal): Promise<readonly string[]> {
    const { servers, budgetMs = 2_000 } = this.options;
    // One resolver per look-up: cancelling it ends the queries of this look-up only.
    const resolver = new dns.Resolver({ timeout: Math.ceil(budgetMs / 2), tries: 2 });
    if (servers) resolver.setServers(servers);
    let timer: NodeJS.Timeout | undefined;
    let abort: (() => void) | undefined;
    const limit = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new EgressError('timeout', `${name} could not be looked up in time`)), budgetMs);
      abort = () => reject(new EgressError('aborted', 'The request was cancelled'));
      signal?.addEventListener('abort', abort, { once: true });
    });
    try {
      return await Promise.race([bothFamilies(resolver, name), limit]);
    } finally {
      clearTimeout(timer);
      if (abort) signal?.removeEventListener('abort', abort);
      resolver.cancel();
    }
  }
}

async function bothFamilies(resolver: dns.Resolver, name: string): Promise<readonly string[]> {
  let failure: unknown;
  const family = (query: Promise<string[]>) =>
    query.catch((error: unknown) => {
      failure = moreSpecific(failure, error);
      return [];
    });
  const v4 = family(resolver.resolve4(name));
  const v6 = family(resolver.resolve6(name));
  await firstNonEmpty(v4, v6);
  const addresses = (await Promise.all([orEmptyAfterGrace(v4), orEmptyAfterGrace(v6)])).flat();
  if (addresses.length > 0) return addresses;
  throw new EgressError('network', `${name} has no address (${systemCode(failure)})`, { cause: failure });
}

/** Waits until one family has addresses, or both have none. */
async function firstNonEmpty(...families: readonly Promise<string[]>[]): Promise<void> {
  const nonEmpty = families.map(async (family) => {
    if ((await family).length === 0) throw new Error('empty');
  });
  await Promise.any(nonEmpty).catch(() => undefined);
}

function orEmptyAfterGrace(family: Promise<string[]>): Promise<string[]> {
  return inTime(family, SECOND_FAMILY_GRACE_MS, () => []);
}

/** The first error, unless it only says that the name has no address of that family. */
function moreSpecific(first: unknown, second: unknown): unknown {
  return first === undefined || systemCode(first) === 'ENODATA' ? second : first;
}

/** The operating system's look-up, including the hosts file. Only for exempt origins and development. */
export async function resolveLikeTheSystem(name: string): Promise<readonly string[]> {
  try {
    return (await dns.lookup(name, { all: true })).map(({ address }) => address);
  } catch (error) {
    throw new EgressError('network', `${name} has no address (${systemCode(error)})`, { cause: error });
  }
}
