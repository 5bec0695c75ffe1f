// The services of calls between two people.
import type { GatewayBase } from '../db/gatewayBase.ts';
import type { Notices } from '../messages/push/notices.ts';
import { createCallSignals } from './callSignals.ts';
import { createPersonalCalls } from './personalCalls.ts';

export type CallServices = ReturnType<typeof createCallServices>;

export function createCallServices(base: GatewayBase, { notices }: { notices: Notices }) {
  const personalCalls = createPersonalCalls({ ...base, notices });
  base.onClose(personalCalls.close);
  base.onSweep(personalCalls.dropOld);
  return { personalCalls, callSignals: createCallSignals(base) };
}
