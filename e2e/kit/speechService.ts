// A local speech service: iFlytek's IAT v2 and OpenAI's transcription endpoint. It refuses clients that break the rules.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { acceptWebSocket, type WebSocketPeer } from './webSocketPeer.ts';

// The numbers of the protocol are written out here, because a copy of limits.ts would prove nothing (R144).
const frameBytes = 2_560;
const frameEvery = 40;
const endSilence = 9_000;
const sessionMax = 60_000;
const dateTolerance = 300_000;
/** The service ends a session to which nothing is sent for this time. */
const silenceTimeout = 10_000;
/** How far a client may be ahead of one frame per 40 ms: both ends may be scheduled late. */
const paceTolerance = 500;

const iatPath = '/v2/iat';
const transcriptionPath = '/v1/audio/transcriptions';

export interface SpeechKeys {
  appId: string;
  apiKey: string;
  apiSecret: string;
}

export const testKeys: SpeechKeys = { appId: 'app0001', apiKey: 'testapikey', apiSecret: 'testapisecret' };

/** The key of the transcription endpoint. */
export const testRelayKey = 'testrelaykey';

/** The codes with which the service refuses a session. */
export const refusalCodes = {
  json: 10_160,
  audio: 10_161,
  parameter: 10_163,
  tooLong: 10_114,
  silent: 10_200,
  app: 10_313,
  tooFast: 11_202,
} as const;
type Refusal = keyof typeof refusalCodes;

/** A session that was accepted by its URL. */
export interface SpeechSession {
  /** 0 for the first session of the service. */
  number: number;
  /** The frames with sound that were received. */
  frames: number;
  /** Whether the frame with status 2 was received. */
  hasEnded: boolean;
  /** The sound that was received: 16-bit samples at 16 kHz. */
  pcm(): Int16Array;
  /** Why it was refused; null if it was not. */
  refusal: Refusal | null;
}

/** What a script may do in a session. */
export interface SpeechReplies {
  /** Sends a result. */
  result(result: IatResult): void;
  /** Sends any text. */
  raw(text: string): void;
  /** Sends an error and ends the session. */
  error(code: number): void;
  /** Ends the session as the service does after its last result. */
  close(): void;
  /** Breaks the connection. */
  destroy(): void;
}

/** A result, in the form of `dwa: 'wpgs'`. */
export interface IatResult {
  sn: number;
  /** 'apd' appends the result; 'rpl' replaces the results from `rg[0]` to `rg[1]`. */
  pgs: 'apd' | 'rpl';
  rg?: readonly [number, number];
  /** One word each. */
  words: readonly string[];
  /** Whether it is the last result. */
  isLast?: boolean;
}

/** Called after each frame; the last frame has `session.hasEnded`. */
export type SpeechScript = (session: SpeechSession, replies: SpeechReplies) => void;

/** Frames between two results of a script. */
const framesPerResult = 3;

/** A session as the service conducts one: it appends, corrects itself twice, and ends with a punctuation mark. */
export const recordedResults: readonly IatResult[] = [
  { sn: 1, pgs: 'apd', words: ['今天'] },
  { sn: 2, pgs: 'rpl', rg: [1, 1], words: ['今天', '天', '起'] },
  { sn: 3, pgs: 'rpl', rg: [1, 2], words: ['今天', '天气', '怎么样'] },
  { sn: 4, pgs: 'apd', words: ['，'] },
  { sn: 5, pgs: 'apd', words: ['我们', '去'] },
  { sn: 6, pgs: 'rpl', rg: [5, 5], words: ['我们', '去', '公园', '吧'] },
  { sn: 7, pgs: 'apd', words: ['。'], isLast: true },
];
/** What a client must have made of `recordedResults`. */
export const recordedText = '今天天气怎么样，我们去公园吧。';

/** Results that write these texts one after the other: each is first heard wrongly, then replaced. */
export const resultsOf = (texts: readonly string[]): IatResult[] => [
  ...texts.flatMap((text, at): IatResult[] => [
    { sn: 2 * at + 1, pgs: 'apd', words: [text.slice(0, 1)] },
    { sn: 2 * at + 2, pgs: 'rpl', rg: [2 * at + 1, 2 * at + 1], words: [text] },
  ]),
  { sn: 2 * texts.length + 1, pgs: 'apd', words: [''], isLast: true },
];

