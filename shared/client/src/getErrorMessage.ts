// The messages of errors in the page's language.
import { Fault, type FaultCode } from '@amber/proto/faults';
import { words } from './words/gen/faults.ts';
import type { words as voiceWords } from './words/gen/voiceFaults.ts';

/** The codes whose messages only `getVoiceErrorMessage` knows. */
export type VoiceFaultCode = keyof typeof voiceWords;

// The type makes a code without a message a compile error.
const messages: Record<Exclude<FaultCode, VoiceFaultCode>, string> = words;

/** Returns the message for any thrown value; that of UNKNOWN for an unknown code. */
export function getErrorMessage(thrown: unknown): string {
  const { code } = Fault.of(thrown);
  return Object.hasOwn(messages, code) ? messages[code as keyof typeof messages] : messages.UNKNOWN;
}
