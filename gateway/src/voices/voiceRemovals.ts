// Deletes voices at their service; a queue in the database repeats what fails.
import { Fault } from '@amber/proto/faults';
import type { GatewayBase } from '../db/gatewayBase.ts';
import type { Db } from '../db/store.ts';
import type { ServiceVoice, Synthesizer } from '../textToSpeech/synthesizer.ts';

interface RemovalPorts extends Pick<GatewayBase, 'db' | 'clock' | 'onError'> {
  synthesizer: Pick<Synthesizer, 'host' | 'cloning'>;
  /** Deletes the cached sound of one voice. */
  removeVoice(voice: string): Promise<unknown>;
}

const hour = 60 * 60 * 1_000;
const longestWait = 24 * hour;
const removalsPerRun = 100;

/** Moves all voices of a person to the queue. */
export async function queueAllRemovals(within: Db, owner: string): Promise<void> {
  const removed = await within
    .deleteFrom('cloned_voice')
    .where('owner', '=', owner)
    .returning(['service', 'voice', 'consent'])
    .execute();
  await queueRemovals(within, removed);
}

/** Adds voices to the queue. */
export async function queueRemovals(within: Db, voices: readonly (ServiceVoice & { service: string })[]) {
  if (voices.length === 0) return;
  await within
    .insertInto('voice_removal')
    .values(voices.map(({ service, voice, consent }) => ({ service, voice, consent })))
    .onConflict((on) => on.doNothing())
    .execute();
}

export type VoiceRemovals = ReturnType<typeof createVoiceRemovals>;

export function createVoiceRemovals({ db, clock, onError, synthesizer, removeVoice }: RemovalPorts) {
  const { host, cloning } = synthesizer;

  /** Removes what is due. What fails, or belongs to a service that is not set up now, stays and is due later. */
  async function run(): Promise<void> {
    const due = await db
      .selectFrom('voice_removal')
      .selectAll()
      .where('next_at', '<=', clock())
      .orderBy('next_at')
      .limit(removalsPerRun)
      .execute();
    for (const { service, voice, consent, attempts } of due) {
      const row = db
        .updateTable('voice_removal')
        .set({ attempts: attempts + 1, next_at: clock() + Math.min(longestWait, hour * 2 ** Math.min(attempts, 10)) })
        .where('service', '=', service)
        .where('voice', '=', voice)
        .where('consent', '=', consent);
      try {
        await removeVoice(voice);
        if (service !== host || !cloning) {
          await row.execute();
          continue;
        }
        await cloning.remove({ voice, consent });
        await db
          .deleteFrom('voice_removal')
          .where('service', '=', service)
          .where('voice', '=', voice)
          .where('consent', '=', consent)
          .execute();
      } catch (thrown) {
        onError(Fault.of(thrown).cause ?? thrown);
        await row.execute();
      }
    }
  }

  return {
    run,

    /** Removes a voice that was made and is not wanted: now, or later if the service fails. */
    async discard(voice: ServiceVoice): Promise<void> {
      try {
        await cloning?.remove(voice);
      } catch (thrown) {
        onError(Fault.of(thrown).cause ?? thrown);
        await queueRemovals(db, [{ ...voice, service: host }]);
      }
    },
  };
}
