/** Addresses that are known at once; the ones that came first are forgotten first. */
const MOST_ADDRESSES = 50_000;
const MINUTE_MS = 60_000;

interface Bucket {
  left: number;
  at: number;
}

/**
 * A bucket of tokens for each address: so many a minute, refilled evenly, and never more than a minute's. Times are
 * milliseconds of a clock that never goes back.
 */
export class AddressBuckets {
  private readonly buckets = new Map<string, Bucket>();

  constructor(private readonly perMinute: number) {}

  /** Takes one token; gives 0, or the seconds until there is one. */
  take(address: string, now: number): number {
    const network = networkOf(address);
    const bucket = this.buckets.get(network) ?? this.begin(network, now);
    const perMs = this.perMinute / MINUTE_MS;
    bucket.left = Math.min(this.perMinute, bucket.left + (now - bucket.at) * perMs);
    bucket.at = now;
    if (bucket.left < 1) return Math.ceil((1 - bucket.left) / perMs / 1_000);
    bucket.left -= 1;
    return 0;
  }

  private begin(network: string, now: number): Bucket {
    if (this.buckets.size >= MOST_ADDRESSES) {
      const [first] = this.buckets.keys();
      this.buckets.delete(first ?? '');
    }
    const bucket = { left: this.perMinute, at: now };
    this.buckets.set(network, bucket);
    return bucket;
  }
}

/** Of an address, what one client has at its disposal: an IPv4 address, or the /64 of an IPv6 one. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!address.includes(':')) return address;
  const [unscoped = ''] = address.split('%');
  const [head = '', tail] = unscoped.split('::');
  const before = head === '' ? [] : head.split(':');
  const behind = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - before.length - behind.length) }, () => '0');
  const groups = [...before, ...zeros, ...behind].slice(0, 4);
  return `${groups.map((group) => parseInt(group, 16).toString(16)).join(':')}::/64`;
}
