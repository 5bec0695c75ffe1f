// Bots: their profiles, who may talk with them, and changes by their owner.
import type { AiBotInfo, Input } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { type RawBuilder, sql, type Selectable } from 'kysely';
import { checkMessageId, checkName, checkOptionalName, checkText } from '../core/checks.ts';
import type { Notices } from '../messages/push/notices.ts';
import { isMinute, minuteIn } from '../notifications/quietHours.ts';
import type { Db, Transaction } from '../db/store.ts';
import type { Tables } from '../db/tables.ts';
import type { Pictures } from '../pictures/pictures.ts';
import { isBlockedBetween, mayRead } from '../people/mayRead.ts';
import { insertBot } from './insertBot.ts';
import type { Provider } from './provider/provider.ts';
import type { Synthesizer } from '../textToSpeech/synthesizer.ts';
import type { GatewayBase } from '../db/gatewayBase.ts';

export type Bot = Selectable<Tables['ai_bot']> & {
  owner_name: string;
  /** The service that has its voice, if that is cloned from its owner's; null for other voices. */
  voice_service: string | null;
};

interface BotPorts extends Pick<GatewayBase, 'db' | 'clock' | 'limits'> {
  notices: Notices;
  provider: Provider;
  synthesizer: Pick<Synthesizer, 'voices' | 'host'>;
  pictures: Pick<Pictures, 'check'>;
  operators: ReadonlySet<string>;
  avatars: readonly string[];
  banners: readonly string[];
}

/** The built-in characters. Pages translate these names, and show any other text unchanged. */
export const characters = [
  'Helpful',
  'Patient',
  'To the point',
  'Cheerful',
  'Curious',
  'Calm',
  'Playful',
  'Honest',
] as const;

const portrait = '/chat/pictures/assistantPortrait.svg';

const isTimeZone = (name: string): boolean => {
  try {
    minuteIn(name, 0);
    return true;
  } catch {
    return false;
  }
};

export type Bots = ReturnType<typeof createBots>;

