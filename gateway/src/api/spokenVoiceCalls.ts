// The voices of this server, and whole sounds: samples of voices, and the rest of a message that is spoken.
import type { CallsOf, HandlerPorts } from './handler.ts';

type SpokenVoiceCalls = Pick<CallsOf<'aiBot'>, 'aiBot.getVoices' | 'aiBot.createAIVoiceText'>;

export const spokenVoiceCalls = ({ synthesizer, spokenVoices, ownVoices }: HandlerPorts): SpokenVoiceCalls => ({
  async 'aiBot.getVoices'(_, { identifier }) {
    const { name, host, voices, cloning } = synthesizer;
    return {
      list: [...voices, ...(await ownVoices.list(identifier))],
      provider: name,
      host,
      canClone: cloning !== null,
    };
  },
  'aiBot.createAIVoiceText': (request, { identifier }) => spokenVoices.speakText(identifier, request),
});
