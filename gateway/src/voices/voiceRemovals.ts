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
/** A service that fails so often is away: the rest waits for the next run, because each failure can take long. */
const failuresPerRun = 3;

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

  /**
   * Removes what is due, or only these voices. What fails, or belongs to a service that is not set up now, stays and is
   * due later.
   */
  async function run(only?: readonly ServiceVoice[]): Promise<void> {
    const due = await db
      .selectFrom('voice_removal')
      .selectAll()
      .where('next_at', '<=', clock())
      .$if(only !== undefined, (query) =>
        query.where(
          'voice',
          'in',
          only!.map(({ voice }) => voice),
        ),
      )
      .orderBy('next_at')
      .limit(removalsPerRun)
      .execute();
    let failures = 0;
    for (const { service, voice, consent, attempts } of due) {
      if (failures === failuresPerRun) return;
      const row = { service, voice, consent };
      // The next attempt is set before this one, so that another gateway does not make it too.
      const { numUpdatedRows } = await db
        .updateTable('voice_removal')
        .set({ attempts: attempts + 1, next_at: clock() + Math.min(longestWait, hour * 2 ** Math.min(attempts, 10)) })
        .where((where) => where.and({ ...row, attempts }))
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) continue;
      try {
        await removeVoice(voice);
        if (service !== host || !cloning) continue;
        await cloning.remove({ voice, consent });
        await db
          .deleteFrom('voice_removal')
          .where((where) => where.and(row))
          .execute();
      } catch (thrown) {
        failures += 1;
        onError(Fault.of(thrown).cause ?? thrown);
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
