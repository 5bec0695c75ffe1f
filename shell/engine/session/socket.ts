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
import type { ProblemInput } from '../kit/problemLog.ts';
import type { EnginePorts, SocketLike } from '../kit/ports.ts';

/** A decoded push; `name` is its type. */
export type Push = { [Name in keyof Pushes]: { name: Name; body: Pushes[Name]['request'] } }[keyof Pushes];

export interface Socket {
  connection$: BehaviorSubject<Connection>;
  /** Emits each time the gateway has accepted this device. */
  registered$: Observable<void>;
  pushes$: Observable<Push>;
  /** Emits when this device has slept while connected, because pushes may have been lost. */
  wake$: Observable<void>;
  /** Sends a command. @throws Fault TIMEOUT after 40 s, NO_RESPONSE when the connection is lost. */
  request<Name extends keyof Commands>(
    name: Name,
    body: Input<Commands[Name]['request']>,
  ): Promise<Commands[Name]['reply']>;
  /** Starts a new cycle of quick attempts immediately, whatever the state of the current one. */
  connect(): void;
  /** Closes the socket until the next `connect`. */
  close(): void;
}

interface SocketOptions extends Pick<EnginePorts, 'clock' | 'openSocket'> {
  url: string;
  /** Returns the body of `register`; called for each connection. */
  credentials(): Input<Messages['Register']>;
  /** Called when the gateway refuses the token. The socket then registers again with the new one. */
  refresh(): Promise<void>;
  /** Called for a frame or push that could not be decoded. */
  logProblem?(problem: ProblemInput): void;
}

/**
 * The close codes of a gateway that is shutting down or full. A new cycle starts, with jitter so that clients do not
 * all return together.
 */
const retryCloseCodes = new Set([1012, 1013]);
const retryJitter = 5_000;

/**
 * Emits after the delay between two slow attempts, which is random so that clients do not all return together, or when
 * the device wakes up.
 */
function slowRetryDelay(clock: SchedulerLike): Observable<unknown> {
  const wait = limits.reconnectSlowlyFrom + Math.random() * (limits.reconnectSlowlyTo - limits.reconnectSlowlyFrom);
  const every = limits.heartbeatTimeout;
  let checkedAt = clock.now();
  const wakes$ = interval(every, clock).pipe(
    filter(() => {
      const overdue = clock.now() - checkedAt - every;
      checkedAt = clock.now();
      return overdue > limits.heartbeatTimeout;
    }),
  );
  return race(timer(wait, clock), wakes$);
}

class SocketClosedError extends Error {
  readonly code: number;
  constructor(code: number) {
    super(`closed with ${code}`);
    this.code = code;
  }
}

/** Returns the content of an answer's envelope; rejects with a Fault when the code is not a success. */
async function openEnvelope(bytes: Uint8Array, reply: keyof Messages): Promise<Messages[keyof Messages]> {
  const { code, data } = decode('Envelope', bytes);
  if (!isSuccess(code)) throw new Fault(code, { data });
  return decode(reply, data);
}

const pushNames = new Map<number, keyof Pushes>(
  Object.entries(commands)
    .filter(([, row]) => row.direction === 'down')
    .map(([name, row]) => [row.number, name as keyof Pushes]),
);

