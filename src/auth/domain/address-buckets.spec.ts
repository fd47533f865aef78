import { AddressBuckets, networkOf } from './address-buckets';

describe('buckets by address (contract §5.4)', () => {
  it('grants the tokens of one minute at once, then each token when it is refilled', () => {
    const buckets = new AddressBuckets(120);
    for (let index = 0; index < 120; index += 1) expect(buckets.take('192.0.2.1', 0)).toBe(0);
    expect(buckets.take('192.0.2.1', 0)).toBe(1);
    expect(buckets.take('192.0.2.1', 499)).toBe(1);
    expect(buckets.take('192.0.2.1', 500)).toBe(0);
    expect(buckets.take('192.0.2.1', 501)).toBe(1);
    expect(buckets.take('192.0.2.2', 501)).toBe(0);
  });

  it('contains at most the tokens of one minute', () => {
    const buckets = new AddressBuckets(2);
    expect([0, 1, 2].map((now) => buckets.take('a', now))).toEqual([0, 0, 30]);
    const later = 3_600_000;
    expect([0, 1, 2].map((now) => buckets.take('a', later + now))).toEqual([0, 0, 30]);
  });

  it('follow a rate that changes: the tokens above a lower one are lost', () => {
    let rate = 4;
    const buckets = new AddressBuckets(() => rate);
    expect(buckets.take('a', 0)).toBe(0);
    rate = 1;
    expect([1, 2].map((now) => buckets.take('a', now))).toEqual([0, 60]);
    rate = 60;
    expect(buckets.take('a', 1_002)).toBe(0);
  });

  it('remembers an address that continues to send while 60,000 others come and go', () => {
    const buckets = new AddressBuckets(1);
    expect(buckets.take('192.0.2.1', 0)).toBe(0);
    for (let other = 0; other < 60_000; other += 1) {
      buckets.take(`10.${other >> 16}.${(other >> 8) & 255}.${other & 255}`, 0);
      if (other % 10_000 === 0) expect(buckets.take('192.0.2.1', 0)).toBe(60);
    }
    expect(buckets.take('192.0.2.1', 0)).toBe(60);
  });

  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('counts requests from %s for %s', (address, network) => expect(networkOf(address)).toBe(network));
});
