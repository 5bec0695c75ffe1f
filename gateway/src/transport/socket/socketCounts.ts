// Counts the open sockets of each network and account, those at other gateways included.
import { limits as usual, type Limits } from '@amber/proto/limits';
import { isLoopback, narrowNetworkOf, networkOf } from '../../core/address.ts';
import { createCounts } from '../../core/counts.ts';
import type { SharedSockets } from '../../db/sharedSockets.ts';

/** A socket that is counted until it is released. */
export interface CountedSocket {
  /** Counts it for its account; the oldest sockets of an account that has too many are closed. */
  register(account: string, close: () => void): void;
  release(): void;
}

interface SocketCountsPorts {
  limits: Pick<Limits, 'socketsPerNetwork' | 'unregisteredSocketsPerNetwork' | 'socketsPerUser'>;
  /** The sockets at the other gateways; null if there are none. */
  sharedSockets: SharedSockets | null;
}

/** The networks of an address, each with the factor of its limit. */
function networksOf(address: string): { network: string; factor: number }[] {
  const [narrow, wide] = [narrowNetworkOf(address), networkOf(address)];
  const narrowNetwork = { network: narrow, factor: 1 };
  return narrow === wide ? [narrowNetwork] : [narrowNetwork, { network: wide, factor: usual.wideNetworkFactor }];
}

export type SocketCounts = ReturnType<typeof createSocketCounts>;

export function createSocketCounts({ limits, sharedSockets }: SocketCountsPorts) {
  const open = createCounts();
  const unregistered = createCounts();
  /** The registered sockets of each account, the oldest first. */
  const registered = new Map<string, Set<() => void>>();

  function addToAccount(account: string, close: () => void): () => void {
    const own = registered.get(account) ?? new Set();
    registered.set(account, own.add(close));
    for (const closeOldest of [...own].slice(0, -limits.socketsPerUser)) closeOldest();
    return () => {
      own.delete(close);
      if (own.size === 0 && registered.get(account) === own) registered.delete(account);
    };
  }

  return {
    /**
     * Counts a socket; null when its network has too many, and a promise where that depends on other gateways. This
     * machine's own sockets have no limit.
     */
    acquire(address: string): CountedSocket | null | Promise<CountedSocket | null> {
      const networks = isLoopback(address) ? [] : networksOf(address);
      for (const { network } of networks) for (const counts of [open, unregistered]) counts.add(network, 1);
      const places = networks.map(({ network, factor }) => ({
        network,
        factor,
        open: open.of(network),
        unregistered: unregistered.of(network),
      }));
      const isAllowed = () =>
        places.every((place) => {
          const others = sharedSockets?.others(place.network);
          return (
            place.open + (others?.open ?? 0) <= limits.socketsPerNetwork * place.factor &&
            place.unregistered + (others?.unregistered ?? 0) <= limits.unregisteredSocketsPerNetwork * place.factor
          );
        });
      let removeFromAccount: (() => void) | null = null;
      let isCounted = true;
      let isRegistered = false;

      function endRegistering(): void {
        if (!isRegistered) for (const { network } of networks) unregistered.add(network, -1);
        isRegistered = true;
      }
      function release(): void {
        if (!isCounted) return;
        isCounted = false;
        endRegistering();
        for (const { network } of networks) open.add(network, -1);
        removeFromAccount?.();
        shared?.remove();
      }
      const socket: CountedSocket = {
        register(account, close) {
          if (!isCounted) return;
          endRegistering();
          removeFromAccount = addToAccount(account, close);
          shared?.register(account, close);
        },
        release,
      };
      const refuse = () => {
        release();
        return null;
      };

      const isRefused = !isAllowed();
      const shared = isRefused ? undefined : sharedSockets?.add(networks.map(({ network }) => network));
      if (isRefused) return refuse();
      if (!shared || networks.length === 0) return socket;
      const allowance = limits.unregisteredSocketsPerNetwork;
      if (networks.every(({ network }) => sharedSockets!.mayAdd(network, allowance))) return socket;
      return sharedSockets!.settled().then(() => (isAllowed() ? socket : refuse()));
    },
  };
}
