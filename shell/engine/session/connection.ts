// An account's connection to the gateway: its socket, and the work that is retried while the socket is open.
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import type { ProblemKind } from '@amber/proto/problems';
import { requestIdOf } from '@amber/proto/requestId';
import type { AccountContext } from '../kit/accountContext.ts';
import type { EnginePorts } from '../kit/ports.ts';
import { problemEvent } from '../kit/problemEvent.ts';
import { createRetrier } from '../kit/retrier.ts';
import type { TokenHolder } from './http.ts';
import { createSocket, type Socket } from './socket.ts';

interface ConnectionPorts
  extends
    Pick<AccountContext, 'clock' | 'origin' | 'me' | 'emit' | 'warn'>,
    Pick<EnginePorts, 'openSocket'>,
    TokenHolder {}

export interface AccountConnection extends Pick<AccountContext, 'connected' | 'retrier'> {
  socket: Socket;
  /**
   * Runs a task now, and retries it after a failure while connected. Resolves after the first run, successful or not.
   */
  runWithRetry(kind: ProblemKind, run: () => Promise<unknown>): Promise<void>;
  /** Whether `disconnect` has been called. */
  isClosed(): boolean;
  /** Closes the socket for good and stops all retries. */
  disconnect(): void;
}

export function createConnection(ports: ConnectionPorts): AccountConnection {
  const { clock, me, emit, warn } = ports;
  let closed = false;
  const socket = createSocket({
    ...ports,
    url: `${ports.origin.replace(/^http/, 'ws')}/gateway/socket`,
    logProblem: ({ what, code = '' }) => emit(problemEvent(what, new Fault(code))),
    credentials: () => ({
      token: ports.token(),
      appId: limits.appId,
      deviceId: me.deviceId,
      platform: 'web',
      id: requestIdOf(crypto.randomUUID()),
    }),
  });
  const connected = () => socket.connection$.value.status === 'open';
  const retrier = createRetrier({ clock, connected });

  const runWithRetry = (kind: ProblemKind, run: () => Promise<unknown>): Promise<void> =>
    run().then(
      () => retrier.reset(kind),
      (thrown: unknown) => {
        if (closed) return;
        warn(kind)(thrown);
        retrier.schedule(kind, thrown, () => void runWithRetry(kind, run));
      },
    );

  return {
    socket,
    connected,
    retrier,
    runWithRetry,
    isClosed: () => closed,
    disconnect() {
      closed = true;
      retrier.close();
      socket.close();
    },
  };
}
