// A request's client address.
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

export const isLoopback = (address: string): boolean =>
  address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.');

const withoutMapping = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Whether this is a proxy specification: an address, or a network such as 10.0.0.0/8. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)]!;
  return most > 0 && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most));
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
  const trusted = new BlockList();
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/');
    if (bits === undefined) trusted.addAddress(address, familyOf(address));
    else trusted.addSubnet(address, Number(bits), familyOf(address));
  }
  const isProxy = (address: string): boolean =>
    isLoopback(address) || trusted.check(withoutMapping(address), familyOf(withoutMapping(address)));

  return ({ socket, headers }) => {
    const forwarded = headers['x-forwarded-for'];
    const named = (Array.isArray(forwarded) ? forwarded.join() : (forwarded ?? '')).split(',').map(withoutPort);
    let address = socket.remoteAddress ?? '';
    for (let at = named.length - 1; at >= 0 && isProxy(address) && isIP(named[at]!) !== 0; at -= 1)
      address = named[at]!;
    return address;
  };
}

const groups = (text: string): string[] => (text === '' ? [] : text.split(':'));

/** The first `count` groups of an IPv6 address. */
function firstGroups(address: string, count: number): string {
  const [head = '', tail] = address.split('::');
  const [front, back] = [groups(head), groups(tail ?? '')];
  const all = [...front, ...Array.from({ length: Math.max(8 - front.length - back.length, 0) }, () => '0'), ...back];
  return all
    .slice(0, count)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}

/** The larger block around one household or host: a /24 of IPv4, a /48 of IPv6. */
export function networkOf(address: string): string {
  const plain = withoutMapping(address).toLowerCase();
  return plain.includes(':') ? firstGroups(plain, 3) : plain.split('.').slice(0, 3).join('.');
}

/** The network of one household or host: a /24 of IPv4, a /64 of IPv6. */
export function narrowNetworkOf(address: string): string {
  const plain = withoutMapping(address).toLowerCase();
  return plain.includes(':') ? firstGroups(plain, 4) : networkOf(plain);
}
