// Chats between a person and a bot: one per pair, not encrypted, with two members.
import type { AiConversation, Input } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import type { Membership } from '../messages/members/membership.ts';
import { getOrCreatePairChat } from '../messages/members/pairChats.ts';
import type { Bots } from './bots.ts';
import type { GatewayBase } from '../db/gatewayBase.ts';

interface BotChatPorts extends Pick<GatewayBase, 'db' | 'clock'> {
  membership: Membership;
  bots: Bots;
}

export type BotChats = ReturnType<typeof createBotChats>;

export function createBotChats({ db, clock, membership, bots }: BotChatPorts) {
  return {
    /**
     * Returns the person's chat with this bot and creates it if needed. @throws Fault NO_AUTH when they may not talk.
     */
    async open(person: string, bot: string): Promise<string> {
      await bots.requireChatAccess(person, bot);
      return getOrCreatePairChat({ db, clock, membership }, { type: 'robot', owner: person, other: bot });
    },

    /** Returns the bot of this person's chat. @throws Fault NO_AUTH when the chat is not theirs or has no bot. */
    async botOf(person: string, conversation: string): Promise<string> {
      const found = await db
        .selectFrom('member as me')
        .innerJoin('conversation as c', 'c.id', 'me.conversation')
        .innerJoin('member as o', 'o.conversation', 'me.conversation')
        .select('o.identifier')
        .where('me.conversation', '=', conversation)
        .where('me.identifier', '=', person)
        .where('me.left_seq', 'is', null)
        .where('c.type', '=', 'robot')
        .where('o.identifier', '<>', person)
        .executeTakeFirst();
      if (!found) throw new Fault('NO_AUTH');
      return found.identifier;
    },

    /**
     * The chats of this person with bots, as sent at sign-in: those in which the bot, who answers, or what the person
     * may see of the bot has changed since a time in milliseconds. Removed bots only if they were removed since then.
     */
    async changedSince(person: string, since: number): Promise<Input<AiConversation>[]> {
      const chats = await db
        .selectFrom('member as me')
        .innerJoin('conversation as c', 'c.id', 'me.conversation')
        .innerJoin('member as o', 'o.conversation', 'me.conversation')
        .leftJoin('ai_service as s', (on) => on.onRef('s.conversation', '=', 'c.id').on('s.ended_at', 'is', null))
        .leftJoin('person as a', 'a.identifier', 's.agent')
        .select(['c.id', 'o.identifier', 's.asked_at', 'a.last_name as agent'])
        .where('me.identifier', '=', person)
        .where('c.type', '=', 'robot')
        .where('o.identifier', '<>', person)
        .where((row) =>
          row.or([
            row('c.created_at', '>', since),
            row.exists(
              row
                .selectFrom('ai_bot as b')
                .leftJoin('contact as k', (on) => on.onRef('k.identifier', '=', 'b.owner').on('k.other', '=', person))
                .select('b.id')
                .whereRef('b.id', '=', 'o.identifier')
                .where((bot) => bot.or([bot('b.updated_at', '>', since), bot('k.updated_at', '>', since)])),
            ),
            row.exists(
              row
                .selectFrom('ai_service as t')
                .select('t.id')
                .where('t.person', '=', person)
                .whereRef('t.conversation', '=', 'c.id')
                .where(({ eb, fn }) => eb(fn('greatest', ['t.asked_at', 't.taken_at', 't.ended_at']), '>', since)),
            ),
          ]),
        )
        .execute();
      if (chats.length === 0) return [];
      // The bot of a chat may itself be unchanged.
      const known = new Map(
        (await bots.changedSince(person, 0, { withRemoved: since > 0 })).map((bot) => [bot.id, bot]),
      );
      return chats.flatMap(({ id, identifier, asked_at, agent }) => {
        const bot = known.get(identifier);
        if (!bot) return [];
        const aiBotInfo = bots.toWire(bot, person, bot.readable);
        return asked_at === null
          ? { conversation: { conversationId: id, identifier, state: 'AI' as const }, aiBotInfo }
          : {
              conversation: { conversationId: id, identifier, state: 'man' as const },
              aiBotInfo,
              human: { name: agent ?? '', askedAt: asked_at },
            };
      });
    },
  };
}