export function createSocket({
  url,
  openSocket,
  clock,
  credentials,
  refresh,
  logProblem = () => {},
}: SocketOptions): Socket {
  const connection$ = new BehaviorSubject<Connection>({ status: 'closed', gaveUp: false });
  const registered$ = new Subject<void>();
  const pushes$ = new Subject<Push>();
  const wake$ = new Subject<void>();
  const cycles$ = new Subject<boolean>();
  const pendingRequests = new Map<number, { resolve(body: Uint8Array): void; reject(fault: Fault): void }>();
  let socket: SocketLike | undefined;
  let sequence = 0;
  /** Whether the quick attempts are used up; the slow ones continue. */
  let gaveUp = false;

  const setStatus = (status: Connection['status']) => connection$.next({ status, gaveUp });

  function request<Name extends keyof Commands>(
    name: Name,
    body: Input<Commands[Name]['request']>,
  ): Promise<Commands[Name]['reply']> {
    const { number, request: requestType, reply } = commands[name];
    const target = socket;
    if (target?.readyState !== 1) return Promise.reject(new Fault('NO_RESPONSE'));
    sequence = nextSequence(sequence);
    const requestSequence = sequence;
    const frame = encodeFrame({
      command: number,
      sequence: requestSequence,
      body: encode(requestType, body as object),
    });
    return new Promise<Commands[Name]['reply']>((resolve, reject) => {
      const timeoutTimer = timer(limits.requestTimeout, clock).subscribe(() =>
        pendingRequests.get(requestSequence)?.reject(new Fault('TIMEOUT')),
      );
      const finish = () => {
        pendingRequests.delete(requestSequence);
        timeoutTimer.unsubscribe();
      };
      pendingRequests.set(requestSequence, {
        resolve(bytes) {
          finish();
          resolve(openEnvelope(bytes, reply) as Promise<Commands[Name]['reply']>);
        },
        reject(fault) {
          finish();
          reject(fault);
        },
      });
      target.send(frame);
    });
  }

  function receive({ command, sequence: answeredSequence, body }: Frame): void {
    if (answeredSequence !== 0) {
      pendingRequests.get(answeredSequence)?.resolve(body);
      return;
    }
    const name = pushNames.get(command);
    // A push type of a newer gateway is ignored: the next sync contains what it announces.
    if (!name) return logProblem({ what: 'push', code: 'BAD_REQUEST' });
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

  /** The life of one connection: it never completes and ends with an error. */
  const connectOnce$ = new Observable<never>((subscriber) => {
    setStatus('connecting');
    const own = openSocket(url);
    socket = own;
    own.binaryType = 'arraybuffer';
    const reader = new FrameReader();
    const heartbeatStart$ = new Subject<void>();
    let heartbeatAt = 0;
    let isClosed = false;

    const close = () => {
      if (isClosed) return;
      isClosed = true;
      opening.unsubscribe();
      heartbeat.unsubscribe();
      own.onopen = own.onmessage = own.onclose = null;
      if (own.readyState < 2) setStatus('closing');
      own.close();
      for (const waiter of pendingRequests.values()) waiter.reject(new Fault('NO_RESPONSE'));
    };
    /** The connection is closed before the error is emitted, because the error's handlers must set the final status. */
    const end = (thrown: unknown) => {
      close();
      subscriber.error(thrown);
    };

    own.onopen = () => {
      opening.unsubscribe();
      register()
        .then(() => {
          gaveUp = false;
          setStatus('open');
          registered$.next();
          heartbeatAt = clock.now();
          heartbeatStart$.next();
        })
        .catch(end);
    };
    own.onmessage = ({ data }) => {
      try {
        reader.read(new Uint8Array(data)).forEach(receive);
      } catch (thrown) {
        logProblem({ what: 'frame', code: 'BAD_FRAME' });
        end(thrown);
      }
    };
    own.onerror = () => {}; // a close with its code follows
    own.onclose = ({ code }) => end(new SocketClosedError(code));

    // On a network that drops all packets, a browser alone would wait for minutes.
    const opening = timer(limits.requestTimeout, clock).subscribe(() => end(new Fault('TIMEOUT')));
    const heartbeat = heartbeatStart$
      .pipe(
        switchMap(() => interval(limits.heartbeatEvery, clock)),
        tap(() => {
          const overdue = clock.now() - heartbeatAt - limits.heartbeatEvery;
          heartbeatAt = clock.now();
          if (overdue > limits.heartbeatTimeout) wake$.next();
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
   * Makes quick attempts up to the limit, then slow ones for ever. The count resets when the gateway accepts the
   * device.
   */
  const cycle$ = new Observable<never>((subscriber) => {
    let failed = 0;
    gaveUp = false;
    const reset = registered$.subscribe(() => {
      failed = 0;
    });
    const attempts = connectOnce$
      .pipe(
        retry({
          delay: (thrown: unknown) => {
            failed = thrown instanceof SocketClosedError && retryCloseCodes.has(thrown.code) ? 0 : failed + 1;
            gaveUp = failed > limits.reconnectAttempts;
            setStatus('closed');
            if (failed === 0) return timer(Math.random() * retryJitter, clock);
            return gaveUp ? slowRetryDelay(clock) : timer(limits.reconnectEvery, clock);
          },
        }),
      )
      .subscribe();
    subscriber.add(reset);
    subscriber.add(attempts);
  });

  cycles$.pipe(switchMap((wanted) => (wanted ? cycle$ : EMPTY))).subscribe();

  return {
    connection$,
    registered$,
    pushes$,
    wake$,
    request,
    connect: () => cycles$.next(true),
    close() {
      cycles$.next(false);
      gaveUp = false;
      setStatus('closed');
    },
  };
}
