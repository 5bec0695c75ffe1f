// Creating and listing conversations, and their settings.
import type { Calls, Conversation_Type } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { checkMessageId, checkOptionalName } from '../core/checks.ts';
import type { CallsOf, HandlerPorts } from './handler.ts';
import { checkMayWrite } from '../messages/mayWrite.ts';
import { getOrCreatePairChat } from '../messages/members/pairChats.ts';
import type { Actor } from '../people/signIn/tokens.ts';

export const conversationCalls = ({
  db,
  membership,
  conversations,
  memberPages,
  groups,
  spaceMembers,
  joinRequests,
  userSettings,
  botChats,
  clock,
  limits,
}: HandlerPorts): CallsOf<'conversation'> => {
  type Request = Calls['conversation.create']['request'];

  /** Checks that all these people exist. @throws Fault NO_AUTH when one of them does not. */
  async function checkPeople(identifiers: string[]): Promise<void> {
    const found = await db
      .selectFrom('person')
      .select('identifier')
      .where('identifier', 'in', identifiers)
      .where('deleted_at', 'is', null)
      .execute();
    if (found.length !== identifiers.length) throw new Fault('NO_AUTH');
  }

  const creators = {
    async private({ identifiers }: Request, { identifier }: Actor) {
      const other = identifiers[0];
      if (identifiers.length !== 1 || other === undefined) throw new Fault('BAD_REQUEST');
      await checkPeople([other]);
      return getOrCreatePairChat({ db, clock, membership }, { type: 'private', owner: identifier, other }, () =>
        checkMayWrite(db, identifier, other),
      );
    },
    async group({ identifiers, name, requestId }: Request, actor: Actor) {
      const others = [...new Set(identifiers)].filter((one) => one !== actor.identifier);
      if (others.length === 0) throw new Fault('BAD_REQUEST');
      if (requestId !== '') checkMessageId(requestId);
      await checkPeople(others);
      return groups.create(actor, { name: checkOptionalName(name, limits.groupNameMax), others, requestId });
    },
    async robot({ identifiers }: Request, { identifier }: Actor) {
      const bot = identifiers[0];
      if (identifiers.length !== 1 || bot === undefined) throw new Fault('BAD_REQUEST');
      return botChats.open(identifier, bot);
    },
  } satisfies Record<Conversation_Type, (request: Request, actor: Actor) => Promise<string>>;

  /** Returns the function that creates conversations of this type; a type of a newer version arrives as a number. */
  const creatorOf = (type: Conversation_Type) => {
    if (typeof type !== 'string') throw new Fault('BAD_REQUEST');
    return creators[type];
  };

  return {
    async 'conversation.create'(request, actor) {
      const id = await creatorOf(request.type)(request, actor);
      return { conversation: (await conversations.get(actor.identifier, id)).wire };
    },

    async 'conversation.list'(_, { identifier }) {
      return { list: (await conversations.viewsFor(identifier)).map(({ wire }) => wire) };
    },

    async 'conversation.getPrivateConversationDetail'({ conversationId }, { identifier }) {
      const found = await conversations.get(identifier, conversationId);
      if (found.type !== 'private') throw new Fault('NO_AUTH');
      return { info: { userInfo: found.wire.userInfo?.[0] ?? null, conversionId: found.id, spaceId: '' } };
    },

    async 'conversation.getGroupConversationDetail'({ conversationId }, { identifier }) {
      const found = await conversations.get(identifier, conversationId);
      if (found.type !== 'group') throw new Fault('NO_AUTH');
      const { members, next, me, memberCount } = await memberPages.first(found, identifier);
      return { conversation: found.wire, members, next, me, memberCount, seq: found.last_seq };
    },

    async 'conversation.queryMembers'({ conversationId, word, after, identifiers }, { identifier }) {
      const found = await conversations.get(identifier, conversationId);
      if (found.type !== 'group') throw new Fault('NO_AUTH');
      if (identifiers.length > 0)
        return { members: await memberPages.named(found, identifier, identifiers), next: '', seq: found.last_seq };
      return { ...(await memberPages.page(found, identifier, { word: word.trim(), after })), seq: found.last_seq };
    },

    async 'conversation.joinGroupConversation'(
      { conversationId, invitedIdentifier, spaceId, invitation, message },
      actor,
    ) {
      if (invitedIdentifier !== '' && invitedIdentifier !== actor.identifier) throw new Fault('NO_AUTH');
      const room = await db
        .selectFrom('conversation')
        .select('space')
        .where('id', '=', conversationId)
        .executeTakeFirst();
      if (spaceId === '' && !room?.space) await groups.join(actor, conversationId);
      else {
        const joinApply = await joinRequests.submit(actor, { spaceId, conversationId, invitation, message });
        if (joinApply || conversationId === '') return { joinApply };
      }
      return { conversation: (await conversations.get(actor.identifier, conversationId)).wire };
    },

    async 'conversation.directJoin'({ invitedIdentifier, conversationId, type, spaceId, invitation }, actor) {
      if (type !== 'directJoin') throw new Fault('BAD_REQUEST');
      if (invitedIdentifier !== '' && invitedIdentifier !== actor.identifier) throw new Fault('NO_AUTH');
      return spaceMembers.join(actor, { spaceId, conversationId, invitation });
    },

    async 'conversation.queryListByUserIdAndSpaceId'({ spaceId }, { identifier }) {
      return { list: await conversations.roomsOf(identifier, spaceId) };
    },

    'conversation.quitSpace': ({ spaceId }, actor) => spaceMembers.quit(actor, spaceId),

    async 'conversation.setUserSetting'({ conversationId, userSetting, fields }, actor) {
      if (!userSetting) throw new Fault('BAD_REQUEST');
      await userSettings.set(actor, conversationId, userSetting, fields);
      return { conversation: (await conversations.get(actor.identifier, conversationId)).wire };
    },

    async 'conversation.remove'({ conversationId }, actor) {
      // A room is listed under its space while the person is a member.
      if ((await conversations.get(actor.identifier, conversationId)).wire.spaceId) throw new Fault('BAD_REQUEST');
      await userSettings.hide(actor, conversationId);
      return { conversation: (await conversations.get(actor.identifier, conversationId)).wire };
    },
  };
};
