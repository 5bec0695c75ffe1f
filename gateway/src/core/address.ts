// A request's client address.
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';

/** An address without its mapping to IPv6; null for a text that is none. ipaddr.js alone would also accept '127.1'. */
const parse = (address: string): ipaddr.IPv4 | ipaddr.IPv6 | null =>
  isIP(address) === 0 ? null : ipaddr.process(address);

export const isLoopback = (address: string): boolean => parse(address)?.range() === 'loopback';

/** Whether this is a proxy specification: an address, or a network such as 10.0.0.0/8. */
export function isNetwork(text: string): boolean {
  if (isIP(text.split('/')[0]!) === 0) return false;
  try {
    proxyAddr.compile(text);
    return true;
  } catch {
    return false;
  }
}

/** Some proxies append the port. */
const withoutPort = (text: string): string =>
  text
    .trim()
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1');

export type AddressOf = (request: Pick<IncomingMessage, 'socket' | 'headers'>) => string;

/**
 * Returns the client address: the peer, unless it is a trusted proxy. Then the last address in X-Forwarded-For that is
 * not itself a trusted proxy. The header of any other peer is ignored.
 * @param proxies addresses and networks; this machine is always included
 */
export function createAddressOf(proxies: readonly string[] = []): AddressOf {
  const isTrusted = proxyAddr.compile(['loopback', ...proxies]);
  const isProxy = (address: string, at: number): boolean => isIP(address) !== 0 && isTrusted(address, at);

  return ({ socket, headers }) => {
    const forwarded = headers['x-forwarded-for'];
    if (forwarded === undefined) return socket.remoteAddress ?? '';
    const named = String(forwarded).split(',').map(withoutPort).join();
    const request = { socket, headers: { 'x-forwarded-for': named } } as unknown as IncomingMessage;
    // A word such as 'unknown' ends the list, and the proxy that wrote it counts.
    return proxyAddr.all(request, isProxy).findLast((address) => isIP(address ?? '') !== 0) ?? '';
  };
}

/** The larger block around one household or host: a /24 of IPv4, a /48 of IPv6. */
export const networkOf = (address: string): string => blockOf(address, 3);

/** The network of one household or host: a /24 of IPv4, a /64 of IPv6. */
export const narrowNetworkOf = (address: string): string => blockOf(address, 4);

/** The first three bytes of an IPv4 address, or the first groups of an IPv6 address. */
function blockOf(address: string, groups: number): string {
  const parsed = parse(address);
  if (!parsed) return address;
  return parsed instanceof ipaddr.IPv4
    ? parsed.octets.slice(0, 3).join('.')
    : parsed.parts
        .slice(0, groups)
        .map((part) => part.toString(16))
        .join(':');
}
