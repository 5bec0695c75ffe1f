// The realtime socket: registration, requests and answers, heartbeat, pushes, and reconnecting.
import type { Connection } from '@amber/client/bus';
import type { Commands, Input, Messages, Pushes } from '@amber/proto';
import { decode, encode } from '@amber/proto/codec';
import { Fault, isSuccess } from '@amber/proto/faults';
import { encodeFrame, FrameReader, nextSequence, type Frame } from '@amber/proto/frame';
import { limits } from '@amber/proto/limits';
import { commands } from '@amber/proto/routes';
import {
  BehaviorSubject,
  EMPTY,
  exhaustMap,
  filter,
  from,
  interval,
  Observable,
  race,
  retry,
  type SchedulerLike,
  Subject,
  switchMap,
  tap,
  timeout,
  timer,
} from 'rxjs';
import type { Noting } from '../kit/problemLog.ts';
import type { EnginePorts, SocketLike } from '../kit/ports.ts';

/** A push, decoded; `name` is its type. */
export type Push = { [Name in keyof Pushes]: { name: Name; body: Pushes[Name]['request'] } }[keyof Pushes];

export interface Socket {
  connection$: BehaviorSubject<Connection>;
  /** Emits each time the gateway has accepted this device. */
  registered$: Observable<void>;
  pushes$: Observable<Push>;
  /** Emits when this device has slept while connected: pushes may have been lost. */
  woke$: Observable<void>;
  /** Sends a command. @throws Fault TIMEOUT after 40 s, NO_RESPONSE when the connection is lost. */
  request<Name extends keyof Commands>(
    name: Name,
    body: Input<Commands[Name]['request']>,
  ): Promise<Commands[Name]['reply']>;
  /** Starts a new cycle of quick attempts immediately, whatever state the current one is in. */
  connect(): void;
  /** Closes and stays closed until the next connect. */
  close(): void;
}

interface SocketOptions extends Pick<EnginePorts, 'clock' | 'openSocket'> {
  url: string;
  /** What to register with; requested again for each connection. */
  credentials(): Input<Messages['Register']>;
  /** Called when the gateway refuses the token; registers with a new one when it resolves. */
  refresh(): Promise<void>;
  /** Called with what arrived and could not be decoded. */
  note?(problem: Noting): void;
}

/** The gateway is shutting down or full: a new cycle, with jitter so that clients do not all return together. */
const comeBack = new Set([1012, 1013]);
const spread = 5_000;

/**
 * The wait between two tries of the slow cycle, random so that clients do not all return together. A device that wakes
 * up stops waiting.
 */
function slowWait(clock: SchedulerLike): Observable<unknown> {
  const wait = limits.reconnectSlowlyFrom + Math.random() * (limits.reconnectSlowlyTo - limits.reconnectSlowlyFrom);
  const every = limits.heartbeatTimeout;
  let lookedAt = clock.now();
  const wakes$ = interval(every, clock).pipe(
    filter(() => {
      const late = clock.now() - lookedAt - every;
      lookedAt = clock.now();
      return late > limits.heartbeatTimeout;
    }),
  );
  return race(timer(wait, clock), wakes$);
}

class Closed extends Error {
  readonly code: number;
  constructor(code: number) {
    super(`closed with ${code}`);
    this.code = code;
  }
}

/** The content of an answer's envelope; rejects with the Fault that it holds instead. */
async function open(bytes: Uint8Array, reply: keyof Messages): Promise<Messages[keyof Messages]> {
  const { code, data } = decode('Envelope', bytes);
  if (!isSuccess(code)) throw new Fault(code, { data });
  return decode(reply, data);
}

const pushNames = new Map<number, keyof Pushes>(
  Object.entries(commands)
    .filter(([, row]) => row.direction === 'down')
    .map(([name, row]) => [row.number, name as keyof Pushes]),
);

