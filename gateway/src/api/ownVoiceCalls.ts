// A voice of one's own: recordings, and the voices that are cloned from them.
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

export const ownVoiceCalls = ({ recordings, ownVoices, canClone }: HandlerPorts): OwnVoiceCalls => ({
  'aiBot.checkVoiceEnv': ({ pcm }, { identifier }) => recordings.check(identifier, pcm),

  async 'aiBot.getVoiceTrainTexts'({ language }, { identifier }) {
    return { list: await recordings.listTexts(identifier, language), canClone };
  },

  async 'aiBot.recAIVoice'({ textId, pcm }, { identifier }) {
    return { check: await recordings.add(identifier, textId, pcm) };
  },

  async 'aiBot.getVoiceRecording'({ textId }, { identifier }) {
    return { pcm: await recordings.find(identifier, textId) };
  },

  'aiBot.removeVoiceRecordings': ({ textId }, { identifier }) => recordings.remove(identifier, textId),

  async 'aiBot.cloneAiVoice'(request, { identifier }) {
    return { voice: await ownVoices.clone(identifier, request) };
  },

  'aiBot.removeAiVoice': ({ id }, { identifier }) => ownVoices.remove(identifier, id),
});
