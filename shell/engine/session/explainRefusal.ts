// Explains why the gateway refused a call of an unapproved device. A separate chunk, because few calls are refused.
import type { Calls, Messages } from '@amber/proto';
import { type CallingDevice, isOpenToUnapproved } from '@amber/proto/approval';
import { decode, encode } from '@amber/proto/codec';
import { Fault } from '@amber/proto/faults';
import { routes } from '@amber/proto/routes';

/**
 * Returns the fault itself, or NOT_APPROVED when the missing approval caused it, because that says what a person can
 * do.
 */
export function explainRefusal(fault: Fault, name: keyof Calls, request: object, device: CallingDevice): Fault {
  const message = routes[name].request as keyof Messages;
  const decodedRequest = decode(message, encode(message, request));
  return isOpenToUnapproved(name, decodedRequest, device) ? fault : new Fault('NOT_APPROVED', { cause: fault });
}
