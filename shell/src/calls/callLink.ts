// The connection of a call to the other device, which looks for another path when it is lost.
import { limits } from '@amber/proto/limits';
import type { ActiveCall, CurrentCall } from './activeCall.ts';
import type { CallPorts } from './callPorts.ts';
import type { Signal } from './callSignals.ts';
import type { Peer } from './peer.ts';
import type { Routes } from './relays.ts';

/** What a connection is made of. */
export interface Prepared {
  stream: MediaStream;
  routes: Routes;
}

interface LinkListener {
  onSignal(call: ActiveCall, signal: Signal): void;
  /** There is a connection, which sends no picture yet. */
  onPeer(call: ActiveCall): void;
  onConnected(call: ActiveCall): void;
  /** It was never connected, or is not connected any more. */
  onGone(call: ActiveCall, why: 'unreachable' | 'lost'): void;
}

/** Milliseconds in which a lost connection may come back: a page that is loaded again takes some seconds. */
export const reconnectTimeout = limits.callLease;
const restartAfter = 2_000;
/** Long enough for a slow network to have found a path. */
const restartEvery = 5_000;

export function createCallLink(
  ports: Pick<CallPorts, 'routesTo' | 'createPeer' | 'play' | 'reconnect'>,
  { isActive, update, after }: Pick<CurrentCall, 'isActive' | 'update' | 'after'>,
  { onSignal, onPeer, onConnected, onGone }: LinkListener,
) {
  function connect(call: ActiveCall, { stream, routes }: Prepared, { isWaiting = false } = {}): Peer {
    const peer = ports.createPeer({
      stream,
      routes,
      isPolite: call.side === 'callee',
      isWaiting,
      onSignal: (signal) => onSignal(call, signal),
      onSound(sound) {
        call.stopSound?.();
        call.stopSound = ports.play(sound);
      },
      onPicture: (theirPicture) => update(call, { theirPicture }),
      onState(state) {
        if (state === 'connected' && isActive(call)) {
          update(call, { status: 'connected', connectedAt: call.state.connectedAt || Date.now() });
          onConnected(call);
        }
        if (state === 'failed' && call.state.status === 'connecting') onGone(call, 'unreachable');
        if ((state === 'disconnected' || state === 'failed') && call.state.status === 'connected') {
          update(call, { status: 'reconnecting' });
          watchConnection(call);
        }
      },
    });
    call.peer = peer;
    onPeer(call);
    return peer;
  }

  /** One side is enough; a failed restart of the other's network is the reason why both may. */
  function findPath(call: ActiveCall): void {
    // Another path is agreed on through the gateway.
    ports.reconnect().catch(() => {}); // the next attempt follows
    ports.routesTo(call.state.identifier).then(
      (routes) => isActive(call) && call.peer?.restart(routes),
      () => {}, // the gateway is out of reach, too: the next attempt follows
    );
  }

  /** Looks for another path until the connection is back, or for too long. */
  function watchConnection(call: ActiveCall): void {
    const since = Date.now();
    const look = (delay: number) =>
      after(call, delay, () => {
        if (call.state.status !== 'reconnecting') return;
        if (Date.now() - since > reconnectTimeout) return onGone(call, 'lost');
        findPath(call);
        look(restartEvery);
      });
    look(restartAfter);
  }

  return {
    connect,
    watchConnection,

    /** The paths of the call are other ones now. */
    changeNetwork(call: ActiveCall): void {
      if (call.state.status === 'connected' || call.state.status === 'reconnecting') findPath(call);
    },

    /** The other device begins again: a connection keeps the certificate of the device that it was made for. */
    restart(call: ActiveCall): void {
      const { stream, routes } = call;
      if (!stream || !routes || !call.answeredAt) return;
      call.peer?.close();
      call.stopSound?.();
      update(call, { status: 'reconnecting', theirPicture: null });
      connect(call, { stream, routes }, { isWaiting: true }).resume();
      watchConnection(call);
    },

    /** Closes the connection, but neither the microphone nor the camera. */
    disconnect(call: ActiveCall): void {
      call.over.abort();
      for (const timer of call.timers) clearTimeout(timer);
      call.timers.clear();
      call.peer?.close();
      call.stopSound?.();
      delete call.peer;
      delete call.signals;
      delete call.stopSound;
    },
  };
}
