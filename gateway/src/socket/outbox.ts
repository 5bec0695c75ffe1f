// What a connection is to be sent: written once per turn of the event loop, and given up when its reader is too slow.
import type { Socket } from 'node:net';
import type { Limits } from '@amber/proto/limits';
import type { WebSocket } from 'ws';
import type { WireFrame } from './wireFrame.ts';

/**
 * The TCP socket under a WebSocket, which `ws` keeps to itself: whole messages written straight to it cost a third less.
 * Undefined where a later `ws` hides it better.
 */
const tcpOf = (ws: WebSocket): Socket | undefined => (ws as unknown as { _socket?: Socket })._socket;

export interface Outbox {
  /** For answers: always sent. */
  send(frame: WireFrame): void;
  /** For pushes: dropped once the reader is behind, since a later catching up brings them. */
  push(frame: WireFrame): void;
  /** Sends what is waiting, and nothing after that. */
  close(): void;
}

interface OutboxPorts {
  ws: WebSocket;
  limits: Limits;
  /** The reader is too slow: it must come back and catch up. */
  onSlow(): void;
}

/** Connections flushed in one turn of the event loop. */
const perTurn = 1_000;
/** So much is not kept waiting for the end of the turn. */
const flushAt = 65_536;
const waitingToFlush = new Set<() => void>();
let scheduled = false;

function schedule(flush: () => void): void {
  waitingToFlush.add(flush);
  if (scheduled) return;
  scheduled = true;
  setImmediate(flushSome);
}

function flushSome(): void {
  let count = 0;
  for (const flush of waitingToFlush) {
    waitingToFlush.delete(flush);
    flush();
    if ((count += 1) === perTurn) break;
  }
  scheduled = waitingToFlush.size > 0;
  if (scheduled) setImmediate(flushSome);
}

export function createOutbox({ ws, limits, onSlow }: OutboxPorts): Outbox {
  const tcp = tcpOf(ws);
  let frames: WireFrame[] = [];
  let bytes = 0;
  let slow: NodeJS.Timeout | undefined;
  let given = false;

  const backlog = () => bytes + (tcp?.writableLength ?? ws.bufferedAmount);

  function giveUp(): void {
    if (given) return;
    given = true;
    frames = [];
    bytes = 0;
    onSlow();
  }

  function flush(): void {
    const batch = frames;
    frames = [];
    bytes = 0;
    if (batch.length === 0 || ws.readyState !== ws.OPEN) return;
    if (!tcp) {
      for (const { payload } of batch) ws.send(payload);
      return;
    }
    tcp.cork();
    for (const { wire } of batch) tcp.write(wire);
    tcp.uncork();
    if (slow && tcp.writableLength === 0) giveUp();
  }

  function add(frame: WireFrame): void {
    if (given) return;
    frames.push(frame);
    bytes += frame.wire.length;
    if (backlog() > limits.slowReaderCloseAt) return giveUp();
    if (bytes >= flushAt) flush();
    else schedule(flush);
  }

  /** From here on pushes are dropped; when it has read what it was sent, or too late, it is sent away to catch up. */
  function markSlow(): void {
    slow = setTimeout(giveUp, limits.slowReaderCloseAfter);
    slow.unref();
    tcp?.once('drain', giveUp);
  }

  function close(): void {
    clearTimeout(slow);
    tcp?.off('drain', giveUp);
    waitingToFlush.delete(flush);
    flush();
    given = true;
  }

  return {
    send: add,
    push(frame) {
      if (slow) return;
      if (backlog() > limits.slowReaderDirtyAt) return markSlow();
      add(frame);
    },
    close,
  };
}
