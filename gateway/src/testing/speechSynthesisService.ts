// A local service with OpenAI's protocol for speech, cloned voices and the consents to them.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readWav, writeWav } from '@amber/proto/wav';

/** The rate of the service's sound, in samples per second. */
export const serviceSampleRate = 24_000;
const samplesPerCharacter = Math.round(0.06 * serviceSampleRate);
const amplitude = 12_000;

/** The voices of the service; a cloned one is named by an object with its id instead. */
const ownVoices = ['coral', 'verse'];

/** A text that was to be spoken. */
export interface SpeechRequest {
  model: string;
  input: string;
  voice: string;
  response_format: string;
}

/** A recording as the service received it. */
interface ReceivedRecording {
  name: string;
  /** In milliseconds; 0 if it is no WAV file. */
  duration: number;
}

export interface ServiceVoice extends ReceivedRecording {
  id: string;
  consent: string;
}

/** The pitch of a voice in hertz: each one has its own. */
export const pitchOf = (voice: string): number =>
  200 + ([...voice].reduce((sum, character) => (31 * sum + character.codePointAt(0)!) % 1_009, 7) % 600);

/** What the service speaks: a tone of 60 ms for each character, with the pitch of the voice. */
export function spokenTone({ input, voice }: Pick<SpeechRequest, 'input' | 'voice'>): Int16Array<ArrayBuffer> {
  const step = (2 * Math.PI * pitchOf(voice)) / serviceSampleRate;
  return Int16Array.from({ length: input.length * samplesPerCharacter }, (_, at) => amplitude * Math.sin(at * step));
}

type SpeechResponder = (answer: ServerResponse, request: SpeechRequest) => Promise<void> | void;

/** The ways in which the service can respond to a text. */
export const speechResponders = {
  tone: (answer: ServerResponse, request: SpeechRequest) => {
    answer.writeHead(200, { 'content-type': 'audio/wav' });
    answer.end(writeWav(spokenTone(request), serviceSampleRate));
  },
  refusal:
    (status: number): SpeechResponder =>
    (answer) => {
      answer.writeHead(status, { 'content-type': 'application/json' });
      answer.end(JSON.stringify({ error: { message: 'secret detail of the service' } }));
    },
  garbage: (answer: ServerResponse) => {
    answer.writeHead(200, { 'content-type': 'audio/wav' });
    answer.end('RIFF and nothing that can be read');
  },
  /** Sends headers and nothing else. */
  silence: (answer: ServerResponse) => {
    answer.writeHead(200, { 'content-type': 'audio/wav' });
    answer.flushHeaders();
  },
  redirect:
    (to: string): SpeechResponder =>
    (answer) => {
      answer.writeHead(307, { location: to });
      answer.end();
    },
} satisfies Record<string, SpeechResponder | ((...args: never[]) => SpeechResponder)>;

export type SpeechSynthesisService = Awaited<ReturnType<typeof startSpeechSynthesisService>>;

/** Starts the service. `environment` configures a gateway to use it, also for cloning. */
export async function startSpeechSynthesisService() {
  const voices = new Map<string, ServiceVoice>();
  const consents = new Map<string, ReceivedRecording & { language: string }>();
  let created = 0;
  const service = {
    /** Responds to texts; it can be replaced. */
    respond: speechResponders.tone as SpeechResponder,
    /** All texts that were received, oldest first. */
    requests: [] as SpeechRequest[],
    /** The method and path of every request. */
    paths: [] as string[],
    /** The cloned voices and consents that exist, by id. */
    voices,
    consents,
    /** The status with which requests about voices and consents are refused; 0: they are not. */
    refuseVoices: 0,
    url: '',
    environment: {} as Record<string, string>,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };

  const respondJson = (answer: ServerResponse, status: number, body: object) => {
    answer.writeHead(status, { 'content-type': 'application/json' });
    answer.end(JSON.stringify(body));
  };

  async function readForm(request: IncomingMessage): Promise<FormData> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    return new Response(Buffer.concat(parts), {
      headers: { 'content-type': request.headers['content-type'] ?? '' },
    }).formData();
  }

  async function receivedRecording(form: FormData, field: string): Promise<ReceivedRecording> {
    const file = form.get(field);
    const wav = file instanceof Blob ? readWav(new Uint8Array(await file.arrayBuffer())) : null;
    return {
      name: String(form.get('name')),
      duration: wav ? Math.round((1_000 * wav.samples.length) / wav.sampleRate) : 0,
    };
  }

  const routes: Record<string, (request: IncomingMessage, answer: ServerResponse) => Promise<unknown>> = {
    async 'POST /v1/audio/speech'(request, answer) {
      let body = '';
      for await (const part of request) body += String(part);
      const { voice, ...rest } = JSON.parse(body) as Omit<SpeechRequest, 'voice'> & { voice: string | { id: string } };
      const isKnown = typeof voice === 'string' ? ownVoices.includes(voice) : voices.has(voice.id);
      if (!isKnown) return respondJson(answer, 400, {});
      const parsed = { ...rest, voice: typeof voice === 'string' ? voice : voice.id };
      service.requests.push(parsed);
      await service.respond(answer, parsed);
    },
    async 'POST /v1/audio/voice_consents'(request, answer) {
      const form = await readForm(request);
      const consent = { ...(await receivedRecording(form, 'recording')), language: String(form.get('language')) };
      if (consent.duration === 0 || consent.language === 'null') return respondJson(answer, 400, {});
      const id = `cons_${(created += 1)}`;
      consents.set(id, consent);
      respondJson(answer, 200, { id, object: 'audio.voice_consent', name: consent.name });
    },
    async 'POST /v1/audio/voices'(request, answer) {
      const form = await readForm(request);
      const voice = { ...(await receivedRecording(form, 'audio_sample')), consent: String(form.get('consent')) };
      if (voice.duration === 0 || !consents.has(voice.consent)) return respondJson(answer, 400, {});
      const id = `voice_${(created += 1)}`;
      voices.set(id, { ...voice, id });
      respondJson(answer, 200, { id, object: 'audio.voice', name: voice.name });
    },
  };

  async function serve(request: IncomingMessage, answer: ServerResponse): Promise<void> {
    const path = `${request.method} ${request.url}`;
    service.paths.push(path);
    if (request.headers.authorization !== 'Bearer testspeechkey') return respondJson(answer, 401, {});
    if (service.refuseVoices > 0 && !path.endsWith('/speech')) return respondJson(answer, service.refuseVoices, {});
    const removed = /^DELETE \/v1\/audio\/(voices|voice_consents)\/(\w+)$/.exec(path);
    if (removed) {
      const existed = (removed[1] === 'voices' ? voices : consents).delete(removed[2]!);
      return respondJson(answer, existed ? 200 : 404, { id: removed[2], deleted: existed });
    }
    const route = routes[path];
    if (!route) return respondJson(answer, 404, {});
    await route(request, answer);
  }

  const server = createServer((request, answer) => void serve(request, answer).catch(() => answer.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  service.environment = {
    TTS_BASE_URL: service.url,
    TTS_API_KEY: 'testspeechkey',
    TTS_MODEL: 'speaking',
    TTS_VOICES: ownVoices.join(),
    TTS_CLONING: 'openai',
  };
  return service;
}
