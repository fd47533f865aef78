// cspell:ignore bcher notcorp
import * as fc from 'fast-check';
import { ADAPTER_EGRESS, forbiddenAddress, forbiddenHostName, WEBHOOK_EGRESS } from './address-policy';

describe('forbiddenAddress (contract §11, SSRF rule)', () => {
  // The first and the last address of every special range, and a public address next to it.
  it.each([
    ['0.0.0.0', '0.255.255.255', '1.0.0.0'],
    ['10.0.0.0', '10.255.255.255', '11.0.0.0'],
    ['100.64.0.0', '100.127.255.255', '100.128.0.0'],
    ['127.0.0.0', '127.255.255.255', '128.0.0.0'],
    ['169.254.0.0', '169.254.255.255', '169.255.0.0'],
    ['172.16.0.0', '172.31.255.255', '172.32.0.0'],
    ['192.0.0.0', '192.0.0.255', '192.0.1.0'],
    ['192.0.2.0', '192.0.2.255', '192.0.3.0'],
    ['192.31.196.0', '192.31.196.255', '192.31.197.0'],
    ['192.52.193.0', '192.52.193.255', '192.52.194.0'],
    ['192.88.99.0', '192.88.99.255', '192.88.100.0'],
    ['192.168.0.0', '192.168.255.255', '192.169.0.0'],
    ['192.175.48.0', '192.175.48.255', '192.175.49.0'],
    ['198.18.0.0', '198.19.255.255', '198.20.0.0'],
    ['198.51.100.0', '198.51.100.255', '198.51.101.0'],
    ['203.0.113.0', '203.0.113.255', '203.0.114.0'],
    ['224.0.0.0', '255.255.255.255', '223.255.255.255'],
    ['168.63.129.16', '168.63.129.16', '168.63.129.17'],
  ])('refuses %s to %s and allows its neighbor %s', (first, last, neighbor) => {
    expect(forbiddenAddress(first)).not.toBeNull();
    expect(forbiddenAddress(last)).not.toBeNull();
    expect(forbiddenAddress(neighbor)).toBeNull();
  });

  it.each([
    ['9.255.255.255'],
    ['100.63.255.255'],
    ['126.255.255.255'],
    ['169.253.255.255'],
    ['172.15.255.255'],
    ['192.167.255.255'],
    ['198.17.255.255'],
    ['168.63.129.15'],
    ['8.8.8.8'],
    ['2606:4700:4700::1111'],
    ['2a00:1450:4001:82a::200e'],
    ['2001:200::1'],
    ['2001:4860:4860::8888'],
    ['2003::1'],
    ['2620:fe::fe'],
    ['::ffff:8.8.8.8'],
  ])('allows the public address %s', (ip) => {
    expect(forbiddenAddress(ip)).toBeNull();
  });

  it.each([
    ['::', 'unspecified'],
    ['::1', 'loopback'],
    ['0:0:0:0:0:0:0:1', 'loopback'],
    ['::ffff:127.0.0.1', 'loopback'],
    ['::ffff:7f00:1', 'loopback'],
    ['::ffff:a9fe:a9fe', 'link-local'],
    ['::127.0.0.1', 'IPv4-compatible'],
    ['::8.8.8.8', 'IPv4-compatible'],
    ['64:ff9b::7f00:1', 'NAT64'],
    ['64:ff9b::808:808', 'NAT64'],
    ['64:ff9b:1::a00:1', 'NAT64'],
    ['100::1', 'not a public address'],
    ['2001::1', 'protocol assignments'],
    ['2001:0:7f00:1::', 'protocol assignments'],
    ['2001:2::1', 'protocol assignments'],
    ['2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff', 'protocol assignments'],
    ['2001:db8::1', 'documentation'],
    ['2002:7f00:1::', '6to4'],
    ['2002:808:808::1', '6to4'],
    ['3fff:0fff:ffff::1', 'documentation'],
    ['5f00::1', 'not a public address'],
    ['4000::1', 'not a public address'],
    ['fc00::1', 'private'],
    ['fd00:ec2::254', 'private'],
    ['fe80::1', 'link-local'],
    ['fec0::1', 'site-local'],
    ['ff02::1', 'multicast'],
    ['ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'multicast'],
    ['169.254.169.254', 'link-local'],
    ['100.100.100.200', 'carrier-grade NAT'],
  ])('refuses %s as %s', (ip, reason) => {
    expect(forbiddenAddress(ip)).toBe(reason);
  });

  it.each([
    '',
    '127.1',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '127.000.000.001',
    'localhost',
    'fe80::1%eth0',
    '[::1]',
    '8.8.8.8.',
    ' 8.8.8.8',
  ])('refuses %j, which is not an IP address in its usual notation', (text) => {
    expect(forbiddenAddress(text)).toBe('not an IP address');
  });

  it.each([
    ['127.0.0.1', null],
    ['::1', null],
    ['10.1.2.3', null],
    ['::ffff:192.168.1.1', null],
    ['fd00::1', null],
    ['169.254.169.254', 'link-local'],
    ['168.63.129.16', 'cloud-internal'],
    ['0.0.0.0', 'this network'],
    ['fe80::1', 'link-local'],
    ['64:ff9b::7f00:1', 'NAT64'],
  ])('with allowPrivate (contract §10), the reason for %s is %s', (ip, reason) => {
    expect(forbiddenAddress(ip, { allowPrivate: true })).toBe(reason);
  });

  const octet = fc.integer({ min: 0, max: 255 });
  const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16));
  const tail = (length: number) =>
    fc.array(group, { minLength: length, maxLength: length }).map((groups) => groups.join(':'));

  it('treats every mapped address as its IPv4 address', () => {
    fc.assert(
      fc.property(fc.tuple(octet, octet, octet, octet), fc.boolean(), ([a, b, c, d], hexadecimal) => {
        const hex = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
        const dotted = `${a}.${b}.${c}.${d}`;
        expect(forbiddenAddress(`::ffff:${hexadecimal ? hex : dotted}`)).toBe(forbiddenAddress(dotted));
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['6to4', () => tail(7).map((rest) => `2002:${rest}`)],
    ['NAT64', () => tail(6).map((rest) => `64:ff9b:${rest}`)],
    [
      '2001::/23',
      () =>
        fc.tuple(fc.integer({ min: 0, max: 0x1ff }), tail(6)).map(([low, rest]) => `2001:${low.toString(16)}:${rest}`),
    ],
    [
      'the space outside 2000::/3, except mapped addresses',
      () =>
        fc
          .tuple(fc.integer({ min: 0, max: 0xffff }), tail(7))
          .filter(([first]) => first >>> 13 !== 1 && first !== 0)
          .map(([first, rest]) => `${first.toString(16)}:${rest}`),
    ],
  ])('refuses random addresses of %s', (_name, addresses) => {
    fc.assert(
      fc.property(addresses(), (ip) => {
        expect(forbiddenAddress(ip)).not.toBeNull();
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('forbiddenHostName', () => {
  it.each([
    'localhost',
    'a.localhost',
    'localhost.localdomain',
    'metadata',
    'metadata.google.internal',
    'instance-data.ec2.internal',
    'kubernetes.default.svc',
    'db.default.svc.cluster.local',
    'printer.local',
    'nas.home.arpa',
    'router.lan',
    'intranet',
    'wiki.intranet',
    'vault.private',
    'ldap.corp',
    'nas.home',
    '',
  ])('refuses %j', (name) => {
    expect(forbiddenHostName(name)).not.toBeNull();
  });

  it.each([
    'example.com',
    'xn--bcher-kva.example.net',
    'local.example.com',
    'svc.io',
    'my-internal.com',
    'corp.example',
    'home.example',
    'x.notcorp',
  ])('allows %j', (name) => {
    expect(forbiddenHostName(name)).toBeNull();
  });
});

describe('port rules (contract §11)', () => {
  it.each([
    [ADAPTER_EGRESS, [80, 443], [0, 22, 25, 8080, 8443, 65_535]],
    [WEBHOOK_EGRESS, [443, 1_024, 8_443, 65_535], [0, 22, 25, 80, 1_023]],
  ])('allow the ports of the policy and refuse others', (policy, allowed, refused) => {
    expect(allowed.filter((port) => !policy.allowsPort(port))).toEqual([]);
    expect(refused.filter((port) => policy.allowsPort(port))).toEqual([]);
  });
});
