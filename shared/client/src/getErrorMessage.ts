// Says to people what went wrong, in the page's language.
import { Fault, type FaultCode } from '@amber/proto/faults';
import { words } from './words/gen/faults.ts';

// A code without a sentence does not compile.
const messages: Record<FaultCode, string> = words;

/** The sentence for anything thrown. An unknown code has that of UNKNOWN. */
export function getErrorMessage(thrown: unknown): string {
  const { code } = Fault.of(thrown);
  return Object.hasOwn(messages, code) ? messages[code as FaultCode] : messages.UNKNOWN;
}
