import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { createAddressOf, isLoopback, isNetwork, narrowNetworkOf, networkOf } from './address.ts';

test.each([
  ['203.0.113.9', '203.0.113', '203.0.113'],
  ['203.0.113.255', '203.0.113', '203.0.113'],
  ['::ffff:203.0.113.9', '203.0.113', '203.0.113'],
  ['2001:db8:7:1::1', '2001:db8:7', '2001:db8:7:1'],
  ['2001:0DB8:0007::', '2001:db8:7', '2001:db8:7:0'],
  ['2001:db8:7:1:2:3:4:5', '2001:db8:7', '2001:db8:7:1'],
  ['2001:db8::1', '2001:db8:0', '2001:db8:0:0'],
  ['::1', '0:0:0', '0:0:0:0'],
  ['', '', ''],
  ['not an address', 'not an address', 'not an address'],
])('T2 R227 %s is of the network %s, and of %s within it', (address, network, narrow) => {
  expect(networkOf(address)).toBe(network);
  expect(narrowNetworkOf(address)).toBe(narrow);
});

test.each([
  ['127.0.0.1', true],
  ['127.255.0.9', true],
  ['::ffff:127.0.0.1', true],
  ['::1', true],
  ['127.example.org', false],
  ['127.1', false],
  ['203.0.113.9', false],
  ['', false],
])('T2 %s is this machine: %s', (address, isHere) => {
  expect(isLoopback(address)).toBe(isHere);
});

describe('R227 where a request comes from', () => {
  const from = (proxies: string[], peer: string, forwarded?: string) =>
    createAddressOf(proxies)({
      socket: { remoteAddress: peer } as IncomingMessage['socket'],
      headers: { ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }) },
    });

  test.each([
    ['a peer that is no proxy names nobody', [], '203.0.113.1', '1.2.3.4', '203.0.113.1'],
    ['this machine is a proxy', [], '127.0.0.1', '1.2.3.4', '1.2.3.4'],
    ['this machine, as IPv6 writes it', [], '::ffff:127.0.0.1', '1.2.3.4', '1.2.3.4'],
    ["the last one counts: the others are the sender's own words", [], '127.0.0.1', '9.9.9.9, 1.2.3.4', '1.2.3.4'],
    ['a named proxy', ['10.0.0.5'], '10.0.0.5', '1.2.3.4', '1.2.3.4'],
    ['a named proxy, as IPv6 writes it', ['10.0.0.5'], '::ffff:10.0.0.5', '1.2.3.4', '1.2.3.4'],
    ['its neighbour', ['10.0.0.5'], '10.0.0.6', '1.2.3.4', '10.0.0.6'],
    ['a network of proxies', ['10.0.0.0/8'], '10.9.9.9', '1.2.3.4', '1.2.3.4'],
    ['proxies behind each other are passed over', ['10.0.0.0/8'], '10.0.0.1', '9.9.9.9, 1.2.3.4, 10.0.0.2', '1.2.3.4'],
    ['nobody but proxies: the farthest', ['10.0.0.0/8'], '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['a proxy of IPv6', ['2001:db8::/32'], '2001:db8::7', '2001:4860::1', '2001:4860::1'],
    ['no header', ['10.0.0.5'], '10.0.0.5', undefined, '10.0.0.5'],
    ['a header that is no address', ['10.0.0.5'], '10.0.0.5', 'unknown', '10.0.0.5'],
    ['a word among addresses', ['10.0.0.5'], '10.0.0.5', '1.2.3.4, unknown', '10.0.0.5'],
    ['a short form of an address', [], '127.0.0.1', '1.2.3.4, 127.1', '127.0.0.1'],
    ['no address at all', [], '127.0.0.1', ',,', '127.0.0.1'],
    ['a sender that claims to be a proxy', ['10.0.0.5'], '203.0.113.1', '1.2.3.4, 10.0.0.5', '203.0.113.1'],
    ['with a port', ['10.0.0.5'], '10.0.0.5', '1.2.3.4:5678', '1.2.3.4'],
    ['IPv6 with a port', ['10.0.0.5'], '10.0.0.5', '[2001:db8::1]:5678', '2001:db8::1'],
  ])('R227 %s', (_, proxies, peer, forwarded, address) => {
    expect(from(proxies, peer, forwarded)).toBe(address);
  });

  test.each([
    ['10.0.0.5', true],
    ['10.0.0.0/8', true],
    ['::1', true],
    ['2001:db8::/32', true],
    ['10.0.0.0/33', false],
    ['0.0.0.0/0', false],
    ['loopback', false],
    ['10.0.0', false],
    ['proxy.example', false],
    ['10.0.0.0/8/8', false],
    ['10.0.0.0/', false],
    ['', false],
  ])('R227 %s names proxies: %s', (text, names) => {
    expect(isNetwork(text)).toBe(names);
  });
});
