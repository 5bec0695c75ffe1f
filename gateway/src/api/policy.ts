// Permissions: one row per call and per socket command.
import type { Calls, Commands } from '@amber/proto';
import { isOpenToUnapproved } from '@amber/proto/approval';
import { Fault } from '@amber/proto/faults';
import type { Clock } from '../core/clock.ts';
import type { DeployTokens } from '../rollout/deployTokens.ts';
import type { Db } from '../db/store.ts';
import { isApproved } from '../people/devices/approvals.ts';
import type { Actor } from '../people/signIn/tokens.ts';

interface Question<Request> {
  actor: Actor;
  action: string;
  request: Request;
  db: Db;
  clock: Clock;
  /** The operators' identifiers. */
  operators: ReadonlySet<string>;
  deployTokens: DeployTokens;
}

type Who = Pick<Question<never>, 'actor' | 'operators'>;

interface Rule<Request> {
  /** Checks that need only the headers. */
  atDoor: (who: Who) => boolean;
  /** Checks that need the request. */
  inside?: (question: Question<Request>) => boolean | Promise<boolean>;
}

const isSignedIn = ({ actor }: Pick<Who, 'actor'>): boolean => actor.identifier !== '';

const anyone: Rule<unknown> = { atDoor: () => true };

const signedIn: Rule<unknown> = { atDoor: isSignedIn };

const isOperator = ({ actor, operators }: Who): boolean => operators.has(actor.identifier);

const operator: Rule<unknown> = { atDoor: isOperator };

/** An operator, or the holder of this remote's token. A wrong token is refused on its own: a session would not help. */
const deployer: Rule<{ remote: string; deployToken: string }> = {
  ...anyone,
  async inside({ actor, action, request, operators, deployTokens }) {
    if (request.deployToken === '') return isOperator({ actor, operators });
    await deployTokens.check(request.deployToken, request.remote, action);
    return true;
  },
};

const memberOf = <Request>(conversation: (request: Request) => string): Rule<Request> => ({
  ...signedIn,
  async inside({ actor, request, db }) {
    const member = await db
      .selectFrom('member')
      .select('identifier')
      .where('conversation', '=', conversation(request))
      .where('identifier', '=', actor.identifier)
      .where('left_seq', 'is', null)
      .executeTakeFirst();
    return member !== undefined;
  },
});

/** A public space is visible to all; another one to its members, to holders of an invitation, and to applicants. */
const seesSpace: Rule<Calls['groupChat.querySpaceDetail']['request']> = {
  ...anyone,
  async inside({ actor, request, db, clock }) {
    const space = await db
      .selectFrom('space')
      .select('id')
      .where('id', '=', request.spaceId)
      .where((where) =>
        where.or([
          where('is_public', '=', true),
          where.exists(
            where
              .selectFrom('space_member')
              .select('space')
              .whereRef('space', '=', 'space.id')
              .where('identifier', '=', actor.identifier),
          ),
          where.exists(
            where
              .selectFrom('invitation as i')
              .innerJoin('space_member as m', (on) =>
                on.onRef('m.space', '=', 'i.space').onRef('m.identifier', '=', 'i.inviter'),
              )
              .select('i.code')
              .whereRef('i.space', '=', 'space.id')
              .where('i.code', '=', request.invitation)
              .where('i.expires_at', '>', clock()),
          ),
          where.exists(
            where
              .selectFrom('join_apply')
              .select('space')
              .whereRef('space', '=', 'space.id')
              .where('identifier', '=', actor.identifier),
          ),
        ]),
      )
      .executeTakeFirst();
    return space !== undefined;
  },
};

const inSpace: Rule<{ spaceId: string }> = {
  ...signedIn,
  inside: async ({ actor, request, db }) =>
    undefined !==
    (await db
      .selectFrom('space_member')
      .select('space')
      .where('space', '=', request.spaceId)
      .where('identifier', '=', actor.identifier)
      .executeTakeFirst()),
};

const ownsSpace: Rule<{ spaceId: string }> = {
  ...signedIn,
  inside: async ({ actor, request, db }) =>
    undefined !==
    (await db
      .selectFrom('space')
      .select('id')
      .where('id', '=', request.spaceId)
      .where('owner', '=', actor.identifier)
      .executeTakeFirst()),
};

const ownsBot = <Request>(bot: (request: Request) => string): Rule<Request> => ({
  ...signedIn,
  inside: async ({ actor, request, db }) =>
    undefined !==
    (await db
      .selectFrom('ai_bot')
      .select('id')
      .where('id', '=', bot(request))
      .where('owner', '=', actor.identifier)
      .executeTakeFirst()),
});

/** Membership and blocks are checked when the row is written, under the conversation's lock: here they may be stale. */
const judgedUnderLock = signedIn;

/** The call itself checks blocks, privacy settings and name ownership: those refusals give their reason. */
const judgedWithReason = signedIn;

/** These return only the actor's own data or public data, whatever the request. */
const ownView = signedIn;

/** What the call returns depends on who asks; visitors see what is for everyone. */
const publicView: Rule<unknown> = { atDoor: () => true };

