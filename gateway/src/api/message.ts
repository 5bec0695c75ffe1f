// Sending messages, sync, and read positions.
import type { Content, Conversation_Type } from '@amber/proto';
import { encode } from '@amber/proto/codec';
import { Fault } from '@amber/proto/faults';
import { isMessageCommand, systemCommands } from '@amber/proto/systemCommands';
import type { SendOutcome } from '../messages/send/sendQueue.ts';
import type { StoredCopy } from '../core/storedRow.ts';
import type { Actor } from '../people/signIn/tokens.ts';
import { checkDeviceId, checkMessageId } from '../core/checks.ts';
import type { CallsOf, Handler, HandlerPorts } from './handler.ts';
import { messageText } from '../bots/messageText.ts';
import { createMarkUnapproved } from '../messages/send/markUnapproved.ts';

/** Whether a command may be anonymous: messages and reactions may. */
const mayBeAnonymous = (cmdId: string): boolean =>
  cmdId === '' || (isMessageCommand(cmdId) && systemCommands[cmdId].anonymous === 'asked');

export const messageCalls = ({
  clock,
  limits,
  sendQueue,
  performCommand,
  catchUp,
  acks,
  readState,
  notices,
  conversations,
  db,
  botChats,
  bots,
  answers,
  humanHandoff,
}: HandlerPorts): CallsOf<'message'> => {
  const markUnapproved = createMarkUnapproved(db);

  /**
   * Checks one content, and that it has the same command and targets as the first.
   * @throws Fault BAD_REQUEST
   */
  function checkContent({ type, cmdId, targets }: Content, _: number, [first]: Content[]): void {
    // Devices create system lines from commands, and only bots write as an AI: such a message from a client would be a
    // forgery.
    if (cmdId === '' && (type === 'system' || type === 'ai' || targets.length > 0)) throw new Fault('BAD_REQUEST');
    if (cmdId !== first!.cmdId || targets.join() !== first!.targets.join()) throw new Fault('BAD_REQUEST');
  }

  const isJson = (text: string) => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  };

  /**
   * Returns either one content for all readers or one copy per device, without an envelope where the copy is withheld.
   * The gateway overwrites the fields that it knows for certain.
   */
  function buildForms(
    contents: Content[],
    id: string,
    sender: { identifier: string; deviceId: string },
    timestamp: number,
  ) {
    contents.forEach(checkContent);
    const stamped = contents.map((content) => ({
      ...content,
      id,
      sender,
      timestamp,
      ...(content.cmdId !== '' && { type: content.cmdId, targets: [...new Set(content.targets)], anonymous: false }),
    }));
    const [first] = stamped;
    if (stamped.length === 1 && first && !first.to) {
      if (!isJson(first.message)) throw new Fault('BAD_REQUEST');
      return { content: first, body: encode('Content', first), copies: null };
    }
    const copies = stamped.map((content) => {
      if (!content.to) throw new Fault('BAD_REQUEST');
      checkDeviceId(content.to.deviceId);
      checkDeviceId(content.to.identifier);
      const envelope = content.message === '' ? null : encode('Content', content);
      return { identifier: content.to.identifier, device: content.to.deviceId, envelope };
    });
    const devices = new Set(copies.map(({ identifier, device }) => `${identifier} ${device}`));
    if (devices.size !== copies.length) throw new Fault('BAD_REQUEST');
    return { content: null, body: null, copies };
  }

  interface MessageInput {
    id: string;
    contents: Content[];
    conversationId: string;
    type: Conversation_Type;
  }

  /**
   * Builds the row to store from a client's message.
   * @throws Fault BAD_REQUEST
   */
  function sendingOf({ id, contents, conversationId, type }: MessageInput, { identifier, device }: Actor) {
    checkMessageId(id);
    const ts = clock();
    const { content, body, copies } = buildForms(contents, id, { identifier, deviceId: device }, ts);
    const { cmdId = '' } = contents[0] ?? {};
    const anonymous = mayBeAnonymous(cmdId) && contents.some((one) => one.anonymous);
    return {
      content,
      sending: { conversation: conversationId, type, id, sender: identifier, device, ts, body, copies, anonymous },
    };
  }

  /** The bot of a robot chat; empty in other chats. @throws Fault NO_AUTH when this person may not talk with it. */
  async function checkBotChat(identifier: string, conversationId: string, type: Conversation_Type): Promise<string> {
    if (type !== 'robot') return '';
    const bot = await botChats.botOf(identifier, conversationId);
    await bots.requireChatAccess(identifier, bot);
    return bot;
  }

  /** This also runs for a resend, because a crash may have separated the question from its answer. */
  const askBot = async (
    bot: string,
    asker: string,
    { conversation, id }: { conversation: string; id: string },
    { content, languages }: { content: Content | null; languages: readonly string[] },
  ) =>
    (await humanHandoff.routeToHuman(conversation)) ||
    answers.ask({ conversation, question: id, bot, asker }, { text: content ? messageText(content) : '', languages });

  const send =
    (type: Conversation_Type): Handler<'message.sendPrivateMessage' | 'message.sendGroupMessage'> =>
    async ({ id, conversation, content: contents }, actor, { languages }) => {
      const conversationId = conversation?.conversationId ?? '';
      const bot = await checkBotChat(actor.identifier, conversationId, type);
      const { content, sending } = sendingOf({ id, contents, conversationId, type }, actor);
      const { cmdId = '', targets = [] } = contents[0] ?? {};
      if (cmdId === '') {
        const sent = await sendQueue.send(sending).catch(markUnapproved);
        if (bot !== '') await askBot(bot, actor.identifier, sending, { content, languages });
        return { id, timestamp: sent.ts, epoch: sent.epoch, seq: sent.seq };
      }
      const commandRequest = { sending, cmdId, targets: [...new Set(targets)], content };
      const sent = await performCommand(commandRequest).catch(markUnapproved);
      // An edited question is answered again, unless later questions have followed it.
      if (
        bot !== '' &&
        cmdId === 'edit' &&
        targets[0] !== undefined &&
        !(await humanHandoff.routeToHuman(conversationId))
      )
        await answers
          .regenerate({ conversation: conversationId, bot, asker: actor.identifier, message: targets[0], languages })
          .catch((thrown: unknown) => {
            if (Fault.of(thrown).code !== 'NO_MESSAGE') throw thrown;
          });
      return {
        id,
        timestamp: sent.ts,
        epoch: sent.epoch,
        seq: sent.seq,
        ...(sent.content && { content: sent.content }),
      };
    };

  /** The devices that a message is sealed for, as a comparable text. */
  const recipientsOf = ({ copies }: { copies: StoredCopy[] | null }): string =>
    copies === null
      ? 'open'
      : copies
          .map(({ identifier, device }) => `${identifier} ${device}`)
          .sort()
          .join();

  return {
    'message.sendPrivateMessage': (request, actor, context) =>
      send(request.conversation?.conversationType === 'robot' ? 'robot' : 'private')(request, actor, context),
    'message.sendGroupMessage': send('group'),

    async 'message.sendInOrder'({ conversation, messages }, actor, { languages }) {
      const { conversationId = '', conversationType: type = 'private' } = conversation ?? {};
      const bot = await checkBotChat(actor.identifier, conversationId, type);
      const written = messages.map(({ id, content: contents }) => {
        if (contents.some(({ cmdId }) => cmdId !== '')) throw new Fault('BAD_REQUEST');
        return sendingOf({ id, contents, conversationId, type }, actor);
      });
      const [first, ...others] = written.map(({ sending }) => sending);
      if (!first || new Set(messages.map(({ id }) => id)).size !== messages.length) throw new Fault('BAD_REQUEST');
      // All messages must have the same devices, so that a stale list refuses them all; otherwise a later message could
      // overtake a refused one.
      if (others.some((one) => recipientsOf(one) !== recipientsOf(first))) throw new Fault('BAD_REQUEST');
      const outcomes = await sendQueue.sendInOrder([first, ...others]);
      const [fault] = outcomes;
      if (bot !== '')
        for (const [index, { sending, content }] of written.entries())
          if (!(outcomes[index] instanceof Fault)) await askBot(bot, actor.identifier, sending, { content, languages });
      const isOneFault = (one: SendOutcome) => one instanceof Fault && one.code === (fault as Fault).code;
      if (fault instanceof Fault && outcomes.every(isOneFault)) throw fault;
      return {
        results: outcomes.map((outcome) =>
          outcome instanceof Fault
            ? { code: outcome.code, ...(outcome.data && { data: outcome.data }) }
            : { epoch: outcome.epoch, seq: outcome.seq, timestamp: outcome.ts },
        ),
      };
    },

    async 'message.sync'({ cursors, noticeSeq }, actor) {
      const views = await conversations.viewsFor(actor.identifier, {
        also: cursors.map(({ conversationId }) => conversationId),
      });
      // Cursors of conversations that this person was never in are dropped here, so that they cost nothing further.
      const knownIds = new Set(views.map(({ id }) => id));
      const ownCursors = cursors.filter(({ conversationId }) => knownIds.has(conversationId));
      await Promise.all([acks.confirm(actor, ownCursors), notices.confirm(actor, noticeSeq)]);
      const [rowPage, noticePage] = await Promise.all([
        catchUp.sync(actor, views, ownCursors),
        notices.page(actor, noticeSeq),
      ]);
      return { parts: rowPage.parts, notices: noticePage.list, more: rowPage.more || noticePage.more };
    },

    async 'message.history'({ conversationId, beforeSeq, limit }, actor) {
      const { joined_seq } = await conversations.get(actor.identifier, conversationId);
      return {
        rows: await catchUp.history(actor, conversationId, joined_seq, beforeSeq, limit || limits.timelinePage),
      };
    },

    async 'message.read'({ conversationId, seq }, actor) {
      const moved = await readState.read(actor, conversationId, seq);
      return { seq: moved ?? (await conversations.get(actor.identifier, conversationId)).read_seq };
    },
  };
};
