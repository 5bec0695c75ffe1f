// Messages that are spoken: receives the chunks of a voice, which may arrive out of order, twice, or not at all, and
// emits them to pages in order, without gaps.
import type { AccountCalls } from '@amber/client/bus';
import { isSealedMessage, type MessageRow, type SpokenSentence } from '@amber/client/db';
import type { AiVoiceChunk, CreateAIVoiceTextReply } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { filter } from 'rxjs';
import type { AccountContext } from '../kit/accountContext.ts';
import { createDelayedTasks, type DelayedTasks } from '../kit/delayedTasks.ts';
import { isSealed } from '../rows/people/privateChats.ts';
import type { Socket } from '../session/socket.ts';
import { durationOf, samplesMax } from './samples.ts';
import { isGrowing, readSound, type SpokenText, spokenTextOf, storeSound } from './spokenSound.ts';

export interface SpokenMessagesPorts extends Pick<
  AccountContext,
  'db' | 'me' | 'api' | 'clock' | 'now' | 'emit' | 'warn' | 'connected'
> {
  socket: Pick<Socket, 'request' | 'registered$'>;
}

/** See the calls of the same names in `AccountCalls`. */
export interface SpokenMessages {
  speak: AccountCalls['speak'];
  stopSpeaking: AccountCalls['stopSpeaking'];
  /** Processes a chunk that has arrived. */
  receiveVoice(chunk: AiVoiceChunk): void;
  close(): void;
}

type SpeakRequest = Parameters<AccountCalls['speak']>[0];

/** A voice that is arriving. There is one at a time. */
interface VoiceStream {
  id: string;
  conversationId: string;
  messageId: string;
  spoken: SpokenText;
  /** 'socket': chunks arrive as pushes. 'call': calls fetch the rest, because this device was too slow. */
  source: 'socket' | 'call';
  /** Resolves with whether the voice imitates a person's, once the gateway has accepted the stream. */
  opened: Promise<boolean>;
  /** The first chunk that is missing, and the one that was acknowledged last. */
  next: number;
  acked: number;
  /** Chunks that arrived after a missing one, by number. */
  buffered: Map<number, AiVoiceChunk>;
  /** How often the first missing chunk was asked for again. */
  repeats: number;
  /** When the latest chunk arrived. */
  arrivedAt: number;
  /** All samples so far; null if they will not be stored, because they are too many or begin in the middle. */
  samples: Int16Array[] | null;
  /** The sentences of these samples. */
  sentences: SpokenSentence[];
  /** The number of samples so far. */
  length: number;
  tasks: DelayedTasks;
}

/** A voice takes 0.4 s for a character at most; a gateway that sends more is wrong. */
const chunksMax = 2 * limits.spokenTextMax;
/** The number of chunks after which they are acknowledged at once. */
const ackChunks = 5;
/** Milliseconds until a missing chunk is asked for again; it doubles with each of the `repeatsMax` times. */
const repeatAfter = 150;
const repeatsMax = 5;
/** How often the stream is watched, and the longest times without a chunk, in milliseconds. */
const watchEvery = 3_000;
const silenceMax = { connected: 15_000, offline: 60_000, growing: limits.streamCacheFor + 15_000 };
/** The final state of an answer may arrive after its voice. */
const storeAfter = 2_000;
const storeAttempts = 5;
/** Milliseconds until the next part of an answer that is being written is asked for, and how often that may be in vain. */
const partAfter = 1_200;
const emptyPartsMax = 50;
const chunkBytes = limits.voiceChunkSamples * Int16Array.BYTES_PER_ELEMENT;

const idPattern = /^[\w-]{24}$/;

/** Returns the samples of a chunk: little endian, as every platform with a browser has them. */
const toSamples = (pcm: Uint8Array): Int16Array<ArrayBuffer> => new Int16Array(pcm.slice().buffer);

