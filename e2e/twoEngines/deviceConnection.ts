// The connection between one device and the gateway. Faults are counted in messages, so that they are reproducible.
import { type SchedulerLike, Subscription } from 'rxjs';
import { limits } from '@amber/proto/limits';
import type { EnginePorts, SocketLike } from '../../shell/engine/kit/ports.ts';

export const connectionFaults = [
  'losePush',
  'doublePush',
  'swapPushes',
  'latePush',
  'loseCall',
  'loseAnswer',
  'doubleCall',
  'cut',
] as const;
export type ConnectionFault = (typeof connectionFaults)[number];

export interface DeviceConnection extends Pick<EnginePorts, 'fetch' | 'openSocket'> {
  /** Injects this fault once, into the first applicable message after `after` others. */
  planFault(fault: ConnectionFault, after: number): void;
  /** Cancels planned faults and delivers delayed messages. */
  clearFaults(): void;
  /** Blocks everything permanently without notice: the device has died. */
  die(): void;
}

const pushFaults: ReadonlySet<ConnectionFault> = new Set(['losePush', 'doublePush', 'swapPushes', 'latePush']);
/** A late push arrives after this many other messages. */
const latePushDelay = 3;
/** The offset of the sequence number in a frame's header. */
const sequenceOffset = 12;

const isPush = (data: ArrayBuffer): boolean =>
  data.byteLength >= limits.frameHeader && new DataView(data).getUint32(sequenceOffset) === 0;
const never = new Promise<never>(() => {});

/** `cut` resets this device's connections; calls time out by its clock. */
export function createDeviceConnection({ clock, cut }: { clock: SchedulerLike; cut(): void }): DeviceConnection {
  let count = 0;
  let dead = false;
  let planned: { fault: ConnectionFault; at: number }[] = [];
  const flushes = new Set<() => void>();

  /** The fault of the present message, if any. */
  function takeDueFault(kind: 'push' | 'call'): ConnectionFault | undefined {
    count += 1;
    const due = planned.find(
      ({ fault, at }) => at < count && (fault === 'cut' || pushFaults.has(fault) === (kind === 'push')),
    );
    planned = planned.filter((one) => one !== due);
    return due?.fault;
  }

  /** Makes a call like `fetch`, with a timeout by the device's clock. */
  async function fetchWithTimeout(
    input: Parameters<typeof fetch>[0],
    init: RequestInit | undefined,
  ): Promise<Response> {
    const giveUp = new AbortController();
    const timer: Subscription = clock.schedule(() => giveUp.abort(), limits.requestTimeout);
    try {
      const answer = await fetch(input, { ...init, signal: giveUp.signal });
      return new Response(await answer.arrayBuffer(), answer);
    } finally {
      timer.unsubscribe();
    }
  }

  const throwNetworkError = () => {
    throw new TypeError('lost on the line');
  };
  const callFaultHandlers: Partial<
    Record<ConnectionFault, (...request: Parameters<typeof fetchWithTimeout>) => Promise<Response>>
  > = {
    loseCall: async () => throwNetworkError(),
    loseAnswer: (...request) => fetchWithTimeout(...request).then(throwNetworkError),
    doubleCall: async (...request) =>
      (await Promise.all([fetchWithTimeout(...request), fetchWithTimeout(...request)]))[1],
    cut: (...request) => {
      cut();
      return fetchWithTimeout(...request);
    },
  };

  function openSocket(url: string): SocketLike {
    const inner = new WebSocket(url);
    inner.binaryType = 'arraybuffer';
    let delayed: { data: ArrayBuffer; remaining: number }[] = [];
    const deliver = (data: ArrayBuffer) => {
      if (!dead) outer.onmessage?.({ data });
    };
    const flushDelayed = () => {
      const all = delayed;
      delayed = [];
      all.forEach(({ data }) => deliver(data));
    };
    const delayUntil = (remaining: number) => (data: ArrayBuffer) => void delayed.push({ data, remaining });
    const pushFaultHandlers: Partial<Record<ConnectionFault, (data: ArrayBuffer) => void>> = {
      losePush: () => {},
      doublePush: (data) => {
        deliver(data);
        deliver(data);
      },
      swapPushes: delayUntil(1),
      latePush: delayUntil(latePushDelay),
      cut: () => cut(),
    };
    const outer: SocketLike = {
      binaryType: 'arraybuffer',
      get readyState() {
        return inner.readyState;
      },
      send: (bytes) => {
        if (!dead) inner.send(bytes);
      },
      close(code, reason) {
        flushes.delete(flushDelayed);
        inner.close(code, reason);
      },
      onopen: null,
      onmessage: null,
      onerror: null,
      onclose: null,
    };
    flushes.add(flushDelayed);
    inner.onopen = () => {
      if (!dead) outer.onopen?.();
    };
    inner.onerror = () => {
      if (!dead) outer.onerror?.();
    };
    inner.onclose = ({ code, reason }) => {
      flushes.delete(flushDelayed);
      if (!dead) outer.onclose?.({ code, reason });
    };
    inner.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => {
      if (!isPush(data)) {
        deliver(data);
        return;
      }
      const fault = takeDueFault('push');
      (fault ? (pushFaultHandlers[fault] ?? deliver) : deliver)(data);
      if (fault) return;
      const due = delayed.filter((one) => (one.remaining -= 1) <= 0);
      delayed = delayed.filter((one) => !due.includes(one));
      due.forEach((one) => deliver(one.data));
    };
    return outer;
  }

  return {
    async fetch(input, init) {
      if (dead) return never;
      const fault = takeDueFault('call');
      const answer = await ((fault && callFaultHandlers[fault]) ?? fetchWithTimeout)(input, init);
      return dead ? never : answer;
    },
    openSocket,
    planFault(fault, after) {
      planned.push({ fault, at: count + after });
    },
    clearFaults() {
      planned = [];
      flushes.forEach((flushDelayed) => flushDelayed());
    },
    die() {
      dead = true;
    },
  };
}
