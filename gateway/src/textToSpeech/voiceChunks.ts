// Cuts the sound of sentences into numbered chunks of equal length.
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import type { Sentence } from './speakableText.ts';
import type { Pcm } from './synthesizer.ts';

export interface VoiceChunk {
  number: number;
  /** 16-bit samples, little endian. */
  pcm: Uint8Array;
  last: boolean;
  /** The sentence at the beginning of the chunk. */
  textFrom: number;
  textTo: number;
}

interface SpokenSentence extends Sentence {
  pcm: Pcm;
}

/** Silence between two sentences: 100 ms. */
const pause = new Int16Array(limits.speechSampleRate / 10);

/** Computes the next sentence while the one before is used. */
async function* speakAhead(
  sentences: AsyncIterable<Sentence>,
  speak: (text: string) => Promise<Pcm>,
): AsyncGenerator<SpokenSentence> {
  const iterator = sentences[Symbol.asyncIterator]();
  const load = async (): Promise<SpokenSentence | null> => {
    const { done, value } = await iterator.next();
    return done ? null : { ...value, pcm: await speak(value.text) };
  };
  let loading = load();
  try {
    for (;;) {
      const spoken = await loading;
      if (!spoken) return;
      loading = load();
      // The error is thrown when this sentence is due.
      loading.catch(() => undefined);
      yield spoken;
    }
  } finally {
    void iterator.return?.().catch(() => undefined);
  }
}

/**
 * Yields the chunks from number `from` on. All are full but the last, which can be empty. The number of a chunk depends
 * only on the text and the sound of its sentences, so that another connection can continue.
 * @throws Fault VOICE_NO_TEXT if there is no sentence; what `speak` throws
 */
export async function* voiceChunks(
  sentences: AsyncIterable<Sentence>,
  { speak, from }: { speak: (text: string) => Promise<Pcm>; from: number },
): AsyncGenerator<VoiceChunk> {
  let [number, filled] = [0, 0];
  let chunk = new Int16Array(limits.voiceChunkSamples);
  let [textFrom, textTo] = [-1, 0];

  function take(last: boolean): VoiceChunk {
    const taken = {
      number,
      pcm: new Uint8Array(chunk.buffer, 0, filled * chunk.BYTES_PER_ELEMENT),
      last,
      textFrom: Math.max(textFrom, 0),
      textTo,
    };
    number += 1;
    filled = 0;
    chunk = new Int16Array(limits.voiceChunkSamples);
    return taken;
  }

  for await (const spoken of speakAhead(sentences, speak)) {
    for (const sound of textFrom === -1 ? [spoken.pcm] : [pause, spoken.pcm]) {
      for (let at = 0; at < sound.length;) {
        if (filled === 0) [textFrom, textTo] = [spoken.from, spoken.to];
        const part = sound.subarray(at, at + chunk.length - filled);
        chunk.set(part, filled);
        filled += part.length;
        at += part.length;
        if (filled < chunk.length) continue;
        const full = take(false);
        if (full.number >= from) yield full;
      }
    }
  }
  if (textFrom === -1) throw new Fault('VOICE_NO_TEXT');
  const end = take(true);
  // A device that asks for more than there is learns that it has everything.
  yield end.number >= from ? end : { ...end, number: from, pcm: new Uint8Array(0) };
}