const rules = {
  'login.getSms': anyone,
  'login.login': anyone,
  'login.walletNonce': anyone,
  'login.loginByWallet': anyone,
  'user.refreshToken': anyone,
  'user.init': signedIn,
  'user.preparedAvatar': signedIn,
  'user.randomName': signedIn,
  'user.getUserInfoByIdentifier': signedIn,
  'user.updateUserInfo': signedIn,
  'user.setBio': ownView,
  'user.privacy': ownView,
  'user.setPrivacy': ownView,
  'user.initPreKeyBundle': ownView,
  'user.distributePreKey': judgedWithReason,
  'user.updatePreKeyBundle': ownView,
  'user.devices': ownView,
  'user.signOutDevice': ownView,
  'user.approveDevice': ownView,
  'user.startOver': ownView,
  'user.wallet': ownView,
  'user.bindWallet': signedIn,
  'user.getInviteUsers': ownView,
  'user.addFavorite': memberOf(({ conversationId }) => conversationId),
  'user.removeFavorite': ownView,
  'user.favorites': ownView,
  'user.exportData': ownView,
  'user.deleteAccount': signedIn,
  'user.cancelDeletion': signedIn,
  'user.logOut': signedIn,
  'contact.contactList': ownView,
  'contact.getDetail': signedIn,
  'contact.contactApplyList': ownView,
  'contact.contactApplyOperate': judgedWithReason,
  'contact.search': signedIn,
  'contact.getMutual': ownView,
  'contact.apply': judgedWithReason,
  'contact.contactLimit': ownView,
  'contact.setContactLimit': ownView,
  'contact.setRemark': signedIn,
  'contact.delete': signedIn,
  'contact.block': signedIn,
  'contact.unblock': signedIn,
  'qrcode.create': ownView,
  'qrcode.get': signedIn,
  'conversation.create': signedIn,
  'conversation.list': ownView,
  'conversation.getPrivateConversationDetail': memberOf(({ conversationId }) => conversationId),
  'conversation.getGroupConversationDetail': memberOf(({ conversationId }) => conversationId),
  'conversation.queryMembers': memberOf(({ conversationId }) => conversationId),
  'conversation.joinGroupConversation': judgedUnderLock,
  'conversation.directJoin': judgedUnderLock,
  'conversation.queryListByUserIdAndSpaceId': inSpace,
  'conversation.quitSpace': inSpace,
  'conversation.setUserSetting': memberOf(({ conversationId }) => conversationId),
  'conversation.remove': memberOf(({ conversationId }) => conversationId),
  'message.sendPrivateMessage': judgedUnderLock,
  'message.sendGroupMessage': judgedUnderLock,
  'message.sendInOrder': judgedUnderLock,
  'message.sync': ownView,
  'message.history': memberOf(({ conversationId }) => conversationId),
  'message.read': memberOf(({ conversationId }) => conversationId),
  'historyMessage.queryByGroup': memberOf(({ conversationId }) => conversationId),
  'groupChat.querySpace': ownView,
  'groupChat.querySpaceDetail': seesSpace,
  'groupChat.querySpaceByNamePart': ownView,
  'groupChat.queryPublicSpace': anyone,
  'groupChat.querySpaceClassification': ownView,
  'groupChat.querySpaceTemplate': ownView,
  'groupChat.createSpace': signedIn,
  'groupChat.modifySpace': ownsSpace,
  'groupChat.createInvitation': inSpace,
  'groupChat.queryInvitations': inSpace,
  'groupChat.endInvitation': inSpace,
  'groupChat.queryJoinApplies': ownsSpace,
  'groupChat.operateJoinApply': ownsSpace,
  'file.uploadPicture': signedIn,
  'file.uploadInfo': judgedWithReason,
  'file.hold': signedIn,
  'file.release': ownView,
  'aiBot.uploadPicture': signedIn,
  'aiBot.queryAiBotList': ownView,
  'aiBot.getAiBot': judgedWithReason,
  'aiBot.createUserClone': signedIn,
  'aiBot.updateUserClone': ownsBot(({ aiBotInfo }) => aiBotInfo?.aiBotId ?? ''),
  'aiBot.getAiBotCharacters': ownView,
  'aiBot.getAllAiBackground': ownView,
  'aiBot.updateAiBotBackground': ownsBot(({ aiBotId }) => aiBotId),
  'aiBot.getMemory': ownView,
  'aiBot.updateMemory': ownView,
  'aiBot.askAgain': memberOf(({ conversationId }) => conversationId),
  'aiBot.stopStream': memberOf(({ ConversationId }) => ConversationId),
  'aiBot.preview': signedIn,
  'aiBot.usage': ownView,
  'aiBot.customerServiceConnect': memberOf(({ conversationId }) => conversationId),
  'aiBot.transformState': memberOf(({ conversationId }) => conversationId),
  'aiBot.agentQueue': ownView,
  'aiBot.agentTake': judgedWithReason,
  'aiBot.agentRelease': judgedWithReason,
  'aiBot.agentChat': judgedWithReason,
  'aiBot.agentAnswer': judgedWithReason,
  'aiBot.agentNote': judgedWithReason,
  'circle.getUserInfo': publicView,
  'circle.getUserBlogList': publicView,
  'circle.getBlog': publicView,
  'circle.getComments': publicView,
  'circle.followBlog': signedIn,
  'circle.post': ownView,
  'circle.edit': ownView,
  'circle.remove': ownView,
  'circle.like': signedIn,
  'circle.comment': signedIn,
  'circle.hideAuthor': ownView,
  'circle.getHidden': ownView,
  'circle.getNews': ownView,
  'circle.setNews': ownView,
  'airdrop.list': anyone,
  'airdrop.info': publicView,
  'airdrop.live': anyone,
  'airdrop.join': judgedWithReason,
  'airdrop.claim': judgedWithReason,
  'airdrop.winners': anyone,
  'airdrop.draw': anyone,
  'airdrop.save': operator,
  'airdrop.stop': operator,
  'airdrop.remove': operator,
  'airdrop.manage': operator,
  'airdrop.prizes': operator,
  'airdrop.clusters': operator,
  'push.key': signedIn,
  'push.subscribe': ownView,
  'push.unsubscribe': ownView,
  'push.test': ownView,
  'rollout.registry': anyone,
  'rollout.pageRegistry': anyone,
  'rollout.report': anyone,
  'rollout.ticket': ownView,
  'rollout.upload': deployer,
  'rollout.publish': deployer,
  'rollout.setShare': deployer,
  'rollout.promote': deployer,
  'rollout.rollback': deployer,
  'rollout.status': deployer,
  'rollout.createToken': operator,
  'rollout.revokeToken': operator,
  'rollout.followCheckout': operator,
  'rollout.setWord': operator,
  'rollout.remove': operator,
  'support.report': signedIn,
  'operator.signIn': operator,
  'operator.testSms': operator,
  'operator.createCode': operator,
  'operator.revokeCode': operator,
  'operator.aiUse': operator,
  'operator.setAiQuota': operator,
  heartbeat: signedIn,
  register: anyone,
  pushAck: ownView,
  robotAck: ownView,
  typing: memberOf(({ conversationId }) => conversationId),
} satisfies { [Call in keyof Calls]: Rule<Calls[Call]['request']> } & {
  [Command in keyof Commands]: Rule<Commands[Command]['request']>;
};

