// Speaks through a service with the OpenAI protocol.
import { Fault } from '@amber/proto/faults';
import type { Limits } from '@amber/proto/limits';
import { readWav } from '@amber/proto/wav';
import { boundedFetch, ServiceFailure, toServiceFailure } from '../core/boundedFetch.ts';
import { createConcurrencyLimit } from '../core/concurrencyLimit.ts';
import { resample } from './resample.ts';
import type { Pcm, Synthesizer, VoiceCloning } from './synthesizer.ts';

export interface TextToSpeechSettings {
  /** The address up to `/v1`. */
  baseUrl: string;
  /** Empty when the service needs none. */
  key: string;
  model: string;
  /** The names of the service's voices; the first is the default. */
  voices: readonly [string, ...string[]];
  /** The protocol by which the service clones voices. */
  cloning: 'none' | 'openai';
}

/** Bytes of one sentence: almost three minutes at the highest usual rate of 48 kHz. */
const bytesMax = 16 * 1_048_576;
/** The number of sentences that the service computes at a time. */
const requestsMax = 8;

const titleOf = (voice: string): string => voice.charAt(0).toUpperCase() + voice.slice(1);

export function createOpenAiSynthesizer(
  { baseUrl, key, model, voices }: TextToSpeechSettings,
  {
    limits,
    cloning = null,
  }: { limits: Pick<Limits, 'synthesisTimeout' | 'synthesesWaitingMax'>; cloning?: VoiceCloning | null },
): Synthesizer {
  const url = `${baseUrl.replace(/\/+$/, '')}/audio/speech`;
  const service = new URL(url).host;
  const runLimited = createConcurrencyLimit({ count: requestsMax, waitingMax: limits.synthesesWaitingMax });

  async function request(text: string, voice: string, signal: AbortSignal): Promise<Pcm> {
    signal.throwIfAborted();
    const answer = await boundedFetch(
      url,
      {
        method: 'POST',
        body: JSON.stringify({
          model,
          input: text,
          // A cloned voice is named by an object.
          voice: voices.includes(voice) ? voice : { id: voice },
          response_format: 'wav',
        }),
        headers: {
          accept: 'audio/wav',
          'content-type': 'application/json',
          ...(key && { authorization: `Bearer ${key}` }),
        },
        signal: AbortSignal.any([signal, AbortSignal.timeout(limits.synthesisTimeout)]),
      },
      { bytesMax },
    );
    if (!answer.ok) {
      await answer.body?.cancel();
      throw new ServiceFailure({ service, status: answer.status, reason: 'it refused' });
    }
    const wav = readWav(new Uint8Array(await answer.arrayBuffer()));
    if (!wav || wav.samples.length === 0) throw new ServiceFailure({ service, reason: 'the answer is no sound' });
    return resample(wav.samples, wav.sampleRate);
  }

  return {
    name: model,
    host: service,
    voices: voices.map((id) => ({ id, name: titleOf(id) })),
    synthesize: ({ text, voice, signal }) =>
      runLimited(() => request(text, voice, signal)).catch((thrown: unknown): never => {
        signal.throwIfAborted();
        throw new Fault('VOICE_FAILED', { cause: toServiceFailure(thrown, service) });
      }),
    cloning,
  };
}