/** The ways in which the service can conduct a session. */
export const speechScripts = {
  /** Sends these results while it listens, and the rest at the end. */
  results(results: readonly IatResult[]): SpeechScript {
    const sent = new WeakMap<SpeechSession, number>();
    return (session, replies) => {
      const from = sent.get(session) ?? 0;
      const due = Math.min(Math.floor(session.frames / framesPerResult), results.length - 1);
      const to = session.hasEnded ? results.length : due;
      for (const result of results.slice(from, to)) replies.result(result);
      sent.set(session, to);
      if (session.hasEnded) replies.close();
    };
  },
  /** Hears nobody. */
  nothing: (session: SpeechSession, replies: SpeechReplies) => {
    if (!session.hasEnded) return;
    replies.result({ sn: 1, pgs: 'apd', words: [''], isLast: true });
    replies.close();
  },
  /** Ends the session after so many frames, as the service does after a long silence, although more would follow. */
  ends:
    (results: readonly IatResult[], afterFrames: number): SpeechScript =>
    ({ frames, hasEnded }, replies) => {
      if (frames < afterFrames && !hasEnded) return;
      results.forEach(replies.result);
      replies.close();
    },
  error:
    (code: number, afterFrames = 5): SpeechScript =>
    ({ frames, hasEnded }, replies) => {
      if (frames >= afterFrames || hasEnded) replies.error(code);
    },
  /** Breaks the connection after a first result. */
  cut:
    (afterFrames = 5): SpeechScript =>
    ({ frames, hasEnded }, replies) => {
      if (frames === 2) replies.result({ sn: 1, pgs: 'apd', words: ['一半'] });
      if (frames >= afterFrames || hasEnded) replies.destroy();
    },
  /** Accepts everything and never answers. */
  stall: () => {},
  /** Sends these texts after the first frame, whatever they are. */
  raw:
    (texts: readonly string[]): SpeechScript =>
    ({ frames, hasEnded }, replies) => {
      if (frames === 1 && !hasEnded) texts.forEach(replies.raw);
    },
  /** Sends results without end, 1,000 of `text` after each frame. */
  endless:
    (text: string): SpeechScript =>
    ({ frames }, replies) => {
      for (let count = 1; count <= 1_000; count += 1)
        replies.result({ sn: 1_000 * frames + count, pgs: 'apd', words: [text] });
    },
  /** Conducts the first session by the first script, and so on; the last one also conducts all later sessions. */
  bySession:
    (scripts: readonly [SpeechScript, ...SpeechScript[]]): SpeechScript =>
    (session, replies) =>
      scripts[Math.min(session.number, scripts.length - 1)]!(session, replies),
} satisfies Record<string, SpeechScript | ((...args: never[]) => SpeechScript)>;

/** A recording that the transcription endpoint received. */
export interface TranscriptionRequest {
  audio: Uint8Array;
  model: string;
  language: string;
}

type Transcriber = (answer: ServerResponse, request: TranscriptionRequest) => Promise<void> | void;

const sendJson = (answer: ServerResponse, status: number, body: unknown) => {
  answer.writeHead(status, { 'content-type': 'application/json' });
  answer.end(JSON.stringify(body));
};

