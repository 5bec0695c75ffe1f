// The messages of errors in the page's language.
import { Fault, type FaultCode } from '@amber/proto/faults';
import { words } from './words/gen/faults.ts';
import type { words as voiceWords } from './words/gen/voiceFaults.ts';

/** The codes whose messages only `getVoiceErrorMessage` knows. */
export type VoiceFaultCode = keyof typeof voiceWords;

// The type makes a code without a message a compile error.
const messages: Record<Exclude<FaultCode, VoiceFaultCode>, string> = words;

/**
 * Returns the message for any thrown value; that of UNKNOWN for an unknown code. A failed request may have the other
 * side's own text instead of its code as its message: see the engine's readErrorText.ts.
 */
export function getErrorMessage(thrown: unknown): string {
  const { code, message } = Fault.of(thrown);
  if (code === 'REQUEST_FAILED' && message !== code) return message;
  return Object.hasOwn(messages, code) ? messages[code as keyof typeof messages] : messages.UNKNOWN;
}
