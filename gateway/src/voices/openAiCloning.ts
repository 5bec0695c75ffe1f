// Clones voices at a service with the OpenAI protocol for voices and consents.
import { Fault } from '@amber/proto/faults';
import type { Limits } from '@amber/proto/limits';
import { writeWav } from '@amber/proto/wav';
import { boundedFetch, ServiceFailure, toServiceFailure } from '../core/boundedFetch.ts';
import type { ServiceVoice, VoiceCloning, VoiceSample } from '../textToSpeech/synthesizer.ts';

interface CloningSettings {
  /** The address up to `/v1`. */
  baseUrl: string;
  /** Empty when the service needs none. */
  key: string;
}

/** The service computes a voice within seconds; the devices' calls may end earlier, and are then repeated. */
const cloneTimeout = 60_000;
/** A person who deletes a voice waits for this; what takes longer is repeated later. */
const removeTimeout = 10_000;
const notFound = 404;
/** OpenAI takes at most 30 s. */
const sampleMax = 29_000;
const pauseBetween = 500;
/** Ids come from outside, and become parts of addresses. */
const serviceId = /^[\w-]{1,128}$/;

/** Joins recordings with pauses. The last one that does not fit is cut. */
export function joinSamples(samples: readonly VoiceSample[], rate: number): Int16Array<ArrayBuffer> {
  const joined = new Int16Array((sampleMax * rate) / 1_000);
  let at = 0;
  for (const { pcm } of samples) {
    if (at >= joined.length) break;
    const part = pcm.subarray(0, joined.length - at);
    joined.set(part, at);
    at += part.length + (pauseBetween * rate) / 1_000;
  }
  return joined.slice(0, Math.min(joined.length, at));
}

export function createOpenAiCloning(
  { baseUrl, key }: CloningSettings,
  { serviceAnswerMax: bytesMax, speechSampleRate }: Pick<Limits, 'serviceAnswerMax' | 'speechSampleRate'>,
): VoiceCloning {
  const address = `${baseUrl.replace(/\/+$/, '')}/audio`;
  const service = new URL(address).host;
  const headers = { accept: 'application/json', ...(key && { authorization: `Bearer ${key}` }) };

  /** @throws ServiceFailure */
  async function request(
    path: string,
    init: RequestInit,
    { timeout, accepted = [] }: { timeout: number; accepted?: readonly number[] },
  ): Promise<Response> {
    const answer = await boundedFetch(
      `${address}/${path}`,
      { ...init, headers, signal: AbortSignal.timeout(timeout) },
      { bytesMax },
    );
    if (!answer.ok && !accepted.includes(answer.status)) {
      await answer.body?.cancel();
      throw new ServiceFailure({ service, status: answer.status, reason: 'it refused' });
    }
    return answer;
  }

  /** Creates a voice or a consent and returns its id. @throws ServiceFailure */
  async function create(path: string, fields: Record<string, string | Int16Array>): Promise<string> {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) {
      if (typeof value === 'string') form.set(name, value);
      else form.set(name, new Blob([writeWav(value, speechSampleRate)], { type: 'audio/wav' }), `${name}.wav`);
    }
    const answer = await request(path, { method: 'POST', body: form }, { timeout: cloneTimeout });
    const { id } = ((await answer.json()) ?? {}) as { id?: unknown };
    if (typeof id !== 'string' || !serviceId.test(id))
      throw new ServiceFailure({ service, reason: 'the answer has no id' });
    return id;
  }

  /** Deleting what does not exist succeeds, so that an interrupted removal can be repeated. @throws ServiceFailure */
  async function remove({ voice, consent }: Partial<ServiceVoice>): Promise<void> {
    const paths = [voice && `voices/${voice}`, consent && `voice_consents/${consent}`].filter(Boolean);
    for (const path of paths) {
      const answer = await request(path!, { method: 'DELETE' }, { timeout: removeTimeout, accepted: [notFound] });
      await answer.body?.cancel();
    }
  }

  const orFault = <Value>(work: Promise<Value>): Promise<Value> =>
    work.catch((thrown: unknown) => {
      throw new Fault('VOICE_FAILED', { cause: toServiceFailure(thrown, service) });
    });

  return {
    clone: ({ name, language, consent, samples }) =>
      orFault(
        (async () => {
          const consentId = await create('voice_consents', { name, language, recording: consent.pcm });
          try {
            const sample = joinSamples(samples, speechSampleRate);
            const voice = await create('voices', { name, consent: consentId, audio_sample: sample });
            return { voice, consent: consentId };
          } catch (thrown) {
            // The first failure is the reason; the consent of a voice that does not exist must not stay there.
            await remove({ consent: consentId }).catch(() => undefined);
            throw thrown;
          }
        })(),
      ),
    remove: (voice) => orFault(remove(voice)),
  };
}
