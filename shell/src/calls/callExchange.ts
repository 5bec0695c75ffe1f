// What a call says to the gateway and to the other device: its lease, its messages in the chat, and its signals.
import type { PersonalCall } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import type { CallResult } from '@amber/proto/systemCommands';
import type { ActiveCall, CurrentCall } from './activeCall.ts';
import type { CallPorts } from './callPorts.ts';
import type { Signal } from './callSignals.ts';

/** Milliseconds: how long an offer may take to arrive. */
const offerTimeout = 20_000;
const renewRetryDelay = 1_000;
const endAttempts = 4;
const endRetryDelay = 3_000;

type ExchangePorts = Pick<CallPorts, 'api' | 'sendCommand' | 'signalCall' | 'offerOf' | 'newMessageId'>;

export function createCallExchange(ports: ExchangePorts, current: Pick<CurrentCall, 'isActive' | 'after'>) {
  /** Resolves with the offer once this device has it; with null when the call is over. */
  const offerOf = (callId: string, over: AbortSignal) =>
    ports.offerOf(callId, AbortSignal.any([over, AbortSignal.timeout(offerTimeout)]));

  /** The call keeps its lease from now on, and learns of an end that no push has announced. */
  function keepLease(call: ActiveCall, onEnded: (ended: PersonalCall) => void): void {
    const { over } = call;
    const renewAfter = (delay: number) =>
      current.after(call, delay, () => {
        const { callId } = call.state;
        ports.api.renew({ callId }).then(
          ({ call: renewed }) => {
            if (over.signal.aborted) return;
            if (renewed?.state === 'ended') onEnded(renewed);
            else renewAfter(limits.callRenewEvery);
          },
          // The sound does not depend on the gateway; when it is back, little of the lease may be left.
          () => over.signal.aborted || renewAfter(renewRetryDelay),
        );
      });
    renewAfter(limits.callRenewEvery);
  }

  /** Tells the gateway; without it the call would ring, or seem to last, until its lease runs out. */
  async function end(callId: string, attempt = 1): Promise<void> {
    try {
      await ports.api.end({ callId });
    } catch (thrown) {
      if (Fault.of(thrown).kind === 'business' || attempt === endAttempts) return;
      setTimeout(() => void end(callId, attempt + 1), endRetryDelay);
    }
  }

  return {
    offerOf,
    keepLease,
    end,

    /** Sends the offer, and resolves once it is in the chat. @throws Fault */
    async sendOffer(call: ActiveCall, sdp: string): Promise<void> {
      const { secret, over } = call;
      const { callId, conversationId, isVideo: video } = call.state;
      call.isOffered = true;
      await ports.sendCommand({ id: callId, conversationId, cmdId: 'callOffer', body: { secret, sdp, video } });
      if (!(await offerOf(callId, over.signal))) throw new Fault('NO_RESPONSE');
    },

    async sendAnswer({ state }: ActiveCall, sdp: string): Promise<void> {
      const { callId, conversationId, camera } = state;
      const body = { callId, sdp, video: camera !== 'off' };
      await ports.sendCommand({ id: ports.newMessageId(), conversationId, cmdId: 'callAnswer', body });
    },

    /** The caller writes the result of the call into the chat, in place of the offer. */
    sendResult({ side, isOffered, state }: ActiveCall, outcome: CallResult['outcome']): void {
      if (side !== 'caller' || !isOffered) return;
      const { callId, conversationId, connectedAt } = state;
      const body = { callId, outcome, duration: connectedAt === 0 ? 0 : Date.now() - connectedAt };
      // The gateway's notice says it too.
      void ports.sendCommand({ id: ports.newMessageId(), conversationId, cmdId: 'callEnd', body }).catch(() => {});
    },

    sendSignal(call: ActiveCall, signal: Signal): void {
      const { callId } = call.state;
      void call.signals
        ?.encrypt(signal)
        .then((data) => ports.signalCall({ callId, signal: data }))
        .catch(() => {}); // the socket is gone for now: a restart sends new ones
    },
  };
}
