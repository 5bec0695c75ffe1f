// Speech to text by a service that the gateway relays to: the sound is sent as mp3.
import type { AccountContext } from '../kit/accountContext.ts';
import { rejectOnAbort } from '../kit/rejectOnAbort.ts';
import type { Mp3Encoder } from './mp3.ts';
import type { TranscribeSession } from './speechService.ts';

interface RelayPorts extends Pick<AccountContext, 'api'> {
  mp3: Mp3Encoder;
}

export function createRelay({ api, mp3 }: RelayPorts): TranscribeSession {
  // The gateway hears the sound, so it alone knows and decides to which service it passes it on.
  return async (pcm, { signal }) => {
    const audio = await mp3.encodeAll(pcm);
    // An empty language: the service detects it.
    const call = api.speech.transcribe({ audio, language: '' });
    const { text } = await Promise.race([call, rejectOnAbort(signal)]);
    return { text, samples: pcm.length };
  };
}
