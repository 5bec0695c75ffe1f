// The queries and notes of human agents: waiting people, the chats that an agent has taken, and internal notes.
import type { AgentChat, AgentChatReply, AgentQueueReply, Input } from '@amber/proto';
import { readText } from '@amber/proto/bodies';
import { decode } from '@amber/proto/codec';
import { Fault } from '@amber/proto/faults';
import { sql } from 'kysely';
import { checkMessageId, checkText } from '../core/checks.ts';
import type { Bots } from './bots.ts';
import type { HumanHandoff } from './humanHandoff.ts';
import { messageText, missingTranscript } from './messageText.ts';
import type { GatewayBase } from '../db/gatewayBase.ts';
import { preferredLanguage } from '../pages/preferredLanguage.ts';

interface DeskPorts extends Pick<GatewayBase, 'db' | 'clock' | 'limits'> {
  bots: Bots;
  humanHandoff: HumanHandoff;
}

interface OpenServiceRow {
  conversation: string;
  identifier: string;
  avatar: string;
  lastName: string;
  bot: string;
  bot_name: string;
  asked_at: number;
  mine: boolean;
}

interface MessageRow {
  id: string;
  seq: number;
  ts: number;
  sender: string;
  body: Buffer;
  edit: Buffer | null;
}

/** The line of a voice message without text, so that an agent knows that there is one. */
const voiceLines: Record<string, string> = {
  en: '[Voice message without text]',
  'zh-Hans': '[没有文字的语音消息]',
};
const voiceLine = (accepted: readonly string[]): string =>
  voiceLines[preferredLanguage(accepted, Object.keys(voiceLines))]!;

export function createAgentDesk({ db, clock, limits, bots, humanHandoff }: DeskPorts) {
  const chatOf = ({ conversation, bot, bot_name, asked_at, mine, ...person }: OpenServiceRow): Input<AgentChat> => ({
    conversationId: conversation,
    person,
    aiBotId: bot,
    botName: bot_name,
    askedAt: asked_at,
    mine,
  });

  /** Open services that this agent may answer in: the agent's own and those that wait for an agent. */
  async function findOpenServices(agent: string, conversation?: string): Promise<OpenServiceRow[]> {
    const { rows } = await sql<OpenServiceRow>`
      select s.conversation, p.identifier, p.avatar, p.last_name as "lastName", s.bot, b.name as bot_name, s.asked_at,
        s.agent is not null as mine
      from ai_service s join ai_bot b on b.id = s.bot join person p on p.identifier = s.person
      where s.ended_at is null and s.person <> ${agent} and (s.agent is null or s.agent = ${agent})
        and ${conversation === undefined ? sql`s.asked_at > 0` : sql`s.conversation = ${conversation}`} and ${bots.whereAgentServes(agent)}
      order by s.agent is null, s.asked_at, s.id limit ${limits.agentQueueMax}`.execute(db);
    return rows;
  }

  return {
    async queue(agent: string): Promise<Input<AgentQueueReply>> {
      const isAgent = await bots.isAgent(agent);
      return { serves: isAgent, list: isAgent ? (await findOpenServices(agent)).map(chatOf) : [] };
    },

    /**
     * Returns a page of a chat; only the agent who has taken it may read it. `languages`: those of the agent's browser.
     * @throws Fault NO_AUTH, SERVICE_OVER
     */
    async chat(
      agent: string,
      { conversation, beforeSeq, languages }: { conversation: string; beforeSeq: number; languages: readonly string[] },
    ): Promise<Input<AgentChatReply>> {
      const { bot } = await humanHandoff.requireTaken(agent, conversation);
      const [chat] = await findOpenServices(agent, conversation);
      if (!chat) throw new Fault('SERVICE_OVER');
      const { rows } = await sql<MessageRow>`
        select m.id, m.seq, m.ts, m.sender, m.body, e.body as edit from message m
        left join lateral (
          select x.body from message x where x.conversation = m.conversation and x.target = m.id and x.cmd_id = 'edit'
            and x.sender = m.sender order by x.seq desc limit 1
        ) e on true
        where m.conversation = ${conversation} and m.cmd_id = '' and not m.withdrawn and m.body is not null
          and (${beforeSeq} = 0 or m.seq < ${beforeSeq})
        order by m.seq desc limit ${limits.agentPage + 1}`.execute(db);
      const notes = await db
        .selectFrom('ai_note as n')
        .innerJoin('person as p', 'p.identifier', 'n.author')
        .select(['n.id', 'n.text', 'n.created_at as time', 'p.last_name as author'])
        .where('n.conversation', '=', conversation)
        .orderBy('n.created_at', 'desc')
        .orderBy('n.id')
        .limit(limits.agentNotesMax)
        .execute();
      return {
        chat: chatOf(chat),
        more: rows.length > limits.agentPage,
        notes,
        lines: rows
          .slice(0, limits.agentPage)
          .toReversed()
          .flatMap(({ id, seq, ts, sender, body, edit }) => {
            const content = decode('Content', body);
            const text = readText(content);
            const edited = edit && readText({ type: 'text', message: decode('Content', edit).message });
            const shownText =
              edited?.text ?? (missingTranscript(content) ? voiceLine(languages) : messageText(content));
            const by = sender !== bot ? ('person' as const) : text ? ('human' as const) : ('AI' as const);
            return shownText.trim() === '' ? [] : [{ id, seq, time: ts, by, name: text?.human ?? '', text: shownText }];
          }),
      };
    },

    /**
     * Stores a note once per id and deletes the oldest beyond the limit. @throws Fault NO_AUTH, SERVICE_OVER,
     * BAD_REQUEST
     */
    async note(agent: string, conversation: string, id: string, written: string): Promise<void> {
      checkMessageId(id);
      const text = checkText(written, limits.agentNoteMax);
      await humanHandoff.requireTaken(agent, conversation);
      await db
        .insertInto('ai_note')
        .values({ id, conversation, author: agent, text, created_at: clock() })
        .onConflict((on) => on.column('id').doNothing())
        .execute();
      await db
        .deleteFrom('ai_note')
        .where('conversation', '=', conversation)
        .where('id', 'not in', (of) =>
          of
            .selectFrom('ai_note')
            .select('id')
            .where('conversation', '=', conversation)
            .orderBy('created_at', 'desc')
            .orderBy('id')
            .limit(limits.agentNotesMax),
        )
        .execute();
    },
  };
}
