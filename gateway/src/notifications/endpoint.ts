// Validation of push endpoints, which come from pages: which are accepted, and how to reach them without reaching this
// network.
import { lookup as resolve, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Fault } from '@amber/proto/faults';
import type { Limits } from '@amber/proto/limits';
import ipaddr from 'ipaddr.js';

/** The global unicast addresses that are assigned; ipaddr.js calls the rest of IPv6 unicast, too. */
const assigned6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether an address is on the public internet, and not in a private or special network. */
export function isPublic(address: string): boolean {
  if (isIP(address) === 0) return false;
  // An IPv4 address that is written as IPv6 is in no range of the internet.
  const parsed = ipaddr.parse(address);
  return parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(assigned6));
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