function concatSamples(parts: readonly Int16Array[]): Int16Array {
  const all = new Int16Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

const isWholeSamples = ({ length }: Uint8Array): boolean => length % Int16Array.BYTES_PER_ELEMENT === 0;

/** Whether the chunk can be what it says; another one counts as lost. */
const isValid = ({ pcm, last }: AiVoiceChunk): boolean =>
  isWholeSamples(pcm) && pcm.length <= chunkBytes && (last || pcm.length > 0);

/** Returns the sentence, or zeros if the offsets cannot be those of one. */
const sentenceOf = ({ textFrom, textTo }: Pick<AiVoiceChunk, 'textFrom' | 'textTo'>) =>
  textFrom >= 0 && textFrom < textTo && textTo <= limits.textMax ? { textFrom, textTo } : { textFrom: 0, textTo: 0 };

export function createSpokenMessages(ports: SpokenMessagesPorts): SpokenMessages {
  const { db, me, api, clock, now, emit, warn, connected, socket } = ports;
  let current: VoiceStream | undefined;
  /** The ids of the calls that have not begun their stream yet. */
  const starting = new Set<string>();
  const storing = createDelayedTasks(clock);

  const isCurrent = (stream: VoiceStream): boolean => stream === current;

  function end(stream: VoiceStream): void {
    stream.tasks.close();
    if (isCurrent(stream)) current = undefined;
  }

  function emitChunk(
    { id }: VoiceStream,
    number: number,
    pcm: Int16Array,
    { last = false, fault = '', ...sentence }: Partial<Pick<AiVoiceChunk, 'last' | 'fault' | 'textFrom' | 'textTo'>>,
  ): void {
    emit({ type: 'aiVoice', id, number, pcm, last, fault, textFrom: 0, textTo: 0, ...sentence });
  }

  function fail(stream: VoiceStream, fault: string): void {
    if (!isCurrent(stream)) return;
    end(stream);
    emitChunk(stream, stream.next, new Int16Array(0), { last: true, fault });
  }

  /** An acknowledgement that is lost is followed by another one, so its failure is of no interest. */
  function acknowledge(stream: VoiceStream, more: { again?: boolean; stop?: boolean } = {}): void {
    stream.tasks.cancel('ack');
    stream.acked = stream.next;
    socket.request('voiceAck', { id: stream.id, next: stream.next, ...more }).catch(() => {});
  }

  /** Ends a stream that the gateway may still be sending. */
  function abandon(stream: VoiceStream, fault: string): void {
    if (stream.source === 'socket') acknowledge(stream, { stop: true });
    fail(stream, fault);
  }

  function store(stream: VoiceStream, attempt = 0): void {
    const { messageId, spoken, samples, sentences, opened } = stream;
    if (!samples) return;
    const write = async () => {
      const message = await db.messages.get(messageId);
      if (message && isGrowing(spokenTextOf(message)) && attempt < storeAttempts)
        return storing.schedule(messageId, storeAfter, () => store(stream, attempt + 1));
      const cloned = await opened;
      const sound = { samples: concatSamples(samples), sentences, cloned };
      await storeSound(db, { ...sound, id: messageId, spoken, now: now() });
    };
    write().catch(warn('database'));
  }

  /** Emits the samples that come next. */
  function append(stream: VoiceStream, chunk: Parameters<typeof emitChunk>[3], pcm: Int16Array): void {
    const { next, samples, sentences, length } = stream;
    const { textFrom = 0, textTo = 0 } = chunk;
    const sentence = sentences.at(-1);
    if (sentence?.textFrom !== textFrom || sentence.textTo !== textTo)
      sentences.push({ at: durationOf(length), textFrom, textTo });
    stream.length += pcm.length;
    stream.next += 1;
    stream.repeats = 0;
    samples?.push(pcm);
    // One chunk for each that was emitted: the longest sound that is stored has a bounded length.
    if (samples && stream.next * limits.voiceChunkSamples > samplesMax) stream.samples = null;
    if (chunk.last) end(stream);
    emitChunk(stream, next, pcm, chunk);
    if (chunk.last && !chunk.fault) store(stream);
  }

  /** Emits the chunks of a part of the rest. @throws Fault VOICE_FAILED if it cannot be one */
  function appendPart(stream: VoiceStream, { pcm, more }: CreateAIVoiceTextReply): void {
    // The next part begins with the chunk after those of this one, so that they must be full.
    if (pcm.length % (more ? chunkBytes : Int16Array.BYTES_PER_ELEMENT) !== 0) throw new Fault('VOICE_FAILED');
    const samples = toSamples(pcm);
    const count = Math.max(more ? 0 : 1, Math.ceil(samples.length / limits.voiceChunkSamples));
    if (stream.next + count > chunksMax) throw new Fault('VOICE_FAILED');
    for (let number = 0; number < count; number += 1) {
      const start = number * limits.voiceChunkSamples;
      const last = !more && number === count - 1;
      append(stream, { last }, samples.slice(start, start + limits.voiceChunkSamples));
    }
  }

  /** Fetches the rest by calls, part by part: the gateway has stopped to send it, or a chunk does not arrive. */
  async function fetchRest(stream: VoiceStream): Promise<void> {
    if (stream.source === 'call') return;
    stream.source = 'call';
    for (const name of ['ack', 'again', 'watch']) stream.tasks.cancel(name);
    stream.buffered.clear();
    const { conversationId, messageId } = stream;
    try {
      for (let emptyParts = 0; emptyParts < emptyPartsMax;) {
        const part = await api.aiBot.createAIVoiceText({ conversationId, messageId, from: stream.next });
        if (!isCurrent(stream)) return;
        appendPart(stream, part);
        if (!part.more) return;
        if (part.pcm.length > 0) continue;
        // The answer is still being written.
        emptyParts += 1;
        await new Promise<void>((resolve) => stream.tasks.schedule('part', partAfter, resolve));
      }
      throw new Fault('VOICE_FAILED');
    } catch (thrown) {
      fail(stream, Fault.of(thrown).code);
    }
  }

  /** Asks for the first missing chunk again while later ones wait for it. */
  function watchGap(stream: VoiceStream): void {
    if (stream.buffered.size === 0) return void stream.tasks.cancel('again');
    stream.tasks.schedule('again', repeatAfter * 2 ** stream.repeats, () => {
      if (stream.repeats >= repeatsMax) {
        acknowledge(stream, { stop: true });
        return void fetchRest(stream);
      }
      stream.repeats += 1;
      acknowledge(stream, { again: true });
      watchGap(stream);
    });
  }

  async function longestSilence({ messageId }: VoiceStream): Promise<number> {
    if (!connected()) return silenceMax.offline;
    const message = await db.messages.get(messageId);
    return message && isGrowing(spokenTextOf(message)) ? silenceMax.growing : silenceMax.connected;
  }

  /** Repeats the acknowledgement while nothing arrives, in case it was lost, and gives up in the end. */
  function watch(stream: VoiceStream): void {
    stream.tasks.schedule('watch', watchEvery, () => {
      const check = async () => {
        const silence = now() - stream.arrivedAt;
        const isOver = silence >= silenceMax.connected && silence >= (await longestSilence(stream));
        if (!isCurrent(stream) || stream.source !== 'socket') return;
        if (isOver) return abandon(stream, connected() ? 'VOICE_FAILED' : 'NO_RESPONSE');
        if (silence >= watchEvery && connected()) acknowledge(stream);
        watch(stream);
      };
      check().catch(warn('database'));
    });
  }

  /** Asks the gateway for the stream, from the first missing chunk on. */
  async function open({ id, conversationId, messageId, next }: VoiceStream): Promise<boolean> {
    return (await socket.request('speak', { id, conversationId, messageId, from: next })).cloned;
  }

  const subscription = socket.registered$.pipe(filter(() => current?.source === 'socket')).subscribe(() => {
    const stream = current!;
    // The stream has ended with its connection. What was buffered comes again.
    stream.buffered.clear();
    stream.tasks.cancel('again');
    stream.tasks.cancel('ack');
    open(stream).catch((thrown: unknown) => {
      const fault = Fault.of(thrown);
      // After a fault of the network, the next connection tries again, or the watch gives up.
      if (fault.kind !== 'network') fail(stream, fault.code);
    });
  });

  /** Returns a message that the gateway can read. @throws Fault VOICE_SEALED, VOICE_NO_TEXT, NO_MESSAGE */
  async function requireOpenMessage({ conversationId, messageId }: SpeakRequest): Promise<MessageRow> {
    const [message, conversation] = await Promise.all([
      db.messages.get(messageId),
      db.conversations.get(conversationId),
    ]);
    if (!message || !conversation || message.conversationId !== conversationId || message.seq === 0)
      throw new Fault('NO_MESSAGE');
    // A sealed message never leaves the device, not even its id.
    if (isSealedMessage(message) || isSealed(conversation, me)) throw new Fault('VOICE_SEALED');
    const { text, answer } = spokenTextOf(message);
    const isText = message.content.type === 'text' || answer !== null;
    if (!isText || message.withdrawn || (text.trim() === '' && answer?.state !== 'writing'))
      throw new Fault('VOICE_NO_TEXT');
    return message;
  }

  async function begin({ id, conversationId, messageId, from = 0 }: SpeakRequest, message: MessageRow) {
    if (current) fail(current, 'CANCELLED');
    const stream: VoiceStream = {
      id,
      conversationId,
      messageId,
      spoken: spokenTextOf(message),
      source: 'socket',
      opened: Promise.resolve(false),
      next: from,
      acked: from,
      buffered: new Map(),
      repeats: 0,
      arrivedAt: now(),
      samples: from === 0 ? [] : null,
      sentences: [],
      length: 0,
      tasks: createDelayedTasks(clock),
    };
    // Chunks may arrive before the answer is processed.
    current = stream;
    stream.opened = open(stream);
    try {
      const cloned = await stream.opened;
      if (isCurrent(stream)) watch(stream);
      return { sound: null, cloned };
    } catch (thrown) {
      end(stream);
      throw thrown;
    }
  }

  return {
    async speak(request) {
      const { id, from = 0 } = request;
      const isRequest =
        idPattern.test(id) &&
        typeof request.conversationId === 'string' &&
        typeof request.messageId === 'string' &&
        Number.isSafeInteger(from) &&
        from >= 0 &&
        from < chunksMax;
      if (!isRequest) throw new Fault('BAD_REQUEST');
      if (current?.id === id) return { sound: null, cloned: await current.opened };
      starting.add(id);
      try {
        const message = await requireOpenMessage(request);
        const stored = from === 0 ? await readSound(db, message, now()) : null;
        // It may have been stopped meanwhile.
        if (!starting.has(id)) throw new Fault('CANCELLED');
        if (stored) return stored;
        return await begin(request, message);
      } finally {
        starting.delete(id);
      }
    },

    async stopSpeaking({ id }) {
      starting.delete(id);
      const stream = current;
      if (stream?.id !== id) return;
      if (stream.source === 'socket') acknowledge(stream, { stop: true });
      end(stream);
    },

    receiveVoice(chunk) {
      const stream = current;
      if (!stream || stream.source !== 'socket' || chunk.id !== stream.id || !isValid(chunk)) return;
      stream.arrivedAt = now();
      const { buffered } = stream;
      const { number } = chunk;
      // The gateway sends no chunk beyond the window. One that was received already is dropped.
      if (number < stream.next || number >= stream.next + limits.voiceWindow) return;
      if (chunk.fault === 'VOICE_BEHIND') return void fetchRest(stream);
      if (number >= chunksMax) return abandon(stream, 'VOICE_FAILED');
      if (!buffered.has(number)) buffered.set(number, chunk);
      for (let next = buffered.get(stream.next); next; next = buffered.get(stream.next)) {
        buffered.delete(stream.next);
        const { last, fault, pcm } = next;
        append(stream, { last, fault, ...sentenceOf(next) }, toSamples(pcm));
        if (last) return acknowledge(stream);
        stream.tasks.cancel('again');
      }
      if (stream.next - stream.acked >= ackChunks) acknowledge(stream);
      else if (stream.next > stream.acked)
        stream.tasks.schedule('ack', limits.voiceAckEvery, () => acknowledge(stream));
      watchGap(stream);
    },

    close() {
      subscription.unsubscribe();
      starting.clear();
      storing.close();
      if (current) end(current);
    },
  };
}
