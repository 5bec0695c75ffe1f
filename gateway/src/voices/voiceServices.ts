// The services of voices of one's own: recordings, clones, and their removal.
import type { Bots } from '../bots/bots.ts';
import type { GatewayBase } from '../db/gatewayBase.ts';
import type { MessageServices } from '../messages/messageServices.ts';
import type { Synthesizer } from '../textToSpeech/synthesizer.ts';
import { createOwnVoices } from './ownVoices.ts';
import { createRecordings } from './recordings.ts';
import { createVoiceRemovals } from './voiceRemovals.ts';

interface VoicePorts extends Pick<MessageServices, 'notices'> {
  bots: Pick<Bots, 'resetVoice'>;
  synthesizer: Synthesizer;
  /** Deletes the cached sound of one voice. */
  removeVoice(voice: string): Promise<unknown>;
}

export type VoiceServices = ReturnType<typeof createVoiceServices>;

export function createVoiceServices(base: GatewayBase, ports: VoicePorts) {
  const recordings = createRecordings({ ...base, ...ports });
  const voiceRemovals = createVoiceRemovals({ ...base, ...ports });
  const ownVoices = createOwnVoices({ ...base, ...ports, recordings, removals: voiceRemovals });
  return { recordings, ownVoices, voiceRemovals, canClone: ports.synthesizer.cloning !== null };
}
