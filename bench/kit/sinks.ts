// A thread of WebSocket clients that only count arriving bytes, so that a benchmark measures the server and not its
// readers.
import { once } from 'node:events';
import { connect } from 'node:net';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

interface WorkerInput {
  port: number;
  count: number;
  /** Bytes received by all clients together. */
  received: SharedArrayBuffer;
}

export interface Sinks {
  /** Resolves when all clients together have received this many bytes since the last call. */
  waitForBytes(bytes: number): Promise<void>;
  close(): Promise<void>;
}

/** Connects `count` clients to a WebSocket server on this port; resolves when all are connected. */
export async function openSinks(port: number, count: number): Promise<Sinks> {
  const received = new SharedArrayBuffer(8);
  const total = new BigInt64Array(received);
  const worker = new Worker(new URL(import.meta.url), { workerData: { port, count, received } satisfies WorkerInput });
  await once(worker, 'message');
  let expectedTotal = Atomics.load(total, 0);
  return {
    async waitForBytes(bytes) {
      expectedTotal += BigInt(bytes);
      for (let seen = Atomics.load(total, 0); seen < expectedTotal; seen = Atomics.load(total, 0)) {
        const waiting = Atomics.waitAsync(total, 0, seen, 100);
        if (waiting.async) await waiting.value;
      }
    },
    close: async () => void (await worker.terminate()),
  };
}

/** Runs in the thread. It uses plain TCP, which reads faster than any WebSocket library parses. */
async function count({ port, count: clients, received }: WorkerInput): Promise<void> {
  const total = new BigInt64Array(received);
  const upgradeRequest =
    'GET / HTTP/1.1\r\nHost: bench\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n';
  for (let n = 0; n < clients; n += 1) {
    const socket = connect(port, '127.0.0.1', () => socket.write(upgradeRequest));
    await once(socket, 'data');
    socket.on('data', (data) => {
      Atomics.add(total, 0, BigInt(data.length));
      Atomics.notify(total, 0);
    });
  }
  parentPort!.postMessage('connected');
}

if (!isMainThread && parentPort) await count(workerData as WorkerInput);