export type Action = keyof Calls | keyof Commands;
type RequestOf<Name extends Action> = Name extends keyof Calls
  ? Calls[Name]['request']
  : Name extends keyof Commands
    ? Commands[Name]['request']
    : never;

export type Policy = ReturnType<typeof createPolicy>;

interface PolicyPorts {
  db: Db;
  /** Calls available without a session. */
  visitors: Db;
  clock: Clock;
  operators: ReadonlySet<string>;
  deployTokens: DeployTokens;
}

export function createPolicy({ db, visitors, clock, operators, deployTokens }: PolicyPorts) {
  const atDoor = (actor: Actor, action: Action): boolean => rules[action].atDoor({ actor, operators });

  /** Visitors have no device; the table in proto says what an unapproved one may call. */
  const allowsDevice = async (actor: Actor, action: Action, request: unknown): Promise<boolean> =>
    !isSignedIn({ actor }) || isOpenToUnapproved(action, request, actor) || isApproved(db, actor);

  /** @throws Fault 9001 when only a session is missing, else NO_AUTH. */
  const refuse = (actor: Actor): never => {
    throw new Fault(isSignedIn({ actor }) ? 'NO_AUTH' : '9001');
  };

  return {
    /** Whether no session is needed: then a token is ignored, valid or not. */
    isOpen: (action: Action): boolean => rules[action] === anyone,

    /** The checks that need only the headers. @throws Fault 9001 when only a session is missing, else NO_AUTH. */
    checkDoor(actor: Actor, action: Action): void {
      if (!atDoor(actor, action)) refuse(actor);
    },

    /** Whether this actor may send the large requests this action allows. */
    async isKnown(actor: Actor, action: Action, deployToken: string): Promise<boolean> {
      if (rules[action] !== deployer) return isSignedIn({ actor });
      return isOperator({ actor, operators }) || (deployToken !== '' && (await deployTokens.isGood(deployToken)));
    },

    /** Whether this actor may do this. Missing and forbidden give the same answer. */
    async can<Name extends Action>(actor: Actor, action: Name, request: RequestOf<Name>): Promise<boolean> {
      const { inside } = rules[action] as Rule<RequestOf<Name>>;
      return (
        atDoor(actor, action) &&
        (await allowsDevice(actor, action, request)) &&
        (!inside ||
          (await inside({
            actor,
            action,
            request,
            db: isSignedIn({ actor }) ? db : visitors,
            clock,
            operators,
            deployTokens,
          })))
      );
    },

    /** @throws Fault 9001 when only a session is missing, else NO_AUTH. */
    async check<Name extends Action>(actor: Actor, action: Name, request: RequestOf<Name>): Promise<void> {
      if (!(await this.can(actor, action, request))) refuse(actor);
    },
  };
}
