// The handoff of a bot's chat to a human: request, take, answer, and return to the bot.
import type { AiConversation, Input } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import type { CommandBodies } from '@amber/proto/systemCommands';
import { sql } from 'kysely';
import { isBlockedBetween } from '../people/mayRead.ts';
import { publishNotice, publishRows } from '../core/bus.ts';
import type { Notices } from '../messages/push/notices.ts';
import { addWaitingPush, closeWaitingPush } from '../notifications/pushJobs.ts';
import { appendSystemRow } from '../messages/send/systemRows.ts';
import type { StoredRow } from '../core/storedRow.ts';
import { checkMessageId, checkText } from '../core/checks.ts';
import { databaseTime } from '../db/databaseTime.ts';
import type { Db, Transaction } from '../db/store.ts';
import type { Answers } from './answers.ts';
import { appendBotRow, botDevice } from './botRow.ts';
import type { Bots } from './bots.ts';
import { findOpenService, type Service } from './findOpenService.ts';
import type { BotChats } from './botChats.ts';
import type { GatewayBase } from '../db/gatewayBase.ts';

interface HumanHandoffPorts extends Pick<GatewayBase, 'db' | 'bus' | 'clock' | 'limits' | 'quotas' | 'onError'> {
  notices: Notices;
  bots: Bots;
  botChats: BotChats;
  answers: Pick<Answers, 'stop'>;
  operators: ReadonlySet<string>;
  /** Whether this person has a device connected to this gateway. */
  isConnected(identifier: string): boolean;
}

/** The command row that records the change in the conversation. */
type HandoffCommand = {
  [Id in 'waitConnect' | 'agentConnect' | 'switchedToAi']: { by: string; cmdId: Id; body: CommandBodies[Id] };
}['waitConnect' | 'agentConnect' | 'switchedToAi'];

export type HumanHandoff = ReturnType<typeof createHumanHandoff>;

