// Creating and listing conversations, and their settings.
import type { Calls, Conversation_Type } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { checkMessageId, checkOptionalName } from '../core/checks.ts';
import type { CallsOf } from './handler.ts';
import { newIdentifier, pairKeyOf } from '../core/identifiers.ts';
import { checkMayWrite } from '../messages/mayWrite.ts';
import type { Actor } from '../people/signIn/tokens.ts';
import type { Clock } from '../core/clock.ts';
import type { Conversations } from '../messages/sync/conversations.ts';
import type { Groups } from '../messages/members/groups.ts';
import type { JoinRequests } from '../spaces/joinRequests.ts';
import type { Limits } from '@amber/proto/limits';
import type { MemberPages } from '../messages/members/memberPages.ts';
import type { Membership } from '../messages/members/membership.ts';
import type { BotChats } from '../bots/botChats.ts';
import type { SpaceMembers } from '../spaces/spaceMembers.ts';
import type { Store } from '../db/store.ts';
import type { UserSettings } from '../messages/members/userSettings.ts';

export interface ConversationPorts {
  store: Store;
  membership: Membership;
  conversations: Conversations;
  memberPages: MemberPages;
  groups: Groups;
  spaceMembers: SpaceMembers;
  joinRequests: JoinRequests;
  userSettings: UserSettings;
  robotChats: BotChats;
  clock: Clock;
  limits: Limits;
}

export const conversationCalls = ({
  store: { db },
  membership,
  conversations,
  memberPages,
  groups,
  spaceMembers,
  joinRequests,
  userSettings,
  robotChats,
  clock,
  limits,
}: ConversationPorts): CallsOf<'conversation'> => {
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

  /** Creates a private chat and returns its id; null when the pair already has one. */
  const insertPrivate = (pair: string, owner: string, people: string[]) =>
    db.transaction().execute(async (tx) => {
      const created = await tx
        .insertInto('conversation')
        .values({ id: newIdentifier(), type: 'private', pair, owner, created_at: clock() })
        .onConflict((on) => on.column('pair').doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!created) return null;
      await membership.add(
        tx,
        created.id,
        people.map((identifier) => ({ identifier, role: 'member' })),
      );
      return created.id;
    });

  /**
   * Returns the pair's single private chat, whoever asks first and however often; the chat with oneself connects one's
   * own devices.
   */
  async function getOrCreatePrivate(me: string, other: string): Promise<string> {
    const pair = pairKeyOf(me, other);
    const findExisting = () => db.selectFrom('conversation').select('id').where('pair', '=', pair).executeTakeFirst();
    const before = await findExisting();
    if (before) return before.id;
    await checkMayWrite(db, me, other);
    const people = [...new Set([me, other])];
    const created = await insertPrivate(pair, me, people);
    if (created) membership.publishChange(created, people);
    return created ?? (await findExisting())!.id;
  }

  const creators = {
    async private({ identifiers }: Request, { identifier }: Actor) {
      const other = identifiers[0];
      if (identifiers.length !== 1 || other === undefined) throw new Fault('BAD_REQUEST');
      await checkPeople([other]);
      return getOrCreatePrivate(identifier, other);
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
      return robotChats.open(identifier, bot);
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

    async 'conversation.quitSpace'({ spaceId }, actor) {
      await spaceMembers.quit(actor, spaceId);
      return {};
    },

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
