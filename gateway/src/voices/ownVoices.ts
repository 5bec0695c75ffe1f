// Voices that are cloned from their owner's recordings: made once per request, used by the owner's bots alone, deleted.
import type { AiVoice, CloneAiVoiceRequest, Input } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import type { Bots } from '../bots/bots.ts';
import { checkMessageId, checkName } from '../core/checks.ts';
import { newIdentifier } from '../core/identifiers.ts';
import type { GatewayBase } from '../db/gatewayBase.ts';
import type { Db } from '../db/store.ts';
import type { Notices } from '../messages/push/notices.ts';
import { mayRead } from '../people/mayRead.ts';
import type { ServiceVoice, Synthesizer } from '../textToSpeech/synthesizer.ts';
import { lockOwner } from './lockOwner.ts';
import type { Recordings } from './recordings.ts';
import { trainLanguageOf } from './trainTexts.ts';
import { queueRemovals, type VoiceRemovals } from './voiceRemovals.ts';

interface OwnVoicePorts extends Pick<GatewayBase, 'db' | 'clock' | 'limits' | 'quotas'> {
  synthesizer: Synthesizer;
  notices: Pick<Notices, 'lock'>;
  bots: Pick<Bots, 'resetVoice'>;
  recordings: Pick<Recordings, 'collect'>;
  removals: VoiceRemovals;
}

/** The voice with which something is spoken, as the synthesizer names it. */
export interface SpokenVoice {
  voice: string;
  cloned: boolean;
}

/** A clone costs the operator money, and people who delete each one could make any number. */
const clonesPerHour = 10;

interface VoiceRow {
  id: string;
  name: string;
  created_at: number;
}

const toWire = ({ id, name, created_at: created }: VoiceRow): Input<AiVoice> => ({ id, name, cloned: true, created });

