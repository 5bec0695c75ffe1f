// Relays a recording to a transcription service with the OpenAI protocol.
import { Fault } from '@amber/proto/faults';
import type { Limits } from '@amber/proto/limits';
import { cleanTranscript } from '@amber/proto/transcript';
import { boundedFetch, ServiceFailure, toServiceFailure } from '../core/boundedFetch.ts';

export interface RelaySettings {
  provider: 'relay';
  /** The address up to `/v1`. */
  baseUrl: string;
  /** Empty when the service needs none. */
  key: string;
  model: string;
}

interface Recording {
  /** mp3. */
  audio: Uint8Array;
  /** ISO 639-1; empty: the service detects it. */
  language: string;
}

const tooManyRequests = 429;

export function createRelay(
  { baseUrl, key, model }: RelaySettings,
  limits: Pick<Limits, 'serviceAnswerMax' | 'speechTextMax' | 'speechTimeout'>,
) {
  const url = `${baseUrl.replace(/\/+$/, '')}/audio/transcriptions`;
  const service = new URL(url).host;

  async function request({ audio, language }: Recording): Promise<string> {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(audio)], { type: 'audio/mpeg' }), 'voice.mp3');
    form.set('model', model);
    form.set('response_format', 'json');
    if (language !== '') form.set('language', language);
    const answer = await boundedFetch(
      url,
      {
        method: 'POST',
        body: form,
        headers: { accept: 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
        signal: AbortSignal.timeout(limits.speechTimeout),
      },
      { bytesMax: limits.serviceAnswerMax },
    );
    if (!answer.ok) {
      await answer.body?.cancel();
      throw new ServiceFailure({ service, status: answer.status, reason: 'it refused' });
    }
    const { text } = ((await answer.json()) ?? {}) as { text?: unknown };
    if (typeof text !== 'string') throw new ServiceFailure({ service, reason: 'the answer has no text' });
    return cleanTranscript(text, limits.speechTextMax);
  }

  /** Returns the text of a recording; empty if nobody spoke. @throws Fault SPEECH_BUSY, SPEECH_FAILED */
  return (recording: Recording): Promise<string> =>
    request(recording).catch((thrown: unknown) => {
      const cause = toServiceFailure(thrown, service);
      throw new Fault(cause.status === tooManyRequests ? 'SPEECH_BUSY' : 'SPEECH_FAILED', { cause });
    });
}
