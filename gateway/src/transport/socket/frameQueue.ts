// A connection's outgoing frames: written once per turn of the event loop, and abandoned when the reader is too slow.
import type { Socket } from 'node:net';
import type { Limits } from '@amber/proto/limits';
import type { WebSocket } from 'ws';
import type { WireFrame } from '../../core/wireFrame.ts';

/**
 * The TCP socket under a WebSocket, which is private to `ws`: writing whole messages straight to it costs a third less.
 * Undefined if a later `ws` hides it better.
 */
const tcpOf = (ws: WebSocket): Socket | undefined => (ws as unknown as { _socket?: Socket })._socket;

export interface FrameQueue {
  /** Sends a response, which is never dropped. */
  send(frame: WireFrame): void;
  /** Sends a push, which is dropped when the reader is behind, because a later catch-up returns it. */
  push(frame: WireFrame): void;
  /** Sends what is queued, and nothing after that. */
  close(): void;
}

/** Counts the frames of all connections. */
export interface FrameCounts {
  answers: number;
  pushes: number;
  /** Pushes that were dropped because the reader is behind. */
  dropped: number;
}

export const createFrameCounts = (): FrameCounts => ({ answers: 0, pushes: 0, dropped: 0 });

interface FrameQueuePorts {
  ws: WebSocket;
  limits: Limits;
  counts: FrameCounts;
  /** The reader is too slow: it must reconnect and catch up. */
  onSlow(): void;
}

/** The number of connections that are flushed in one turn of the event loop. */
const flushesPerTick = 1_000;
/** Larger queues are flushed before the end of the turn. */
const flushAt = 65_536;
let pendingFlushes: (() => void)[] = [];
let scheduled = false;

function schedule(flush: () => void): void {
  pendingFlushes.push(flush);
  if (scheduled) return;
  scheduled = true;
  setImmediate(flushBatch);
}

function flushBatch(): void {
  const batch = pendingFlushes;
  pendingFlushes = batch.splice(flushesPerTick);
  for (const flush of batch) flush();
  scheduled = pendingFlushes.length > 0;
  if (scheduled) setImmediate(flushBatch);
}

export function createFrameQueue({ ws, limits, counts, onSlow }: FrameQueuePorts): FrameQueue {
  const tcp = tcpOf(ws);
  const frames: WireFrame[] = [];
  let bytes = 0;
  let slowTimer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const backlog = () => bytes + (tcp?.writableLength ?? ws.bufferedAmount);

  function dropReader(): void {
    if (isClosed) return;
    isClosed = true;
    frames.length = 0;
    bytes = 0;
    onSlow();
  }

  function flush(): void {
    if (frames.length > 0 && ws.readyState === ws.OPEN) write();
    frames.length = 0;
    bytes = 0;
  }

  function write(): void {
    if (!tcp) {
      for (const { payload } of frames) ws.send(payload);
      return;
    }
    // Corking pays off for several frames: for one it costs more than it saves.
    if (frames.length > 1) tcp.cork();
    for (const { wire } of frames) tcp.write(wire);
    if (frames.length > 1) tcp.uncork();
    if (slowTimer && tcp.writableLength === 0) dropReader();
  }

  function enqueue(frame: WireFrame, backlogBefore = backlog()): void {
    if (isClosed) return;
    if (backlogBefore + frame.wire.length > limits.slowReaderCloseAt) return dropReader();
    frames.push(frame);
    bytes += frame.wire.length;
    if (bytes >= flushAt) flush();
    else if (frames.length === 1) schedule(flush);
  }

  /** From now on pushes are dropped; once the reader has read the queue, or times out, it must reconnect. */
  function markSlow(): void {
    slowTimer = setTimeout(dropReader, limits.slowReaderCloseAfter);
    slowTimer.unref();
    tcp?.once('drain', dropReader);
  }

  function close(): void {
    clearTimeout(slowTimer);
    tcp?.off('drain', dropReader);
    flush();
    isClosed = true;
  }

  return {
    send(frame) {
      counts.answers += 1;
      enqueue(frame);
    },
    push(frame) {
      if (!slowTimer) {
        const backlogBefore = backlog();
        if (backlogBefore <= limits.slowReaderDirtyAt) {
          counts.pushes += 1;
          return enqueue(frame, backlogBefore);
        }
        markSlow();
      }
      counts.dropped += 1;
    },
    close,
  };
}
