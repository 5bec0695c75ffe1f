// A TCP proxy that simulates a bad network, reproducibly for the same seed.
import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import { createFrameSplitter } from './frameSplitter.ts';

export interface Faults {
  /** The delay of every piece in each direction, in milliseconds; a random part adds up to as much again. */
  latency: number;
  /** The probability, 0 to 1, that a piece is cut into small ones. */
  slice: number;
  /** The probability, 0 to 1, that a piece ends its connection instead of arriving. */
  drop: number;
  /** Connections stay open but nothing passes: in both directions, or only for the target's answers. */
  blackHole: boolean | 'answers';
  /** New connections are refused, and existing ones are cut. */
  offline: boolean;
  /** Requests whose address contains this text get no response and no error. Empty: none. */
  stall: string;
  /**
   * How often a WebSocket message of the target arrives: 0 loses it, 2 doubles it. It gets the payload of the message.
   */
  copies: (message: Buffer) => number;
}

export interface FaultProxy {
  /** The port to connect to. */
  port: number;
  /** Changes the faults from now on. Going offline cuts open connections. */
  set(faults: Partial<Faults>): void;
  /** Cuts every connection immediately, as a reset. */
  reset(): void;
  /** Redirects new connections to this port on loopback, as after a deployment. */
  redirectTo(to: number): void;
  /** How many requests have been stalled. */
  stalled(): number;
  close(): Promise<void>;
}

const noFaults: Faults = {
  latency: 0,
  slice: 0,
  drop: 0,
  blackHole: false,
  offline: false,
  stall: '',
  copies: () => 1,
};

/** A small random number generator from 0 to 1 (mulberry32). */
function createSeededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Listens on loopback and forwards to `firstPort` on loopback. */
export async function startFaultProxy(firstPort: number, seed = 1): Promise<FaultProxy> {
  const random = createSeededRandom(seed);
  const connections = new Set<readonly [Socket, Socket]>();
  let faults = noFaults;
  let target = firstPort;
  let stalled = 0;

  function splitAtRandom(data: Buffer): Buffer[] {
    if (data.length < 2 || random() >= faults.slice) return [data];
    const at = 1 + Math.floor(random() * (data.length - 1));
    return [data.subarray(0, at), data.subarray(at)];
  }

  /** Forwards the data of one side, in order, with the configured faults. */
  function forwardData(from: Socket, to: Socket, fromTarget: boolean): void {
    let due = 0;
    /** In order, what is delayed. Two timers for the same time may run in either order. */
    const waiting: (Buffer | 'end')[] = [];
    const deliver = (piece: Buffer | 'end' | undefined) => {
      if (piece === 'end') to.end();
      else if (piece && to.writable) to.write(piece);
    };
    const deliverAfter = (delay: number, piece: Buffer | 'end') => {
      due = Math.max(due, Date.now() + delay);
      const remaining = due - Date.now();
      if (remaining <= 0 && waiting.length === 0) return deliver(piece);
      waiting.push(piece);
      setTimeout(() => deliver(waiting.shift()), remaining);
    };
    const splitFrames = createFrameSplitter();
    const copyMessages = (data: Buffer): Buffer =>
      Buffer.concat(
        splitFrames(data).flatMap(({ bytes, payload }) => Array(payload ? faults.copies(payload) : 1).fill(bytes)),
      );
    from.on('data', (data) => {
      if (!fromTarget && faults.stall && data.toString('latin1').split('\r\n', 1)[0]!.includes(faults.stall)) {
        stalled += 1;
        return;
      }
      if (faults.blackHole === true || (fromTarget && faults.blackHole === 'answers')) return;
      if (random() < faults.drop) {
        from.resetAndDestroy();
        to.resetAndDestroy();
        return;
      }
      for (const piece of splitAtRandom(fromTarget ? copyMessages(data) : data)) {
        deliverAfter(faults.latency * (1 + random()), piece);
      }
    });
    from.on('end', () => deliverAfter(0, 'end'));
    from.on('error', () => to.destroy());
  }

  const resetConnections = () => {
    for (const [clientSocket, targetSocket] of connections) {
      clientSocket.resetAndDestroy();
      targetSocket.resetAndDestroy();
    }
  };

  const server = createServer((clientSocket) => {
    if (faults.offline) {
      clientSocket.resetAndDestroy();
      return;
    }
    const targetSocket = connect(target, '127.0.0.1');
    const pair = [clientSocket, targetSocket] as const;
    connections.add(pair);
    clientSocket.setNoDelay(true);
    targetSocket.setNoDelay(true);
    forwardData(clientSocket, targetSocket, false);
    forwardData(targetSocket, clientSocket, true);
    for (const side of pair) {
      side.on('close', () => {
        connections.delete(pair);
        clientSocket.destroy();
        targetSocket.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    port: (server.address() as AddressInfo).port,
    set(change) {
      faults = { ...faults, ...change };
      if (faults.offline) resetConnections();
    },
    reset: resetConnections,
    redirectTo(to) {
      target = to;
    },
    stalled: () => stalled,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      resetConnections();
      await closed;
    },
  };
}