/** The ways in which the transcription endpoint can answer. */
export const transcribers = {
  text:
    (text: unknown): Transcriber =>
    (answer) =>
      sendJson(answer, 200, { text }),
  refusal:
    (status: number): Transcriber =>
    (answer) =>
      sendJson(answer, status, { error: { message: 'secret detail of the service' } }),
  raw:
    (text: string): Transcriber =>
    (answer) => {
      answer.writeHead(200, { 'content-type': 'text/html' });
      answer.end(text);
    },
  redirect:
    (to: string): Transcriber =>
    (answer) => {
      answer.writeHead(307, { location: to });
      answer.end();
    },
  /** Sends a text without end, as fast as it is read; `sent` counts the bytes. */
  endless:
    (sent: { bytes: number }): Transcriber =>
    async (answer) => {
      answer.writeHead(200, { 'content-type': 'application/json' });
      answer.write('{"text":"');
      const piece = 'a'.repeat(16_384);
      while (!answer.destroyed) {
        sent.bytes += piece.length;
        if (!answer.write(piece)) await Promise.race([once(answer, 'drain'), once(answer, 'close')]).catch(() => {});
        // The pause between two writes lets the other end's close be noticed.
        await sleep(0);
      }
    },
  /** Sends headers and nothing else. */
  silence: (answer: ServerResponse) => {
    answer.writeHead(200, { 'content-type': 'application/json' });
    answer.flushHeaders();
  },
} satisfies Record<string, Transcriber | ((...args: never[]) => Transcriber)>;

/** Computes the signature by WebCrypto: the gateway signs with Node's crypto. */
async function expectedSignature(secret: string, text: string): Promise<string> {
  const bytes = (of: string) => new TextEncoder().encode(of);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes(secret), algorithm, false, ['sign']);
  return Buffer.from(await crypto.subtle.sign('HMAC', key, bytes(text))).toString('base64');
}

/** Signs a URL for the service. The gateway has its own implementation, which the service checks in the tests. */
export async function signTestUrl(
  { apiKey, apiSecret, url }: Pick<SpeechKeys, 'apiKey' | 'apiSecret'> & { url: string },
  now = Date.now(),
): Promise<string> {
  const signed = new URL(url);
  const [host, date] = [signed.host, new Date(now).toUTCString()];
  const signature = await expectedSignature(apiSecret, `host: ${host}\ndate: ${date}\nGET ${signed.pathname} HTTP/1.1`);
  const authorization = `api_key="${apiKey}", algorithm="hmac-sha256", headers="host date request-line", signature="${signature}"`;
  for (const [name, value] of Object.entries({
    host,
    date,
    authorization: Buffer.from(authorization).toString('base64'),
  }))
    signed.searchParams.set(name, value);
  return signed.href;
}