export function createHumanHandoff(ports: HumanHandoffPorts) {
  const { db, bus, clock, limits, quotas, notices, bots, botChats, answers, operators, isConnected, onError } = ports;

  /** Notifies the pages of possible agents; they then reload the queue. */
  const notifyAgents = (people: Iterable<string>, conversationId: string) => {
    for (const identifier of new Set(people))
      publishNotice(bus, identifier, { type: 'featureNews', cmdId: 'ai', body: JSON.stringify({ conversationId }) });
  };

  /** The agents who may answer for this bot. The owner comes first, in case there are too many contacts. */
  async function listAgents(from: Db, bot: string): Promise<string[]> {
    const { rows } = await sql<{ identifier: string }>`
      select identifier from (
        select owner as identifier, 1 as rank from ai_bot where id = ${bot} and humans <> 'none'
        union all select k.other, 2 from ai_bot b join contact k on k.identifier = b.owner and k.is_contact
          where b.id = ${bot} and b.humans = 'contacts' and not ${isBlockedBetween(sql<string>`k.other`, sql`b.owner`)}
      ) agents order by rank, identifier limit ${limits.agentQueueMax}`.execute(from);
    return [...operators, ...rows.map(({ identifier }) => identifier)];
  }

  /**
   * Whether service `s` of bot `b` has the queue of this bot: all assistants share one, because operators answer for
   * them all.
   */
  const inQueueOf = (bot: string) => sql<boolean>`(s.bot = ${bot} or (b.type = 'assistant' and exists (
    select from ai_bot o where o.id = ${bot} and o.type = 'assistant')))`;

  /**
   * The median of the latest waits (at most 20) in this bot's queue, among those of the last `waitTimesWindow` and
   * without this person's own. 0 when nobody else has waited in that time.
   */
  async function medianWait(tx: Transaction, bot: string, person: string): Promise<number> {
    const { rows } = await sql<{ waited: number | null }>`
      select percentile_disc(0.5) within group (order by waited) as waited from (
        select s.taken_at - s.asked_at as waited from ai_service s join ai_bot b on b.id = s.bot
        where s.taken_at > ${clock() - limits.waitTimesWindow} and s.person <> ${person} and ${inQueueOf(bot)}
        order by s.taken_at desc limit 20) w`.execute(tx);
    return Number(rows[0]?.waited ?? 0);
  }

  async function countAhead(tx: Transaction, { bot, asked_at }: Service): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ai_service s join ai_bot b on b.id = s.bot
      where s.ended_at is null and s.agent is null and s.asked_at < ${asked_at} and ${inQueueOf(bot)}`.execute(tx);
    return rows[0]!.count;
  }

  const nameOf = async (tx: Transaction, identifier: string): Promise<string> =>
    (await tx.selectFrom('person').select('last_name').where('identifier', '=', identifier).executeTakeFirst())
      ?.last_name ?? '';

  async function conversationState(tx: Transaction, open: Service): Promise<Input<AiConversation>> {
    return {
      conversation: { conversationId: open.conversation, identifier: open.bot, state: 'man' },
      human: {
        name: open.agent === null ? '' : await nameOf(tx, open.agent),
        askedAt: open.asked_at,
        waited: await medianWait(tx, open.bot, open.person),
        ahead: open.agent === null ? await countAhead(tx, open) : 0,
      },
    };
  }

  /**
   * Changes who answers in a conversation, one change at a time, together with its command row and the events for the
   * person's devices. `decide` returns null when there is nothing to do.
   */
  async function change(
    { conversation, bot, person }: Pick<Service, 'conversation' | 'bot' | 'person'>,
    decide: (tx: Transaction, open: Service | undefined) => Promise<HandoffCommand | null>,
  ): Promise<Input<AiConversation>> {
    const outcome = await db.transaction().execute(async (tx) => {
      await notices.lock(tx, [person]);
      const { members_version: version } = await tx
        .selectFrom('conversation')
        .select('members_version')
        .where('id', '=', conversation)
        .forUpdate()
        .executeTakeFirstOrThrow();
      const line = await decide(tx, await findOpenService(tx, conversation));
      const open = await findOpenService(tx, conversation);
      const state: Input<AiConversation> = open
        ? await conversationState(tx, open)
        : { conversation: { conversationId: conversation, identifier: bot, state: 'AI' } };
      if (!line) return { state };
      const { by, ...command } = line;
      if (command.cmdId === 'waitConnect') {
        const agents = (await listAgents(tx, bot)).filter((agent) => agent !== person);
        await addWaitingPush(tx, conversation, agents, clock() + limits.pushDelay);
      } else await closeWaitingPush(tx, conversation, clock());
      const row: StoredRow = await appendSystemRow(tx, {
        conversation,
        actor: { identifier: by, device: botDevice },
        ts: clock(),
        ...command,
      });
      const emit = await notices.add(tx, person, {
        type: 'aiConversation',
        conversationId: conversation,
        identifier: person,
        body: JSON.stringify({ human: null, ...state }),
      });
      return {
        state,
        publish() {
          publishRows(bus, version, [row]);
          emit();
        },
      };
    });
    if (outcome.state.conversation?.state === 'man') answers.stop(conversation);
    // A repeated request changes nothing, so it costs the agents nothing.
    if (!outcome.publish) return outcome.state;
    outcome.publish();
    void listAgents(db, bot)
      .then((agents) => notifyAgents(agents, conversation))
      .catch(onError);
    return outcome.state;
  }

  const close = (tx: Transaction, { id }: Service) =>
    tx.updateTable('ai_service').set({ ended_at: clock() }).where('id', '=', id).execute();

  /**
   * Ends the service if it is unchanged since it was read; otherwise does nothing. `unseen`: nor has its agent been seen
   * since then, on any gateway.
   */
  const endIfUnchanged = (service: Service, by: 'human' | 'away', { unseen = false } = {}) =>
    change(service, async (tx, open) => {
      if (open?.id !== service.id || open.agent !== service.agent) return null;
      if (unseen && open.seen_at !== service.seen_at) return null;
      await close(tx, open);
      return {
        by: open.bot,
        cmdId: 'switchedToAi',
        body: { by, name: open.agent === null ? '' : await nameOf(tx, open.agent) },
      };
    });

  /** @throws Fault NO_AUTH when this person may not answer, SERVICE_OVER when nobody waits there any more. */
  async function requireServable(agent: string, conversation: string): Promise<Service> {
    const chat = await db
      .selectFrom('conversation as c')
      .innerJoin('member as m', 'm.conversation', 'c.id')
      .innerJoin('ai_bot as b', 'b.id', 'm.identifier')
      .select('b.id')
      .where('c.id', '=', conversation)
      .where('c.type', '=', 'robot')
      .where('c.owner', '<>', agent)
      .where(bots.whereAgentServes(agent))
      .executeTakeFirst();
    if (!chat) throw new Fault('NO_AUTH');
    const open = await findOpenService(db, conversation);
    if (!open) throw new Fault('SERVICE_OVER');
    return open;
  }

  /** The same for a service that this agent has taken. @throws Fault NO_AUTH, SERVICE_OVER */
  async function requireTaken(agent: string, conversation: string): Promise<Service> {
    const open = await requireServable(agent, conversation);
    if (open.agent !== agent) throw new Fault('SERVICE_OVER');
    return open;
  }

  const isSignedIn = async (identifier: string): Promise<boolean> =>
    (await db
      .selectFrom('family')
      .select('id')
      .where('identifier', '=', identifier)
      .where('revoked_at', 'is', null)
      .limit(1)
      .executeTakeFirst()) !== undefined;

  /** Returns chats to the bot whose agents have disconnected or may not answer any more. */
  async function releaseLeftChats(): Promise<void> {
    const open = await db
      .selectFrom('ai_service')
      .selectAll()
      .select(sql<number>`${databaseTime} - coalesce(seen_at, 0)`.as('silence'))
      .where('ended_at', 'is', null)
      .where('asked_at', '>', 0)
      .orderBy('asked_at')
      .execute();
    const connectedAgents = [
      ...new Set(open.flatMap(({ agent }) => (agent !== null && isConnected(agent) ? agent : []))),
    ];
    if (connectedAgents.length > 0)
      await db
        .updateTable('ai_service')
        .set({ seen_at: databaseTime })
        .where('ended_at', 'is', null)
        .where('agent', 'in', connectedAgents)
        .execute();
    for (const service of open) {
      const { agent, bot, person } = service;
      if (agent === null) {
        if (!(await bots.canRequestHuman(person, bot))) await endIfUnchanged(service, 'away');
        continue;
      }
      const unseen = !connectedAgents.includes(agent) && service.silence > limits.agentAwayTimeout;
      if (unseen || !(await isSignedIn(agent)) || !(await bots.mayServe(agent, bot)))
        await endIfUnchanged(service, 'away', { unseen });
    }
  }
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(releaseLeftChats).catch(onError);
  }, limits.agentPollEvery);
  timer.unref();

  return {
    requireTaken,
    releaseLeftChats,

    /**
     * Requests a human for the person. A repeated request returns the present state. @throws Fault NO_AUTH, NO_HUMAN,
     * TOO_MANY
     */
    async requestHuman(person: string, conversation: string): Promise<Input<AiConversation>> {
      const bot = await botChats.botOf(person, conversation);
      const { id } = await bots.requireChatAccess(person, bot);
      if (!(await bots.canRequestHuman(person, id))) throw new Fault('NO_HUMAN');
      // Each request notifies every possible agent on all devices.
      if (!(await findOpenService(db, conversation)))
        await quotas.enforce([{ key: `human/${person}`, limit: limits.humanRequestsPerHour }]);
      return change({ conversation, bot, person }, async (tx, open) => {
        if (open) return null;
        const now = clock();
        const service = await tx
          .insertInto('ai_service')
          .values({ conversation, bot, person, asked_at: now })
          .returningAll()
          .executeTakeFirstOrThrow();
        return {
          by: person,
          cmdId: 'waitConnect',
          body: { waited: await medianWait(tx, bot, person), ahead: await countAhead(tx, service) },
        };
      });
    },

    /** Returns the person's chat to the AI. @throws Fault NO_AUTH */
    async returnToBot(person: string, conversation: string): Promise<Input<AiConversation>> {
      const bot = await botChats.botOf(person, conversation);
      return change({ conversation, bot, person }, async (tx, open) => {
        if (!open) return null;
        await close(tx, open);
        return { by: person, cmdId: 'switchedToAi', body: { by: 'person', name: '' } };
      });
    },

    /** Assigns the chat to the first agent who takes it. @throws Fault NO_AUTH, SERVICE_OVER, SERVICE_TAKEN */
    async take(agent: string, conversation: string): Promise<void> {
      await change(await requireServable(agent, conversation), async (tx, open) => {
        if (!open) throw new Fault('SERVICE_OVER');
        if (open.agent === agent) return null;
        if (open.agent !== null) throw new Fault('SERVICE_TAKEN');
        await tx
          .updateTable('ai_service')
          .set({ agent, taken_at: clock(), seen_at: databaseTime })
          .where('id', '=', open.id)
          .execute();
        return { by: open.bot, cmdId: 'agentConnect', body: { name: await nameOf(tx, agent) } };
      });
    },

    /** Returns the chat to the bot; does nothing when the service has ended. @throws Fault NO_AUTH */
    async release(agent: string, conversation: string): Promise<void> {
      const open = await findOpenService(db, conversation);
      if (!open) return;
      if (open.agent !== agent) throw new Fault('NO_AUTH');
      await endIfUnchanged(open, 'human');
    },

    /** Writes an agent's message in the bot's name, once per id. @throws Fault NO_AUTH, SERVICE_OVER, BAD_REQUEST */
    async answer(agent: string, conversation: string, id: string, written: string): Promise<void> {
      checkMessageId(id);
      const text = checkText(written, limits.textMax);
      await requireTaken(agent, conversation);
      const stored = await db.transaction().execute(async (tx) => {
        await tx.selectFrom('conversation').select('id').where('id', '=', conversation).forUpdate().execute();
        const open = await findOpenService(tx, conversation);
        if (open?.agent !== agent) throw new Fault('SERVICE_OVER');
        const before = await tx
          .selectFrom('message')
          .select('sender')
          .where('conversation', '=', conversation)
          .where('id', '=', id)
          .executeTakeFirst();
        if (before && before.sender !== open.bot) throw new Fault('BAD_REQUEST');
        if (before) return null;
        const now = clock();
        return appendBotRow(tx, open, {
          id,
          type: 'text',
          message: JSON.stringify({ text, human: await nameOf(tx, agent) }),
          sender: { identifier: open.bot, deviceId: botDevice },
          timestamp: now,
        } as Parameters<typeof appendBotRow>[2]);
      });
      if (stored) publishRows(bus, stored.membersVersion, [stored.row]);
      notifyAgents([agent], conversation);
    },

    /** Routes a message of the person; returns true when a human answers it instead of the AI. */
    async routeToHuman(conversation: string): Promise<boolean> {
      const open = await findOpenService(db, conversation);
      if (open?.agent) notifyAgents([open.agent], conversation);
      return open !== undefined;
    },

    async close(): Promise<void> {
      clearInterval(timer);
      await running;
    },
  };
}
