/** Largest number of addresses in memory. The one that has been quiet for the longest time is removed first: its bucket is the fullest. */
const MAX_ADDRESSES = 50_000;
const MINUTE_MS = 60_000;

interface Bucket {
  tokens: number;
  refilledAt: number;
}

/**
 * A token bucket for each address. It is refilled evenly with `perMinute` tokens a minute and contains at most that many. Times
 * are milliseconds of a monotonic clock.
 */
export class AddressBuckets {
  private readonly buckets = new Map<string, Bucket>();

  /** `rate`: tokens a minute; a function is asked for each request, because the rate may change. */
  constructor(private readonly rate: number | (() => number)) {}

  /** Takes one token. Returns 0, or the seconds until one is available. */
  take(address: string, now: number): number {
    const network = networkOf(address);
    const most = this.perMinute;
    const bucket = this.buckets.get(network) ?? this.newBucket(now);
    // A map keeps the order of insertion, so the address becomes the last one. A client that continues to send is never the oldest.
    this.buckets.delete(network);
    this.buckets.set(network, bucket);
    const perMs = most / MINUTE_MS;
    bucket.tokens = Math.min(most, bucket.tokens + (now - bucket.refilledAt) * perMs);
    bucket.refilledAt = now;
    if (bucket.tokens < 1) return Math.ceil((1 - bucket.tokens) / perMs / 1_000);
    bucket.tokens -= 1;
    return 0;
  }

  private get perMinute(): number {
    return typeof this.rate === 'number' ? this.rate : this.rate();
  }

  private newBucket(now: number): Bucket {
    if (this.buckets.size >= MAX_ADDRESSES) {
      const [first] = this.buckets.keys();
      this.buckets.delete(first ?? '');
    }
    return { tokens: this.perMinute, refilledAt: now };
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
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  const groups = [...before, ...zeros, ...after].slice(0, 4);
  return `${groups.map((group) => parseInt(group, 16).toString(16)).join(':')}::/64`;
}
