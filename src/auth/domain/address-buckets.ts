/** Number of addresses that are kept; the oldest are dropped first. */
const MOST_ADDRESSES = 50_000;
const MINUTE_MS = 60_000;

interface Bucket {
  left: number;
  at: number;
}

/**
 * A token bucket for each address: a number of tokens per minute, refilled evenly, at most those of one minute. Times are
 * milliseconds of a monotonic clock.
 */
export class AddressBuckets {
  private readonly buckets = new Map<string, Bucket>();

  constructor(private readonly perMinute: number) {}

  /** Takes one token. Returns 0, or the seconds until one is available. */
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

/** The part of an address that identifies one client: an IPv4 address, or the /64 of an IPv6 address. */
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
