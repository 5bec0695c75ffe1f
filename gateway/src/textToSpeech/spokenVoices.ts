// Speaks messages and samples of voices for accounts, within their daily quota.
import { setTimeout as sleep } from 'node:timers/promises';
import type { AiVoiceChunk, CreateAIVoiceTextRequest, Input, Notify, Speak } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { checkMessageId, checkText } from '../core/checks.ts';
import { createKeyedConcurrencyLimit } from '../core/keyedConcurrencyLimit.ts';
import type { GatewayBase } from '../db/gatewayBase.ts';
import { speakableSentences } from './speakableText.ts';
import type { SpeechCache } from './speechCache.ts';
import { createSpokenMessages, type SpokenRef, type SpokenText } from './spokenMessages.ts';
import type { Pcm, Synthesizer } from './synthesizer.ts';
import { voiceChunks } from './voiceChunks.ts';
import { createVoiceQuota } from './voiceQuota.ts';
import { createVoiceStream, type VoiceStream } from './voiceStream.ts';

export interface ChosenVoice {
  /** As the synthesizer names it. */
  voice: string;
  /** Whether it imitates a person's. */
  cloned: boolean;
}

/** The voices of bots and people. */
export interface VoiceOwners {
  /** The voice in which this listener hears a bot. */
  voiceOf(bot: string, listener: string): Promise<ChosenVoice>;
  /**
   * The voice with this id; the default one if it is empty.
   * @throws Fault BAD_REQUEST for a voice that is neither the server's nor this account's own
   */
  voiceForSample(identifier: string, id: string): Promise<ChosenVoice>;
}

interface SpokenVoicesPorts
  extends Pick<GatewayBase, 'db' | 'bus' | 'clock' | 'limits' | 'rateLimits' | 'onError'>, VoiceOwners {
  synthesizer: Synthesizer;
  speechCache: SpeechCache;
}

/** Starts a stream on a connection, which passes a function that sends to its device. */
export type StartVoice = (push: (notify: Input<Notify>) => void) => VoiceStream;

export type SpokenVoices = ReturnType<typeof createSpokenVoices>;

