// The services of text to speech: what computes voices, and what speaks with them.
import { join } from 'node:path';
import type { GatewayBase } from '../db/gatewayBase.ts';
import { createEmbeddedSynthesizer } from './embeddedSynthesizer.ts';
import { createOpenAiSynthesizer, type TextToSpeechSettings } from './openAiSynthesizer.ts';
import { createSpeechCache } from './speechCache.ts';
import { createSpokenVoices, type VoiceOwners } from './spokenVoices.ts';
import type { Synthesizer, VoiceCloning } from './synthesizer.ts';
import { createVoiceCacheCleanup } from './voiceCacheCleanup.ts';

interface SynthesisOptions {
  dataDir: string;
  /** The service that computes voices; without it this server does. */
  textToSpeech: TextToSpeechSettings | undefined;
  /** Null where the service cannot clone voices. */
  cloning: VoiceCloning | null;
  /** Replaces the synthesizer in tests. */
  synthesizer: Synthesizer | undefined;
}

export type SynthesisServices = ReturnType<typeof createSynthesisServices>;

export function createSynthesisServices(
  base: GatewayBase,
  { dataDir, textToSpeech, cloning, synthesizer: synthesizerOverride }: SynthesisOptions,
) {
  const { limits, onClose, onError } = base;
  const speechCache = createSpeechCache({ folder: join(dataDir, 'speech-cache'), limits, onError });
  function createSynthesizer(): Synthesizer {
    if (textToSpeech) return createOpenAiSynthesizer(textToSpeech, { limits, cloning });
    const embedded = createEmbeddedSynthesizer({ limits });
    onClose(embedded.close);
    return embedded;
  }
  const synthesizer = synthesizerOverride ?? createSynthesizer();
  const { removeVoice } = createVoiceCacheCleanup({ ...base, synthesizer, speechCache });
  return { synthesizer, speechCache, removeVoice };
}

export function createTextToSpeechServices(base: GatewayBase, synthesis: SynthesisServices, owners: VoiceOwners) {
  const spokenVoices = createSpokenVoices({ ...base, ...synthesis, ...owners });
  base.onSweep(spokenVoices.dropOld);
  return { spokenVoices };
}
