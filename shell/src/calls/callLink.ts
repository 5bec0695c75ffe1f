// The microphone of a call and its connection to the other device, which looks for another path when it is lost.
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
  onConnected(call: ActiveCall): void;
  /** It was never connected, or is not connected any more. */
  onGone(call: ActiveCall, why: 'unreachable' | 'lost'): void;
}

/** Milliseconds in which a lost connection may come back: a page that is loaded again takes some seconds. */
export const reconnectTimeout = limits.callLease;
const restartAfter = 2_000;

export function createCallLink(
  ports: Pick<CallPorts, 'openMicrophone' | 'routesTo' | 'createPeer' | 'play'>,
  { isActive, update, after }: Pick<CurrentCall, 'isActive' | 'update' | 'after'>,
  { onSignal, onConnected, onGone }: LinkListener,
) {
  async function openMicrophone(call: ActiveCall): Promise<MediaStream> {
    if (call.stream) return call.stream;
    const stream = await ports.openMicrophone(() => update(call, { isMicrophoneLost: true }));
    if (isActive(call)) call.stream = stream;
    else stream.getTracks().forEach((track) => track.stop());
    return stream;
  }

  function connect(call: ActiveCall, { stream, routes }: Prepared, { isWaiting = false } = {}): Peer {
    const peer = ports.createPeer({
      stream,
      routes,
      isPolite: call.side === 'callee',
      isWaiting,
      onSignal: (signal) => onSignal(call, signal),
      onTrack(sound) {
        call.stopSound?.();
        call.stopSound = ports.play(sound);
      },
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
    return peer;
  }

  /** Looks for another path until the connection is back, or for too long. */
  function watchConnection(call: ActiveCall): void {
    const since = Date.now();
    const look = () =>
      after(call, restartAfter, () => {
        if (call.state.status !== 'reconnecting') return;
        if (Date.now() - since > reconnectTimeout) return onGone(call, 'lost');
        // One side is enough; a failed restart of the other's network is the reason why both may.
        ports.routesTo(call.state.identifier).then(
          (routes) => isActive(call) && call.peer?.restart(routes),
          () => {}, // the gateway is out of reach, too: the next attempt follows
        );
        look();
      });
    look();
  }

  return {
    connect,
    watchConnection,

    /** Opens what a connection needs; the microphone asks for permission meanwhile. */
    async prepare(call: ActiveCall): Promise<Prepared> {
      const [stream, routes] = await Promise.all([openMicrophone(call), ports.routesTo(call.state.identifier)]);
      call.routes = routes;
      return { stream, routes };
    },

    /** The other device begins again: a connection keeps the certificate of the device that it was made for. */
    restart(call: ActiveCall): void {
      const { stream, routes } = call;
      if (!stream || !routes || !call.answeredAt) return;
      call.peer?.close();
      call.stopSound?.();
      update(call, { status: 'reconnecting' });
      connect(call, { stream, routes }, { isWaiting: true }).resume();
      watchConnection(call);
    },

    /** Closes the connection, but not the microphone. */
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

    releaseMicrophone: ({ stream }: ActiveCall) => stream?.getTracks().forEach((track) => track.stop()),
  };
}