export function createSocket({ url, openSocket, clock, credentials, refresh, note = () => {} }: SocketOptions): Socket {
  const connection$ = new BehaviorSubject<Connection>({ status: 'closed', gaveUp: false });
  const registered$ = new Subject<void>();
  const pushes$ = new Subject<Push>();
  const woke$ = new Subject<void>();
  const cycles$ = new Subject<boolean>();
  const waiting = new Map<number, { resolve(body: Uint8Array): void; reject(fault: Fault): void }>();
  let socket: SocketLike | undefined;
  let sequence = 0;
  /** The quick attempts are used up; the slow ones continue. */
  let gaveUp = false;

  const say = (status: Connection['status']) => connection$.next({ status, gaveUp });

  function request<Name extends keyof Commands>(
    name: Name,
    body: Input<Commands[Name]['request']>,
  ): Promise<Commands[Name]['reply']> {
    const { number, request: requestType, reply } = commands[name];
    const target = socket;
    if (target?.readyState !== 1) return Promise.reject(new Fault('NO_RESPONSE'));
    sequence = nextSequence(sequence);
    const own = sequence;
    const frame = encodeFrame({ command: number, sequence: own, body: encode(requestType, body as object) });
    return new Promise<Commands[Name]['reply']>((resolve, reject) => {
      const late = timer(limits.requestTimeout, clock).subscribe(() => waiting.get(own)?.reject(new Fault('TIMEOUT')));
      const finish = () => {
        waiting.delete(own);
        late.unsubscribe();
      };
      waiting.set(own, {
        resolve(bytes) {
          finish();
          resolve(open(bytes, reply) as Promise<Commands[Name]['reply']>);
        },
        reject(fault) {
          finish();
          reject(fault);
        },
      });
      target.send(frame);
    });
  }

  function receive({ command, sequence: answered, body }: Frame): void {
    if (answered !== 0) {
      waiting.get(answered)?.resolve(body);
      return;
    }
    const name = pushNames.get(command);
    // A push of a newer gateway is ignored: the next sync brings what it announces.
    if (!name) return note({ what: 'push', code: 'BAD_REQUEST' });
    pushes$.next({ name, body: decode(commands[name].request, body) } as Push);
  }

  async function register(): Promise<void> {
    try {
      await request('register', credentials());
    } catch (thrown) {
      if (Fault.of(thrown).kind === 'session') await refresh();
      throw thrown;
    }
  }

  /** One connection's life: it never completes, it ends with an error. */
  const connectOnce$ = new Observable<never>((life) => {
    say('connecting');
    const own = openSocket(url);
    socket = own;
    own.binaryType = 'arraybuffer';
    const reader = new FrameReader();
    const beat = new Subject<void>();
    let beatAt = 0;
    let over = false;

    const close = () => {
      if (over) return;
      over = true;
      opening.unsubscribe();
      heart.unsubscribe();
      own.onopen = own.onmessage = own.onclose = null;
      if (own.readyState < 2) say('closing');
      own.close();
      for (const waiter of waiting.values()) waiter.reject(new Fault('NO_RESPONSE'));
    };
    /** Closed before the error is emitted: its handlers must have the last word on the state. */
    const end = (thrown: unknown) => {
      close();
      life.error(thrown);
    };

    own.onopen = () => {
      opening.unsubscribe();
      register()
        .then(() => {
          gaveUp = false;
          say('open');
          registered$.next();
          beatAt = clock.now();
          beat.next();
        })
        .catch(end);
    };
    own.onmessage = ({ data }) => {
      try {
        reader.read(new Uint8Array(data)).forEach(receive);
      } catch (thrown) {
        note({ what: 'frame', code: 'BAD_FRAME' });
        end(thrown);
      }
    };
    own.onerror = () => {}; // a close with its code follows
    own.onclose = ({ code }) => end(new Closed(code));

    // On a network that drops all packets a browser would wait for minutes.
    const opening = timer(limits.requestTimeout, clock).subscribe(() => end(new Fault('TIMEOUT')));
    const heart = beat
      .pipe(
        switchMap(() => interval(limits.heartbeatEvery, clock)),
        tap(() => {
          const late = clock.now() - beatAt - limits.heartbeatEvery;
          beatAt = clock.now();
          if (late > limits.heartbeatTimeout) woke$.next();
        }),
        exhaustMap(() =>
          from(request('heartbeat', { time: clock.now() })).pipe(
            timeout({ each: limits.heartbeatTimeout, scheduler: clock }),
          ),
        ),
      )
      .subscribe({ error: end });
    return close;
  });

  /**
   * Quick attempts up to the limit, then slow ones for ever; the count is reset when the gateway accepts the device.
   */
  const cycle$ = new Observable<never>((cycle) => {
    let failed = 0;
    gaveUp = false;
    const reset = registered$.subscribe(() => {
      failed = 0;
    });
    const attempts = connectOnce$
      .pipe(
        retry({
          delay: (thrown: unknown) => {
            failed = thrown instanceof Closed && comeBack.has(thrown.code) ? 0 : failed + 1;
            gaveUp = failed > limits.reconnectAttempts;
            say('closed');
            if (failed === 0) return timer(Math.random() * spread, clock);
            return gaveUp ? slowWait(clock) : timer(limits.reconnectEvery, clock);
          },
        }),
      )
      .subscribe();
    cycle.add(reset);
    cycle.add(attempts);
  });

  cycles$.pipe(switchMap((wanted) => (wanted ? cycle$ : EMPTY))).subscribe();

  return {
    connection$,
    registered$,
    pushes$,
    woke$,
    request,
    connect: () => cycles$.next(true),
    close() {
      cycles$.next(false);
      gaveUp = false;
      say('closed');
    },
  };
}