export function createSpokenVoices(ports: SpokenVoicesPorts) {
  const { synthesizer, speechCache, voiceOf, voiceForSample, limits, rateLimits, onError } = ports;
  const messages = createSpokenMessages(ports);
  const quota = createVoiceQuota(ports);
  const starts = rateLimits.perKey('voicesOfAccount', { perMinute: limits.voiceStartsPerMinute });
  /** The synthesizer's queue has at most one sentence of an account, so that nobody waits for all of another's. */
  const runInTurn = createKeyedConcurrencyLimit({ waitingMax: limits.synthesesWaitingMax });
  const defaultVoice: ChosenVoice = { voice: synthesizer.voices[0]!.id, cloned: false };

  /** Charges only what is computed: everybody who hears the same sentence again hears the cached sound. */
  const speaker =
    (identifier: string, { voice }: ChosenVoice, signal = new AbortController().signal) =>
    async (text: string): Promise<Pcm> => {
      const key = { synthesizer: `${synthesizer.name} ${synthesizer.host}`, voice, text };
      return (
        (await speechCache.get(key)) ??
        runInTurn(identifier, async () => {
          signal.throwIfAborted();
          // Another call of this account may have computed it meanwhile.
          const cached = await speechCache.get(key);
          if (cached) return cached;
          await quota.charge(identifier, text.length);
          const pcm = await synthesizer.synthesize({ text, voice, signal }).catch(async (thrown: unknown) => {
            if (!signal.aborted) await quota.refund(identifier, text.length).catch(onError);
            throw thrown;
          });
          await speechCache.put(key, pcm);
          return pcm;
        })
      );
    };

  /** @throws Fault TOO_MANY, so that an account cannot start streams all the time */
  async function countStart(identifier: string): Promise<void> {
    if (!(await starts.allow(identifier))) throw new Fault('TOO_MANY');
  }

  const chooseVoice = async ({ identifier }: SpokenRef, { bot }: SpokenText): Promise<ChosenVoice> =>
    bot === null ? defaultVoice : voiceOf(bot, identifier);

  /** A voice that imitates a person can be deleted, or withheld from the listener, while it speaks. @throws Fault */
  async function checkClone(ref: SpokenRef, found: SpokenText, { voice, cloned }: ChosenVoice): Promise<void> {
    if (cloned && (await chooseVoice(ref, found)).voice !== voice) throw new Fault('VOICE_FAILED');
  }

  async function speakSample(identifier: string, { voice: id, text }: { voice: string; text: string }) {
    const sample = checkText(text, limits.voiceSampleTextMax);
    const chosen = await voiceForSample(identifier, id);
    const sentences = speakableSentences({ text: sample, hasEnded: true }, limits);
    if (sentences.length === 0) throw new Fault('VOICE_NO_TEXT');
    const speak = speaker(identifier, chosen);
    const sounds: Uint8Array[] = [];
    for (const sentence of sentences) sounds.push(new Uint8Array((await speak(sentence.text)).buffer));
    return { pcm: Buffer.concat(sounds), cloned: chosen.cloned, more: false };
  }

  /**
   * Returns the next chunks of a message, as far as they are there in time; of an answer that is being written only those
   * of whole sentences. A sentence that is still being computed then is in the cache when the next call asks for it.
   */
  async function speakRest(ref: SpokenRef, from: number) {
    const found = await messages.find(ref);
    const chosen = await chooseVoice(ref, found);
    const over = new AbortController();
    const deadline = sleep(limits.voiceReplyWithin, null, { signal: over.signal }).catch(() => null);
    const sounds: Uint8Array[] = [];
    let more = true;
    async function* sentences() {
      for (const sentence of speakableSentences(found, limits)) {
        if (over.signal.aborted) return;
        yield sentence;
      }
    }
    const chunks = voiceChunks(sentences(), { speak: speaker(ref.identifier, chosen), from });
    try {
      while (more && sounds.length < limits.voiceReplyChunks) {
        const next = await Promise.race([chunks.next(), deadline]);
        // The end of what an answer consists of so far is not the end of a chunk.
        if (!next?.value || (next.value.last && !found.hasEnded)) break;
        sounds.push(next.value.pcm);
        more = !next.value.last;
      }
    } catch (thrown) {
      // What was computed before is returned; the next call fails.
      if (sounds.length === 0) throw thrown;
    } finally {
      over.abort();
      void chunks.return(undefined).catch(() => undefined);
    }
    return { pcm: Buffer.concat(sounds), cloned: chosen.cloned, more };
  }

  return {
    dropOld: quota.dropOld,

    /**
     * Returns a function that starts to speak a message.
     * @throws Fault BAD_REQUEST, TOO_MANY, NO_MESSAGE, VOICE_SEALED, VOICE_NO_TEXT
     */
    async open(
      identifier: string,
      { id, conversationId, messageId, from }: Speak,
    ): Promise<{ cloned: boolean; start: StartVoice }> {
      checkMessageId(id);
      if (from < 0) throw new Fault('BAD_REQUEST');
      await countStart(identifier);
      const ref = { identifier, conversation: conversationId, message: messageId };
      const found = await messages.find(ref);
      const chosen = await chooseVoice(ref, found);
      return {
        cloned: chosen.cloned,
        start(push) {
          const stream = createVoiceStream({
            id,
            from,
            open(signal) {
              const speakSentence = speaker(identifier, chosen, signal);
              const speak = async (text: string) => {
                await checkClone(ref, found, chosen);
                return speakSentence(text);
              };
              return voiceChunks(messages.follow(ref, found, signal), { speak, from });
            },
            send: (aiVoice: Input<AiVoiceChunk>) => push({ type: 'aiVoice', conversationId, aiVoice }),
            limits,
            onEnd: () => unwatch(),
            onError,
          });
          const unwatch = messages.watch(ref, found, stream.fail);
          return stream;
        },
      };
    },

    /**
     * Speaks a sample of a voice, or the next part of a message.
     * @throws Fault BAD_REQUEST, TOO_MANY, and those of the message, the quota and the synthesizer
     */
    async speakText(
      identifier: string,
      { voice, text, conversationId, messageId, from }: CreateAIVoiceTextRequest,
    ): Promise<{ pcm: Uint8Array; cloned: boolean; more: boolean }> {
      if ((text === '') === (messageId === '') || from < 0) throw new Fault('BAD_REQUEST');
      await countStart(identifier);
      const speaking =
        messageId === ''
          ? speakSample(identifier, { voice, text })
          : speakRest({ identifier, conversation: conversationId, message: messageId }, from);
      return speaking.catch((thrown: unknown) => {
        if (thrown instanceof Fault && thrown.code === 'VOICE_FAILED') onError(thrown.cause);
        throw thrown;
      });
    },
  };
}
