// The services of calls between two people.
import type { GatewayBase } from '../db/gatewayBase.ts';
import type { Notices } from '../messages/push/notices.ts';
import { createCallSignals } from './callSignals.ts';
import { createPersonalCalls } from './personalCalls.ts';
import { createRelays, type RelaySettings } from './relays.ts';

export type CallServices = ReturnType<typeof createCallServices>;

export function createCallServices(
  base: GatewayBase,
  { notices, turn }: { notices: Notices; turn: RelaySettings | undefined },
) {
  const personalCalls = createPersonalCalls({ ...base, notices });
  base.onClose(personalCalls.close);
  base.onSweep(personalCalls.dropOld);
  return { personalCalls, callSignals: createCallSignals(base), relays: createRelays(base, turn) };
}
