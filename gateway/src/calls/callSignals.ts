// Relays signals between the two devices of a call; nothing is stored, and only these devices can decrypt them.
import type { CallSignal } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { subjects } from '../core/bus.ts';
import type { GatewayBase } from '../db/gatewayBase.ts';
import type { DeviceRef } from '../messages/sync/storedRows.ts';
import { dropCallPush } from '../notifications/pushJobs.ts';
import { type CallRow, isInCall, isLive, selectCalls, toCallPush } from './callRow.ts';

export type CallSignals = ReturnType<typeof createCallSignals>;

/** The device for which a signal of this device is; undefined if it may send none. */
function receiverOf(call: CallRow, from: DeviceRef): DeviceRef | undefined {
  const caller = { identifier: call.caller, device: call.caller_device };
  // Each device that rings says so.
  if (call.state === 'ringing') return call.callee === from.identifier ? caller : undefined;
  if (!isInCall(call, from)) return undefined;
  return call.caller === from.identifier ? { identifier: call.callee, device: call.callee_device! } : caller;
}

export function createCallSignals({
  db,
  bus,
  limits,
  rateLimits,
}: Pick<GatewayBase, 'db' | 'bus' | 'limits' | 'rateLimits'>) {
  const signals = rateLimits.perKey('callSignalsOfAccount', { perMinute: limits.callSignalsPerMinute });
  return {
    /**
     * Sends a signal to the other device. A signal of a call that has just ended is dropped.
     * @throws Fault NO_AUTH when this device is not a part of the call; TOO_MANY.
     */
    async send(from: DeviceRef, { callId, signal }: CallSignal): Promise<void> {
      if (!(await signals.allow(from.identifier))) throw new Fault('TOO_MANY');
      const call = await selectCalls(db).where('id', '=', callId).executeTakeFirst();
      if (!call || (call.caller !== from.identifier && call.callee !== from.identifier)) throw new Fault('NO_AUTH');
      if (!isLive(call)) return;
      const receiver = receiverOf(call, from);
      if (!receiver) throw new Fault('NO_AUTH');
      if (call.state === 'ringing')
        await dropCallPush(db, from, { conversation: call.conversation, startedAt: call.started_at });
      bus.publish(subjects.person(receiver.identifier), {
        kind: 'call',
        push: { ...toCallPush(call), signal },
        onlyDevice: receiver.device,
      });
    },
  };
}