const authorizationPattern =
  /^api_key="([^"]*)", ?algorithm="hmac-sha256", ?headers="host date request-line", ?signature="([^"]*)"$/;

/** Why the URL is refused: the status and the message of the service; null if it is accepted. */
async function refusedUrl(
  { url = '', method, headers }: IncomingMessage,
  { apiKey, apiSecret }: SpeechKeys,
  now: number,
): Promise<{ status: 401 | 403; message: string } | null> {
  const { pathname, searchParams } = new URL(url, 'ws://service');
  const [date = '', host = '', authorization = ''] = ['date', 'host', 'authorization'].map(
    (name) => searchParams.get(name) ?? undefined,
  );
  const isDated = date.endsWith('GMT') && Math.abs(now - Date.parse(date)) <= dateTolerance;
  if (!isDated) return { status: 403, message: 'HMAC signature cannot be verified, a valid date is required' };
  const [, key, signature] = authorizationPattern.exec(Buffer.from(authorization, 'base64').toString()) ?? [];
  const expected = await expectedSignature(apiSecret, `host: ${host}\ndate: ${date}\n${method} ${pathname} HTTP/1.1`);
  if (key !== apiKey || host !== headers.host || signature !== expected)
    return { status: 401, message: 'HMAC signature does not match' };
  return null;
}

interface IatFrame {
  common?: { app_id?: unknown };
  business?: Record<string, unknown>;
  data?: { status?: unknown; format?: unknown; encoding?: unknown; audio?: unknown };
}

const requiredBusiness = {
  language: 'zh_cn',
  domain: 'iat',
  accent: 'mandarin',
  vad_eos: endSilence,
  dwa: 'wpgs',
} as const;

/** Parses a frame; null when it is not an object in JSON. */
function parseFrame(text: string): IatFrame | null {
  try {
    const frame: unknown = JSON.parse(text);
    return typeof frame === 'object' ? frame : null;
  } catch {
    return null;
  }
}

interface SessionOptions {
  number: number;
  appId: string;
  script: () => SpeechScript;
  paceTolerance: number;
}

/** Checks the frames of one session, and answers by the script. */
function createSession({ number, appId, script, paceTolerance: tolerance }: SessionOptions) {
  const sid = `iat000e${number}@test`;
  const pcm: Buffer[] = [];
  let peer: WebSocketPeer | null = null;
  let startedAt: number | null = null;
  let isShort = false;
  let isClosed = false;
  let silence: NodeJS.Timeout | undefined;
  const session: SpeechSession = {
    number,
    frames: 0,
    hasEnded: false,
    refusal: null,
    pcm() {
      const { buffer, byteOffset, byteLength } = Buffer.from(Buffer.concat(pcm));
      return new Int16Array(buffer.slice(byteOffset, byteOffset + byteLength));
    },
  };
  const end = () => {
    isClosed = true;
    clearTimeout(silence);
  };
  const close = () => {
    end();
    peer?.close();
  };
  const send = (body: object) => !isClosed && peer?.send(JSON.stringify({ sid, ...body }));
  const replies: SpeechReplies = {
    result: ({ sn, pgs, rg, words, isLast = false }) =>
      void send({
        code: 0,
        message: 'success',
        data: {
          status: isLast ? 2 : sn === 1 ? 0 : 1,
          result: {
            sn,
            pgs,
            ...(rg && { rg }),
            ls: isLast,
            bg: 0,
            ed: 0,
            ws: words.map((w) => ({ bg: 0, cw: [{ sc: 0, w }] })),
          },
        },
      }),
    raw: (text) => void (!isClosed && peer?.send(text)),
    error(code) {
      send({ code, message: `error ${code}`, data: null });
      close();
    },
    close,
    destroy() {
      end();
      peer?.destroy();
    },
  };
  function refuse(refusal: Refusal): void {
    session.refusal = refusal;
    replies.error(refusalCodes[refusal]);
  }

  /** Returns why the frame is refused; null if it is accepted. */
  function check(frame: IatFrame | null): Refusal | null {
    if (!frame) return 'json';
    const { common, business = {}, data = {} } = frame;
    const isFirst = startedAt === null;
    const { status, format, encoding, audio = '' } = data;
    if (session.hasEnded || (isFirst ? status !== 0 : status !== 1 && status !== 2)) return 'parameter';
    if (isFirst && common?.app_id !== appId) return 'app';
    if (isFirst && Object.entries(requiredBusiness).some(([name, value]) => business[name] !== value))
      return 'parameter';
    if (typeof audio !== 'string' || !/^[A-Za-z0-9+/]*={0,2}$/.test(audio)) return 'audio';
    const bytes = Buffer.from(audio, 'base64');
    if (bytes.length > 0 && (format !== 'audio/L16;rate=16000' || encoding !== 'raw')) return 'parameter';
    // Only the last frame with sound may be shorter, and only the one that ends the session may be empty.
    if (bytes.length > frameBytes || bytes.length % 2 !== 0 || (isShort && bytes.length > 0)) return 'audio';
    if (bytes.length === 0 && status !== 2) return 'audio';
    const now = performance.now();
    startedAt ??= now;
    if (bytes.length > 0) {
      if (session.frames * frameEvery - (now - startedAt) > tolerance) return 'tooFast';
      if ((session.frames + 1) * frameEvery > sessionMax) return 'tooLong';
      session.frames += 1;
      pcm.push(bytes);
      isShort = bytes.length < frameBytes;
    }
    session.hasEnded = status === 2;
    return null;
  }

  return {
    session,
    open(opened: WebSocketPeer) {
      peer = opened;
    },
    receive(text: string): void {
      if (isClosed) return;
      clearTimeout(silence);
      const refusal = check(parseFrame(text));
      if (refusal) return refuse(refusal);
      if (!session.hasEnded) silence = setTimeout(() => refuse('silent'), silenceTimeout);
      script()(session, replies);
    },
    end,
  };
}

export type SpeechService = Awaited<ReturnType<typeof startSpeechService>>;

interface ServiceOptions {
  keys?: SpeechKeys;
  clock?: () => number;
  /** Infinity accepts frames at any pace. */
  pace?: number;
}

/** Starts the service; `script` and `transcriber` are the current ones and can be replaced. */
export async function startSpeechService({
  keys = testKeys,
  clock = Date.now,
  pace = paceTolerance,
}: ServiceOptions = {}) {
  const sockets = new Set<Duplex>();
  const service = {
    script: speechScripts.results(recordedResults) as SpeechScript,
    transcriber: transcribers.text(recordedText) as Transcriber,
    /** Sessions whose URL was accepted, oldest first. */
    sessions: [] as SpeechSession[],
    /** The messages with which URLs were refused. */
    refusedUrls: [] as string[],
    /** Recordings that the transcription endpoint accepted. */
    transcriptions: [] as TranscriptionRequest[],
    /** The settings of a gateway: `createGateway({ speech })`. */
    iat: { provider: 'iat' as const, ...keys, url: '' },
    relay: { provider: 'relay' as const, baseUrl: '', key: testRelayKey, model: 'whisper-test' },
    /** The same as environment variables of the gateway's process. */
    environment: { iat: {} as Record<string, string>, relay: {} as Record<string, string> },
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    const isIat = new URL(request.url ?? '', 'ws://service').pathname === iatPath;
    const refused = isIat
      ? await refusedUrl(request, keys, clock())
      : { status: 404 as const, message: 'no Route matched' };
    if (refused) {
      service.refusedUrls.push(refused.message);
      const body = JSON.stringify({ message: refused.message });
      socket.end(
        `HTTP/1.1 ${refused.status} Refused\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
      );
      return;
    }
    const { session, open, receive, end } = createSession({
      number: service.sessions.length,
      appId: keys.appId,
      script: () => service.script,
      paceTolerance: pace,
    });
    service.sessions.push(session);
    open(acceptWebSocket(request, socket, head, { onText: receive, onEnd: end }));
  }

  /** Returns the recording. @throws Error for a request that the endpoint does not accept. */
  async function readTranscription(request: IncomingMessage): Promise<TranscriptionRequest> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const headers = { 'content-type': request.headers['content-type'] ?? '' };
    const form = await new Response(Buffer.concat(parts), { headers }).formData();
    const [file, model, format] = ['file', 'model', 'response_format'].map((name) => form.get(name));
    if (!(file instanceof File) || !file.name.endsWith('.mp3')) throw new Error('no mp3 file');
    const audio = new Uint8Array(await file.arrayBuffer());
    const isMp3 =
      (audio[0] === 0xff && (audio[1]! & 0xe0) === 0xe0) || Buffer.from(audio.slice(0, 3)).toString() === 'ID3';
    if (!isMp3) throw new Error('not mp3');
    if (model !== service.relay.model || format !== 'json') throw new Error('unknown model or format');
    return { audio, model: service.relay.model, language: String(form.get('language') ?? '') };
  }

  async function serve(request: IncomingMessage, answer: ServerResponse): Promise<void> {
    if (request.method !== 'POST' || request.url !== transcriptionPath) return sendJson(answer, 404, {});
    if (request.headers.authorization !== `Bearer ${testRelayKey}`) return sendJson(answer, 401, {});
    const transcription = await readTranscription(request).catch(() => null);
    if (!transcription) return sendJson(answer, 400, {});
    service.transcriptions.push(transcription);
    await service.transcriber(answer, transcription);
  }

  const server = createServer((request, answer) => void serve(request, answer).catch(() => answer.destroy()));
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    void upgrade(request, socket, head).catch(() => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  service.iat.url = `ws://127.0.0.1:${port}${iatPath}`;
  service.relay.baseUrl = `http://127.0.0.1:${port}/v1`;
  service.environment.iat = {
    SPEECH_IAT_APP_ID: keys.appId,
    SPEECH_IAT_API_KEY: keys.apiKey,
    SPEECH_IAT_API_SECRET: keys.apiSecret,
    SPEECH_IAT_URL: service.iat.url,
  };
  service.environment.relay = {
    SPEECH_BASE_URL: service.relay.baseUrl,
    SPEECH_API_KEY: testRelayKey,
    SPEECH_MODEL: service.relay.model,
  };
  return service;
}