export function createOwnVoices(ports: OwnVoicePorts) {
  const { db, clock, limits, quotas, synthesizer, notices, bots, recordings, removals } = ports;
  const { host: service, voices, cloning } = synthesizer;
  const fallback: SpokenVoice = { voice: voices[0]?.id ?? '', cloned: false };

  const findByRequest = (request: string): Promise<VoiceRow | undefined> =>
    db
      .selectFrom('cloned_voice')
      .select(['id', 'name', 'created_at'])
      .where('request', '=', request)
      .executeTakeFirst();

  /** @throws Fault VOICES_FULL */
  async function checkCount(within: Db, owner: string): Promise<void> {
    const { count } = await within
      .selectFrom('cloned_voice')
      .select((row) => row.fn.countAll<string>().as('count'))
      .where('owner', '=', owner)
      .executeTakeFirstOrThrow();
    if (Number(count) >= limits.clonedVoicesMax) throw new Fault('VOICES_FULL');
  }

  /** Stores a voice of the service. Returns undefined if another gateway has stored one for this request. */
  const store = (owner: string, row: VoiceRow & ServiceVoice & { language: string; request: string }) =>
    db.transaction().execute(async (tx) => {
      // The lock also serializes the calls of one person.
      await lockOwner(tx, notices, owner);
      await checkCount(tx, owner);
      return tx
        .insertInto('cloned_voice')
        .values({ ...row, owner, service })
        .onConflict((on) => on.column('request').doNothing())
        .returning(['id', 'name', 'created_at'])
        .executeTakeFirst();
    });

  async function clone(owner: string, request: string, { name: given, language: tag }: CloneAiVoiceRequest) {
    const before = await findByRequest(request);
    if (before) return before;
    if (!cloning) throw new Fault('VOICE_NO_CLONING');
    const name = checkName(given);
    await checkCount(db, owner);
    const { consent, samples } = await recordings.collect(owner, tag);
    await quotas.enforce([{ key: `voice clone/${owner}`, limit: clonesPerHour }]);
    const language = trainLanguageOf(tag);
    const made = await cloning.clone({ name: `amber-${newIdentifier()}`, language, consent, samples });
    let stored: VoiceRow | undefined;
    try {
      stored = await store(owner, { id: newIdentifier(), name, language, request, created_at: clock(), ...made });
    } catch (thrown) {
      await removals.discard(made);
      throw thrown;
    }
    if (stored) return stored;
    await removals.discard(made);
    const other = await findByRequest(request);
    if (!other) throw new Fault('VOICE_FAILED');
    return other;
  }

  /** The calls of this gateway that are creating a voice, by request: a repeated one waits for the first. */
  const running = new Map<string, Promise<VoiceRow>>();

  return {
    /** This person's voices, oldest first. */
    async list(owner: string): Promise<Input<AiVoice>[]> {
      const rows = await db
        .selectFrom('cloned_voice')
        .select(['id', 'name', 'created_at'])
        .where('owner', '=', owner)
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return rows.map(toWire);
    },

    /**
     * Creates a voice from this person's recordings. Idempotent: the same request returns the same voice.
     * @throws Fault VOICE_NO_CLONING, VOICE_RECORDINGS, VOICES_FULL, VOICE_FAILED, BAD_NAME, BAD_REQUEST, TOO_MANY
     */
    async clone(owner: string, request: CloneAiVoiceRequest): Promise<Input<AiVoice>> {
      checkMessageId(request.requestId);
      const key = `${owner}/${request.requestId}`;
      const work = running.get(key) ?? clone(owner, key, request).finally(() => running.delete(key));
      running.set(key, work);
      return toWire(await work);
    },

    /**
     * Deletes a voice here at once, and at the service now or later. Its bots get the default voice.
     * @throws Fault BAD_REQUEST if this person has no such voice.
     */
    async remove(owner: string, id: string): Promise<void> {
      const { removed, pushNotices } = await db.transaction().execute(async (tx) => {
        const pushes = await bots.resetVoice(tx, owner, id);
        const row = await tx
          .deleteFrom('cloned_voice')
          .where('owner', '=', owner)
          .where('id', '=', id)
          .returning(['service', 'voice', 'consent'])
          .executeTakeFirst();
        if (!row) throw new Fault('BAD_REQUEST');
        await queueRemovals(tx, [row]);
        return { removed: row, pushNotices: pushes };
      });
      pushNotices();
      await removals.run([removed]);
    },

    /**
     * The voice in which this listener hears a bot: the default one if the bot's voice is gone or is another person's. A
     * cloned voice is only for people who may talk with the bot now.
     */
    async voiceOf(bot: string, listener: string): Promise<SpokenVoice> {
      const row = await db
        .selectFrom('ai_bot as b')
        .leftJoin('cloned_voice as v', (join) =>
          join
            .onRef('v.id', '=', 'b.voice')
            .onRef('v.owner', '=', 'b.owner')
            .on('v.service', '=', service)
            .on('b.removed_at', 'is', null)
            .on(mayRead(listener, 'bot', 'b')),
        )
        .select(['b.voice', 'v.voice as cloned'])
        .where('b.id', '=', bot)
        .executeTakeFirst();
      if (row?.cloned) return { voice: row.cloned, cloned: true };
      return voices.some(({ id }) => id === row?.voice) ? { voice: row!.voice, cloned: false } : fallback;
    },

    /**
     * The voice that this person may hear a sample of: one of the server, or an own one.
     * @throws Fault BAD_REQUEST for any other.
     */
    async voiceForSample(owner: string, id: string): Promise<SpokenVoice> {
      if (id === '') return fallback;
      if (voices.some((voice) => voice.id === id)) return { voice: id, cloned: false };
      const row = await db
        .selectFrom('cloned_voice')
        .select('voice')
        .where('owner', '=', owner)
        .where('id', '=', id)
        .where('service', '=', service)
        .executeTakeFirst();
      if (!row) throw new Fault('BAD_REQUEST');
      return { voice: row.voice, cloned: true };
    },
  };
}
