import { expect, test } from 'vitest';
import { networkOf } from './address.ts';

test.each([
  ['203.0.113.9', '203.0.113'], ['203.0.113.255', '203.0.113'], ['::ffff:203.0.113.9', '203.0.113'],
  ['2001:db8:7:1::1', '2001:db8:7'], ['2001:0DB8:0007::', '2001:db8:7'], ['2001:db8:7:1:2:3:4:5', '2001:db8:7'],
  ['2001:db8::1', '2001:db8:0'], ['::1', '0:0:0'], ['', ''], ['not an address', 'not an address'],
])('T2 %s is of the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
