import { setImmediate as turn } from 'node:timers/promises';
import { limits } from '@amber/proto/limits';
import { describe, expect, test, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { createFrameCounts, createFrameQueue } from './frameQueue.ts';
import { wireFrame } from '../../core/wireFrame.ts';

const small = wireFrame(1, 1, new Uint8Array(10));
const large = wireFrame(1, 1, new Uint8Array(1_000));

/** A connection whose reader reads only when `read` is called. */
function fake({ hidden = false } = {}) {
  let drained: (() => void) | undefined;
  const tcp = {
    writableLength: 0,
    writes: [] as Buffer[],
    corks: 0,
    cork() {
      tcp.corks += 1;
    },
    uncork() {},
    write(wire: Buffer) {
      tcp.writes.push(wire);
      tcp.writableLength += wire.length;
    },
    once(_: 'drain', listener: () => void) {
      drained = listener;
    },
    off() {
      drained = undefined;
    },
  };
  const ws = {
    OPEN: 1,
    readyState: 1,
    bufferedAmount: 0,
    sent: [] as Uint8Array[],
    send(payload: Uint8Array) {
      ws.sent.push(payload);
    },
    ...(hidden ? {} : { _socket: tcp }),
  };
  const onSlow = vi.fn();
  const outbox = createFrameQueue({
    ws: ws as unknown as WebSocket,
    onSlow,
    counts: createFrameCounts(),
    limits: { ...limits, slowReaderDirtyAt: 5_000, slowReaderCloseAt: 20_000, slowReaderCloseAfter: 1_000 },
  });
  const read = () => {
    tcp.writableLength = 0;
    drained?.();
  };
  return { tcp, ws, outbox, onSlow, read };
}

describe('what a connection is sent', () => {
  test('the frames of one turn are written together, in order, each as the same bytes for all', async () => {
    const { tcp, outbox } = fake();
    outbox.push(small);
    outbox.send(large);
    outbox.push(small);
    expect(tcp.writes).toEqual([]);
    await turn();
    await turn();
    expect(tcp.corks).toBe(1);
    expect(tcp.writes).toEqual([small.wire, large.wire, small.wire]);
    expect(tcp.writes[0]).toBe(small.wire);
  });

  test('where the TCP socket is hidden the frames go through ws', async () => {
    const { ws, outbox } = fake({ hidden: true });
    outbox.push(small);
    await turn();
    await turn();
    expect(ws.sent).toEqual([small.payload]);
  });

  test('P6 behind by the first limit: pushes are dropped, answers are not, and when it has read it must come back', async () => {
    const { tcp, outbox, onSlow, read } = fake();
    for (let sent = 0; sent < 10; sent += 1) {
      outbox.push(large);
      await turn();
    }
    const kept = tcp.writes.length;
    expect(kept).toBeLessThan(7);
    outbox.push(large);
    outbox.send(small);
    // What was dropped stays a gap, so nothing may follow it even when there is space again.
    tcp.writableLength = 100;
    outbox.push(large);
    await turn();
    await turn();
    expect(tcp.writes.slice(kept)).toEqual([small.wire]);
    expect(onSlow).not.toHaveBeenCalled();
    read();
    expect(onSlow).toHaveBeenCalledOnce();
  });

  test('P6 behind for too long: it must come back', () => {
    vi.useFakeTimers();
    const { tcp, outbox, onSlow } = fake();
    tcp.writableLength = 6_000;
    outbox.push(small);
    vi.advanceTimersByTime(500);
    outbox.push(small);
    vi.advanceTimersByTime(499);
    expect(onSlow).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onSlow).toHaveBeenCalledOnce();
    vi.useRealTimers();
  });

  test('P6 behind by the last limit: it must come back at once, and nothing more is kept for it', async () => {
    const { tcp, outbox, onSlow } = fake();
    tcp.writableLength = 20_000;
    outbox.send(small);
    expect(onSlow).toHaveBeenCalledOnce();
    outbox.send(small);
    await turn();
    expect(tcp.writes).toEqual([]);
  });

  test('closing sends what waits, and nothing after it', async () => {
    const { tcp, outbox } = fake();
    outbox.send(small);
    outbox.close();
    outbox.send(large);
    await turn();
    expect(tcp.writes).toEqual([small.wire]);
  });
});
