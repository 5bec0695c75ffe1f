// The messages of errors in the page's language.
import { Fault, type FaultCode } from '@amber/proto/faults';
import { words } from './words/gen/faults.ts';

// The type makes a code without a message a compile error.
const messages: Record<FaultCode, string> = words;

/** Returns the message for any thrown value; that of UNKNOWN for an unknown code. */
export function getErrorMessage(thrown: unknown): string {
  const { code } = Fault.of(thrown);
  return Object.hasOwn(messages, code) ? messages[code as FaultCode] : messages.UNKNOWN;
}
