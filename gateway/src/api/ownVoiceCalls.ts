// A voice of one's own: recordings, and the voices that are cloned from them.
import { Fault } from '@amber/proto/faults';
import type { CallsOf, HandlerPorts } from './handler.ts';

type OwnVoiceCalls = Pick<
  CallsOf<'aiBot'>,
  | 'aiBot.checkVoiceEnv'
  | 'aiBot.getVoiceTrainTexts'
  | 'aiBot.recAIVoice'
  | 'aiBot.getVoiceRecording'
  | 'aiBot.removeVoiceRecordings'
  | 'aiBot.cloneAiVoice'
  | 'aiBot.removeAiVoice'
>;

export const ownVoiceCalls = (_: HandlerPorts): OwnVoiceCalls => ({
  async 'aiBot.checkVoiceEnv'() {
    throw new Fault('UNKNOWN');
  },
  async 'aiBot.getVoiceTrainTexts'() {
    throw new Fault('UNKNOWN');
  },
  async 'aiBot.recAIVoice'() {
    throw new Fault('UNKNOWN');
  },
  async 'aiBot.getVoiceRecording'() {
    throw new Fault('UNKNOWN');
  },
  async 'aiBot.removeVoiceRecordings'() {
    throw new Fault('UNKNOWN');
  },
  async 'aiBot.cloneAiVoice'() {
    throw new Fault('UNKNOWN');
  },
  async 'aiBot.removeAiVoice'() {
    throw new Fault('UNKNOWN');
  },
});
