// Speech to text: what is set up here, signed URLs of the speech service, and the relay to it.
import type { CallsOf, HandlerPorts } from './handler.ts';

export const speechCalls = ({ speech }: HandlerPorts): CallsOf<'speech'> => ({
  async 'speech.settings'() {
    return speech.settings;
  },
  'speech.signUrl': (_, { identifier }) => speech.signUrl(identifier),
  async 'speech.transcribe'({ audio, language }, { identifier }) {
    return { text: await speech.transcribe(identifier, audio, language) };
  },
});
