// A connection's outgoing frames: written once per turn of the event loop, given up when the reader is too slow.
import type { Socket } from 'node:net';
import type { Limits } from '@amber/proto/limits';
import type { WebSocket } from 'ws';
import type { WireFrame } from '../../core/wireFrame.ts';

/**
 * The TCP socket under a WebSocket, which is private to `ws`: writing whole messages straight to it costs a third less.
 * Undefined if a later `ws` hides it better.
 */
const tcpOf = (ws: WebSocket): Socket | undefined => (ws as unknown as { _socket?: Socket })._socket;

export interface Outbox {
  /** For answers: always sent. */
  send(frame: WireFrame): void;
  /** For pushes: dropped once the reader is behind, since a later catch-up returns them. */
  push(frame: WireFrame): void;
  /** Sends what is queued, and nothing after that. */
  close(): void;
}

interface OutboxPorts {
  ws: WebSocket;
  limits: Limits;
  /** The reader is too slow: it must reconnect and catch up. */
  onSlow(): void;
}

/** Connections flushed in one turn of the event loop. */
const perTurn = 1_000;
/** Larger queues do not wait for the end of the turn. */
const flushAt = 65_536;
let waitingToFlush: (() => void)[] = [];
let scheduled = false;

function schedule(flush: () => void): void {
  waitingToFlush.push(flush);
  if (scheduled) return;
  scheduled = true;
  setImmediate(flushSome);
}

function flushSome(): void {
  const now = waitingToFlush;
  waitingToFlush = now.splice(perTurn);
  for (const flush of now) flush();
  scheduled = waitingToFlush.length > 0;
  if (scheduled) setImmediate(flushSome);
}

export function createOutbox({ ws, limits, onSlow }: OutboxPorts): Outbox {
  const tcp = tcpOf(ws);
  const frames: WireFrame[] = [];
  let bytes = 0;
  let slow: NodeJS.Timeout | undefined;
  let given = false;

  const backlog = () => bytes + (tcp?.writableLength ?? ws.bufferedAmount);

  function giveUp(): void {
    if (given) return;
    given = true;
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
    if (slow && tcp.writableLength === 0) giveUp();
  }

  function add(frame: WireFrame, before = backlog()): void {
    if (given) return;
    if (before + frame.wire.length > limits.slowReaderCloseAt) return giveUp();
    frames.push(frame);
    bytes += frame.wire.length;
    if (bytes >= flushAt) flush();
    else if (frames.length === 1) schedule(flush);
  }

  /** From now on pushes are dropped; once the reader has read the queue, or times out, it must reconnect. */
  function markSlow(): void {
    slow = setTimeout(giveUp, limits.slowReaderCloseAfter);
    slow.unref();
    tcp?.once('drain', giveUp);
  }

  function close(): void {
    clearTimeout(slow);
    tcp?.off('drain', giveUp);
    flush();
    given = true;
  }

  return {
    send: (frame) => add(frame),
    push(frame) {
      if (slow) return;
      const before = backlog();
      if (before > limits.slowReaderDirtyAt) markSlow();
      else add(frame, before);
    },
    close,
  };
}
