// Where a request comes from.
import type { IncomingMessage } from 'node:http';

export const isLoopback = (address: string): boolean =>
  address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.');

/** The peer's address; from a proxy on this machine, the one that it names last. */
export function addressOf({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): string {
  const peer = socket.remoteAddress ?? '';
  const forwarded = headers['x-forwarded-for'];
  const named = (Array.isArray(forwarded) ? forwarded.join() : forwarded)?.split(',').at(-1)?.trim();
  return isLoopback(peer) && named ? named : peer;
}

const groups = (text: string): string[] => (text === '' ? [] : text.split(':'));

/** The neighbourhood that one household or host is given: a /24 of IPv4, a /48 of IPv6. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').toLowerCase();
  if (!plain.includes(':')) return plain.split('.').slice(0, 3).join('.');
  const [head = '', tail] = plain.split('::');
  const [front, back] = [groups(head), groups(tail ?? '')];
  const all = [...front, ...Array.from({ length: 8 - front.length - back.length }, () => '0'), ...back];
  return all.slice(0, 3).map((group) => group.replace(/^0+(?=.)/, '')).join(':');
}