export function createBots(ports: BotPorts) {
  const { db, clock, limits, notices, provider, synthesizer, operators, pictures, avatars, banners } = ports;
  const selectBots = (reader: Db = db) =>
    reader
      .selectFrom('ai_bot as b')
      .innerJoin('person as o', 'o.identifier', 'b.owner')
      .leftJoin('cloned_voice as v', (join) => join.onRef('v.id', '=', 'b.voice').onRef('v.owner', '=', 'b.owner'))
      .selectAll('b')
      .select(['o.last_name as owner_name', 'v.service as voice_service']);

  const isServerVoice = (voice: string): boolean => synthesizer.voices.some(({ id }) => id === voice);

  /** Whether this person may talk with a bot of this kind: see `Audience`. */
  const mayTalk = (person: string) => sql<boolean>`b.removed_at is null and ${mayRead(person, 'bot', 'b')}`;

  /**
   * Whether this person may answer in place of bot `b`: people whom its owner allows, unless one has blocked the other;
   * operators for assistants, and for every bot whose owner allows anybody.
   */
  const whereAgentServes = (agent: string) =>
    sql<boolean>`b.removed_at is null and (
      (${operators.has(agent)} and (b.type = 'assistant' or b.humans <> 'none'))
      or (b.type <> 'assistant' and b.humans <> 'none' and (b.owner = ${agent} or (b.humans = 'contacts' and exists (
        select from contact k where k.identifier = b.owner and k.other = ${agent} and k.is_contact)
        and not ${isBlockedBetween(agent, sql`b.owner`)}))))`;

  /** Whether there is anybody who could answer this person in the bot's place. */
  const hasHumanAgents = ({ type, humans, owner }: Pick<Bot, 'type' | 'humans' | 'owner'>, person: string): boolean => {
    const hasOperator = [...operators].some((operator) => operator !== person);
    if (type === 'assistant') return hasOperator;
    return humans !== 'none' && (hasOperator || owner !== person || humans === 'contacts');
  };

  /**
   * The values that replace a bot's fields for people who had a chat with it and may no longer talk with it. Its name
   * and avatar stay, as for a person.
   */
  const hiddenFromOthers: Input<AiBotInfo> = {
    opening: '',
    AiCharacters: [],
    image: '',
    model: '',
    hasHumans: false,
    voice: '',
    voiceCloned: false,
  };
  /** Fields that only the owner sees; others get these values. */
  const hiddenFromNonOwners = { about: '', writesFirst: 'never', quietFrom: 0, quietTo: 0, timeZone: '' } as const;

  /** The bot as this person sees it. `readable`: whether they may still talk with it. */
  const toWire = (bot: Bot, person: string, readable = true): Input<AiBotInfo> => ({
    aiBotId: bot.id,
    type: bot.type,
    name: bot.name,
    nameEn: bot.name_en,
    avatar: bot.avatar,
    image: bot.image,
    AiCharacters: bot.characters,
    owner: bot.owner,
    ownerName: bot.owner_name,
    opening: bot.opening,
    audience: bot.audience,
    model: bot.model,
    about: bot.about,
    removed: bot.removed_at !== null,
    updateTime: bot.updated_at,
    provider: provider.name,
    humans: bot.humans,
    writesFirst: bot.writes_first,
    quietFrom: bot.quiet_from,
    quietTo: bot.quiet_to,
    timeZone: bot.time_zone,
    voice: isServerVoice(bot.voice) || bot.voice_service !== null ? bot.voice : '',
    voiceCloned: bot.voice_service === synthesizer.host,
    hasHumans: bot.removed_at === null && hasHumanAgents(bot, person),
    ...(bot.owner !== person && hiddenFromNonOwners),
    ...(!readable && hiddenFromOthers),
  });

  const backgrounds = [portrait, ...banners];
  const noPictures: Pick<Bot, 'avatar' | 'image'> = { avatar: '', image: '' };

  /** Allows predefined pictures, the bot's present ones and uploads of its owner. @throws Fault BAD_REQUEST */
  async function checkPictures(
    within: Db,
    owner: string,
    { avatar, image }: Pick<AiBotInfo, 'avatar' | 'image'>,
    before = noPictures,
  ): Promise<void> {
    await pictures.check(within, owner, avatar, { current: before.avatar, predefined: avatars });
    await pictures.check(within, owner, image, { current: before.image, predefined: backgrounds });
  }

  /** Allows the voices of the server, and those that were cloned from this owner's. @throws Fault BAD_REQUEST */
  async function checkVoice(within: Db, owner: string, voice: string): Promise<void> {
    if (voice === '' || isServerVoice(voice)) return;
    const own = await within
      .selectFrom('cloned_voice')
      .select('id')
      .where('id', '=', voice)
      .where('owner', '=', owner)
      .executeTakeFirst();
    if (!own) throw new Fault('BAD_REQUEST');
  }

  /** Validates everything but the pictures and the voice. @throws Fault BAD_NAME, BAD_REQUEST */
  function validate(info: AiBotInfo) {
    const { type, avatar, image, audience, humans, model, opening, about } = info;
    const name = checkName(info.name);
    if (model !== '' && !provider.models.includes(model)) throw new Fault('BAD_REQUEST');
    if ([type, audience, humans, info.writesFirst].some((one) => typeof one !== 'string'))
      throw new Fault('BAD_REQUEST');
    if (!isMinute(info.quietFrom) || !isMinute(info.quietTo) || !isTimeZone(info.timeZone || 'UTC'))
      throw new Fault('BAD_REQUEST');
    const text = (value: string, max: number) => (value.trim() === '' ? '' : checkText(value, max));
    return {
      type,
      name,
      name_en: checkOptionalName(info.nameEn, limits.nameMax),
      avatar: avatar || avatars[0] || '',
      image: image || portrait,
      characters: [...new Set(info.AiCharacters.map((one) => checkName(one)))],
      opening: text(opening, limits.openingMax),
      audience: type === 'assistant' ? ('owner' as const) : audience,
      humans: type === 'assistant' ? ('none' as const) : humans,
      writes_first: type === 'mate' ? info.writesFirst : ('never' as const),
      quiet_from: info.quietFrom,
      quiet_to: info.quietTo,
      time_zone: info.timeZone || 'UTC',
      model,
      voice: info.voice,
      about: text(about, limits.aboutBotMax),
    };
  }

  /** The bot, if this person owns it. @throws Fault NO_AUTH for anybody else. */
  async function findOwn(owner: string, id: string): Promise<Bot> {
    const bot = await selectBots()
      .where('b.id', '=', id)
      .where('b.owner', '=', owner)
      .where('b.removed_at', 'is', null)
      .executeTakeFirst();
    if (!bot) throw new Fault('NO_AUTH');
    return bot;
  }

  type BotChange = Partial<ReturnType<typeof validate>> & { removed_at?: number };

  /**
   * Writes the changes, with a notice for the devices of everybody who sees the bot. Returns a function that pushes the
   * notices; call it after the commit.
   */
  async function saveWithin(tx: Transaction, id: string, owner: string, change: BotChange): Promise<() => void> {
    const people = await tx
      .selectFrom('member as m')
      .innerJoin('conversation as c', 'c.id', 'm.conversation')
      .select('c.owner as identifier')
      .where('m.identifier', '=', id)
      .execute();
    const affected = [...new Set([owner, ...people.map(({ identifier }) => identifier)])];
    await notices.lock(tx, affected);
    await tx
      .updateTable('ai_bot')
      .set({ ...change, updated_at: clock() })
      .where('id', '=', id)
      .execute();
    await tx
      .updateTable('person')
      .set({
        ...(change.name !== undefined && { last_name: change.name }),
        ...(change.avatar !== undefined && { avatar: change.avatar }),
        ...(change.audience !== undefined && { findable: change.audience === 'everyone' }),
        ...(change.removed_at !== undefined && { findable: false }),
        kind: 'bot',
      })
      .where('identifier', '=', id)
      .execute();
    const changed = await selectBots(tx).where('b.id', '=', id).executeTakeFirstOrThrow();
    const { rows: readers } = await sql<{ identifier: string }>`
      select p.identifier from ai_bot b cross join unnest(${affected}::text[]) as p (identifier)
      where b.id = ${id} and ${mayRead(sql.ref<string>('p.identifier'), 'bot', 'b')}`.execute(tx);
    const readerIds = new Set(readers.map(({ identifier }) => identifier));
    const others = affected.filter((one) => one !== owner);
    const addNotice = (people: string[], info: Input<AiBotInfo>) =>
      notices.addForAll(tx, people, { type: 'aiBotInfo', identifier: id, body: JSON.stringify(info) });
    const pushes = [
      await addNotice([owner], toWire(changed, owner)),
      await addNotice(
        others.filter((one) => readerIds.has(one)),
        toWire(changed, ''),
      ),
      await addNotice(
        others.filter((one) => !readerIds.has(one)),
        toWire(changed, '', false),
      ),
    ];
    return () => {
      for (const push of pushes) push();
    };
  }

  /** Writes the changes and notifies the devices of everybody who sees the bot. */
  async function save(id: string, owner: string, change: BotChange): Promise<Input<AiBotInfo>> {
    const push = await db.transaction().execute((tx) => saveWithin(tx, id, owner, change));
    push();
    return toWire(await selectBots().where('b.id', '=', id).executeTakeFirstOrThrow(), owner);
  }

  const findBot = (id: string, condition: RawBuilder<boolean>): Promise<Bot | undefined> =>
    selectBots().where('b.id', '=', id).where(condition).executeTakeFirst();

  return {
    toWire,
    whereAgentServes,

    /** Whether this person may answer in this bot's place. */
    mayServe: async (agent: string, id: string): Promise<boolean> =>
      (await findBot(id, whereAgentServes(agent))) !== undefined,

    /** Whether this person may answer for any bot. */
    isAgent: async (agent: string): Promise<boolean> =>
      operators.has(agent) ||
      (await selectBots().where(whereAgentServes(agent)).limit(1).executeTakeFirst()) !== undefined,

    /** Whether this person may talk with the bot and ask for a human there. */
    async canRequestHuman(person: string, id: string): Promise<boolean> {
      const bot = await findBot(id, mayTalk(person));
      return bot !== undefined && hasHumanAgents(bot, person);
    },

    /** Validates a draft of a bot. @throws Fault BAD_NAME, BAD_REQUEST */
    validateDraft: validate,

    /** The bot, if this person may talk with it now. @throws Fault NO_AUTH */
    async requireChatAccess(person: string, id: string): Promise<Bot> {
      const bot = await findBot(id, mayTalk(person));
      if (!bot) throw new Fault('NO_AUTH');
      return bot;
    },

    /**
     * The person's own bots and the bots of their chats that changed since `updateTime`; removed bots, unless they are
     * requested, only when they were removed since then.
     */
    async changedSince(
      person: string,
      updateTime: number,
      { withRemoved = updateTime > 0 } = {},
    ): Promise<(Bot & { readable: boolean })[]> {
      return selectBots()
        .select(mayRead(person, 'bot', 'b').as('readable'))
        .where('b.updated_at', '>', updateTime)
        .where((row) =>
          row.or([
            row('b.owner', '=', person),
            row.exists(
              row
                .selectFrom('member as m')
                .innerJoin('member as o', 'o.conversation', 'm.conversation')
                .select('o.identifier')
                .whereRef('m.identifier', '=', 'b.id')
                .where('o.identifier', '=', person),
            ),
          ]),
        )
        .where((row) => row.or([row('b.removed_at', 'is', null), row.val(withRemoved)]))
        .orderBy('b.updated_at')
        .orderBy('b.id')
        .execute();
    },

    /**
     * Creates a bot. Idempotent: the same request id returns the same bot. @throws Fault BAD_NAME, BAD_REQUEST,
     * BOTS_FULL
     */
    async create(owner: string, requestId: string, info: AiBotInfo): Promise<Input<AiBotInfo>> {
      checkMessageId(requestId);
      const bot = validate(info);
      const request = `${owner}/${requestId}`;
      await db.transaction().execute(async (tx) => {
        // Locks the owner's row, so that two concurrent requests cannot exceed the limit together.
        await notices.lock(tx, [owner]);
        const { count } = await tx
          .selectFrom('ai_bot')
          .select((row) => row.fn.countAll<string>().as('count'))
          .where('owner', '=', owner)
          .where('removed_at', 'is', null)
          .where((row) => row.or([row('request', 'is', null), row('request', '<>', request)]))
          .executeTakeFirstOrThrow();
        if (Number(count) >= limits.botsMax) throw new Fault('BOTS_FULL');
        await checkPictures(tx, owner, info);
        await checkVoice(tx, owner, info.voice);
        await insertBot(tx, { ...bot, owner, request, updated_at: clock() });
      });
      return toWire(await selectBots().where('b.request', '=', request).executeTakeFirstOrThrow(), owner);
    },

    /** Lets the owner change or remove a bot; its kind is fixed. @throws Fault NO_AUTH, BAD_NAME, BAD_REQUEST */
    async update(owner: string, info: AiBotInfo): Promise<Input<AiBotInfo>> {
      const before = await findOwn(owner, info.aiBotId);
      if (info.removed) return save(info.aiBotId, owner, { removed_at: clock() });
      await checkPictures(db, owner, info, before);
      await checkVoice(db, owner, info.voice);
      // The background has a call of its own, so it may be left out here.
      return save(info.aiBotId, owner, validate({ ...info, type: before.type, image: info.image || before.image }));
    },

    /** Sets the background picture of the owner's bot. @throws Fault NO_AUTH, BAD_REQUEST */
    async setBackground(owner: string, id: string, image: string): Promise<Input<AiBotInfo>> {
      const before = await findOwn(owner, id);
      await checkPictures(db, owner, { avatar: before.avatar, image }, before);
      return save(id, owner, { image: image || portrait });
    },

    /**
     * Gives the default voice to this owner's bots that speak with this voice. Returns a function that pushes the
     * notices; call it after the commit.
     */
    async resetVoice(tx: Transaction, owner: string, voice: string): Promise<() => void> {
      const speaking = await tx
        .selectFrom('ai_bot')
        .select('id')
        .where('owner', '=', owner)
        .where('voice', '=', voice)
        .where('voice', '<>', '')
        .orderBy('id')
        .execute();
      const pushes: (() => void)[] = [];
      for (const { id } of speaking) pushes.push(await saveWithin(tx, id, owner, { voice: '' }));
      return () => {
        for (const push of pushes) push();
      };
    },

    backgrounds,
  };
}
