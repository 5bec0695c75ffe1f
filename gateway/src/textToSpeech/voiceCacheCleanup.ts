// Deletes the cached sound of removed voices, on every gateway: each has a cache of its own.
import { subjects } from '../core/bus.ts';
import type { GatewayBase } from '../db/gatewayBase.ts';
import type { SpeechCache } from './speechCache.ts';
import type { Synthesizer } from './synthesizer.ts';

interface VoiceCacheCleanupPorts extends Pick<GatewayBase, 'db' | 'bus' | 'onError' | 'onClose'> {
  synthesizer: Pick<Synthesizer, 'voices'>;
  speechCache: Pick<SpeechCache, 'removeVoice' | 'retainVoices'>;
}

/** A gateway whose bus is full drops hints without a sign to the others, so they look now and then. */
const lookEvery = 60 * 60 * 1_000;

export function createVoiceCacheCleanup({
  db,
  bus,
  synthesizer,
  speechCache,
  onError,
  onClose,
}: VoiceCacheCleanupPorts) {
  let running: Promise<void> = Promise.resolve();

  /** Finds what a lost hint would have announced. */
  async function removeUnknownVoices(): Promise<void> {
    const cloned = await db.selectFrom('cloned_voice').select('voice').execute();
    await speechCache.retainVoices([...synthesizer.voices.map(({ id }) => id), ...cloned.map(({ voice }) => voice)]);
  }
  const look = () => {
    running = running.then(removeUnknownVoices).catch(onError);
  };

  const unsubscribe = bus.subscribe(subjects.voices, (hint) => {
    if (hint.kind === 'voiceRemoved') void speechCache.removeVoice(hint.voice).catch(onError);
  });
  bus.onReconnect(look);
  const timer = bus.connection() === 'local' ? undefined : setInterval(look, lookEvery).unref();
  onClose(async () => {
    unsubscribe();
    clearInterval(timer);
    await running;
  });

  return {
    /** Deletes the cached sound of a voice, which will not be used again; at the other gateways soon. */
    async removeVoice(voice: string): Promise<void> {
      await speechCache.removeVoice(voice);
      bus.publish(subjects.voices, { kind: 'voiceRemoved', voice });
    },
  };
}
