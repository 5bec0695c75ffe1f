// The line between one device and the gateway. Faults are counted in messages, so that they are reproducible.
import { type SchedulerLike, Subscription } from 'rxjs';
import { limits } from '@amber/proto/limits';
import type { EnginePorts, SocketLike } from '../../shell/engine/kit/ports.ts';

export const lineFaults = [
  'losePush',
  'doublePush',
  'swapPushes',
  'latePush',
  'loseCall',
  'loseAnswer',
  'doubleCall',
  'cut',
] as const;
export type LineFault = (typeof lineFaults)[number];

export interface Line extends Pick<EnginePorts, 'fetch' | 'openSocket'> {
  /** This fault happens once, with the first message that it applies to after so many others. */
  plan(fault: LineFault, after: number): void;
  /** No more planned faults; delayed messages arrive. */
  heal(): void;
  /** Nothing passes ever again, and nobody is notified: the device has died. */
  die(): void;
}

const ofPushes: ReadonlySet<LineFault> = new Set(['losePush', 'doublePush', 'swapPushes', 'latePush']);
/** A late push arrives after so many others. */
const lateness = 3;
/** The offset of the sequence number in a frame's header. */
const sequenceAt = 12;

const isPush = (data: ArrayBuffer): boolean =>
  data.byteLength >= limits.frameHeader && new DataView(data).getUint32(sequenceAt) === 0;
const never = new Promise<never>(() => {});

/** `cut` resets the connections of this device; calls time out by its clock. */
export function createLine({ clock, cut }: { clock: SchedulerLike; cut(): void }): Line {
  let count = 0;
  let dead = false;
  let planned: { fault: LineFault; at: number }[] = [];
  const releases = new Set<() => void>();

  /** The fault of the message that is passing, if any. */
  function faultOf(kind: 'push' | 'call'): LineFault | undefined {
    count += 1;
    const due = planned.find(
      ({ fault, at }) => at < count && (fault === 'cut' || ofPushes.has(fault) === (kind === 'push')),
    );
    planned = planned.filter((one) => one !== due);
    return due?.fault;
  }

  /** A call as `fetch` makes it, with a time-out by the device's clock. */
  async function timed(input: Parameters<typeof fetch>[0], init: RequestInit | undefined): Promise<Response> {
    const giveUp = new AbortController();
    const timer: Subscription = clock.schedule(() => giveUp.abort(), limits.requestTimeout);
    try {
      const answer = await fetch(input, { ...init, signal: giveUp.signal });
      return new Response(await answer.arrayBuffer(), answer);
    } finally {
      timer.unsubscribe();
    }
  }

  const lost = () => {
    throw new TypeError('lost on the line');
  };
  const calls: Partial<Record<LineFault, (...request: Parameters<typeof timed>) => Promise<Response>>> = {
    loseCall: async () => lost(),
    loseAnswer: (...request) => timed(...request).then(lost),
    doubleCall: async (...request) => (await Promise.all([timed(...request), timed(...request)]))[1],
    cut: (...request) => {
      cut();
      return timed(...request);
    },
  };

  function openSocket(url: string): SocketLike {
    const inner = new WebSocket(url);
    inner.binaryType = 'arraybuffer';
    let held: { data: ArrayBuffer; passing: number }[] = [];
    const deliver = (data: ArrayBuffer) => {
      if (!dead) outer.onmessage?.({ data });
    };
    const release = () => {
      const all = held;
      held = [];
      all.forEach(({ data }) => deliver(data));
    };
    const hold = (passing: number) => (data: ArrayBuffer) => void held.push({ data, passing });
    const pushes: Partial<Record<LineFault, (data: ArrayBuffer) => void>> = {
      losePush: () => {},
      doublePush: (data) => {
        deliver(data);
        deliver(data);
      },
      swapPushes: hold(1),
      latePush: hold(lateness),
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
        releases.delete(release);
        inner.close(code, reason);
      },
      onopen: null,
      onmessage: null,
      onerror: null,
      onclose: null,
    };
    releases.add(release);
    inner.onopen = () => {
      if (!dead) outer.onopen?.();
    };
    inner.onerror = () => {
      if (!dead) outer.onerror?.();
    };
    inner.onclose = ({ code, reason }) => {
      releases.delete(release);
      if (!dead) outer.onclose?.({ code, reason });
    };
    inner.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => {
      if (!isPush(data)) {
        deliver(data);
        return;
      }
      const fault = faultOf('push');
      (fault ? (pushes[fault] ?? deliver) : deliver)(data);
      if (fault) return;
      const due = held.filter((one) => (one.passing -= 1) <= 0);
      held = held.filter((one) => !due.includes(one));
      due.forEach((one) => deliver(one.data));
    };
    return outer;
  }

  return {
    async fetch(input, init) {
      if (dead) return never;
      const fault = faultOf('call');
      const answer = await ((fault && calls[fault]) ?? timed)(input, init);
      return dead ? never : answer;
    },
    openSocket,
    plan(fault, after) {
      planned.push({ fault, at: count + after });
    },
    heal() {
      planned = [];
      releases.forEach((release) => release());
    },
    die() {
      dead = true;
    },
  };
}
