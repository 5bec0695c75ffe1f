// The voices of this server, and whole sounds: samples of voices, and the rest of a message that is spoken.
import { Fault } from '@amber/proto/faults';
import type { CallsOf, HandlerPorts } from './handler.ts';

type SpokenVoiceCalls = Pick<CallsOf<'aiBot'>, 'aiBot.getVoices' | 'aiBot.createAIVoiceText'>;

export const spokenVoiceCalls = (_: HandlerPorts): SpokenVoiceCalls => ({
  async 'aiBot.getVoices'() {
    throw new Fault('UNKNOWN');
  },
  async 'aiBot.createAIVoiceText'() {
    throw new Fault('UNKNOWN');
  },
});
