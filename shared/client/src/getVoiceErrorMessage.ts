// The messages of errors of voice messages. They are in a module of their own, because most visits need none of them.
import { Fault } from '@amber/proto/faults';
import { getErrorMessage, type VoiceFaultCode } from './getErrorMessage.ts';
import { words } from './words/gen/voiceFaults.ts';

/** Returns the same as `getErrorMessage`, also for faults of the microphone and of speech to text. */
export function getVoiceErrorMessage(thrown: unknown): string {
  const { code } = Fault.of(thrown);
  return Object.hasOwn(words, code) ? words[code as VoiceFaultCode] : getErrorMessage(thrown);
}
