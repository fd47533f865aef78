import { networkOf } from './sign-in-limit.store';

test.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8::5', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['1:2::', '1:2:0:0::/64'],
])('the network of %s is %s', (address, network) => expect(networkOf(address)).toBe(network));
