// Validation of push endpoints, which come from pages: which are accepted, and how to reach them without reaching this
// network.
import { lookup as resolve, type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { Fault } from '@amber/proto/faults';
import type { Limits } from '@amber/proto/limits';

const subnets: readonly [address: string, bits: number, family: 'ipv4' | 'ipv6'][] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.88.99.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
];

const privateRanges4 = new BlockList();
for (const subnet of subnets) privateRanges4.addSubnet(...subnet);

/** Global unicast addresses, without the ranges that map to IPv4 or are reserved for documentation. */
const publicRange6 = new BlockList();
publicRange6.addSubnet('2000::', 3, 'ipv6');
const reservedRanges6 = new BlockList();
reservedRanges6.addSubnet('2001::', 23, 'ipv6');
reservedRanges6.addSubnet('2001:db8::', 32, 'ipv6');
reservedRanges6.addSubnet('2002::', 16, 'ipv6');

/** Whether an address is on the public internet, and not in a private or special network. */
export function isPublic(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !privateRanges4.check(address, 'ipv4');
  return family === 6 && publicRange6.check(address, 'ipv6') && !reservedRanges6.check(address, 'ipv6');
}

/**
 * Resolves a name, and refuses it when any of its addresses is not public. The check is part of the connection's own
 * lookup, so that the name cannot change in between.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
    const refused = found?.find(({ address }) => !isPublic(address));
    if (error || refused || found.length === 0)
      return callback(error ?? new Error('The push service has no public address'), '', 0);
    if (options.all) callback(null, found);
    else callback(null, found[0]!.address, found[0]!.family);
  });
};

const isLoopbackTest = ({ protocol, hostname }: URL) => protocol === 'http:' && hostname === '127.0.0.1';

/**
 * Validates an endpoint.
 * @param loopback whether a push service on this machine is accepted, for tests
 * @returns the endpoint in the form that is stored
 * @throws Fault BAD_REQUEST
 */
export function checkEndpoint(text: string, { limits, loopback }: { limits: Limits; loopback: boolean }): string {
  const url = URL.parse(text);
  if (!url || text.length > limits.pushEndpointMax || url.username !== '' || url.password !== '' || url.hash !== '')
    throw new Fault('BAD_REQUEST');
  if (loopback && isLoopbackTest(url)) return url.href;
  // The host must be a name with a dot: no push service has an IP address or a name of this network.
  const { protocol, port, hostname } = url;
  const isName =
    isIP(hostname.replace(/^\[|\]$/g, '')) === 0 && /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*$/.test(hostname);
  if (protocol !== 'https:' || port !== '' || !isName || /\.(local|localhost|internal|home|lan)$/.test(hostname))
    throw new Fault('BAD_REQUEST');
  return url.href;
}
