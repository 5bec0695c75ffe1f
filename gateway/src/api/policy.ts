// Permissions: one row per call and per socket command.
import type { Calls, Commands } from '@amber/proto';
import { isOpenToUnapproved } from '@amber/proto/approval';
import { Fault } from '@amber/proto/faults';
import type { Clock } from '../core/clock.ts';
import type { DeployTokens } from '../rollout/deployTokens.ts';
import type { Db } from '../db/store.ts';
import { isApproved } from '../people/devices/approvals.ts';
import type { Actor } from '../people/signIn/tokens.ts';
import type { GatewayBase } from '../db/gatewayBase.ts';

interface AccessCheck<Request> {
  actor: Actor;
  action: string;
  request: Request;
  db: Db;
  clock: Clock;
  /** The operators' identifiers. */
  operators: ReadonlySet<string>;
  deployTokens: DeployTokens;
}

type Caller = Pick<AccessCheck<never>, 'actor' | 'operators'>;

interface Rule<Request> {
  /** Checks that need only the headers. */
  allowsActor: (caller: Caller) => boolean;
  /** Checks that need the request. */
  allowsRequest?: (check: AccessCheck<Request>) => boolean | Promise<boolean>;
}

const isSignedIn = ({ actor }: Pick<Caller, 'actor'>): boolean => actor.identifier !== '';

const anyone: Rule<unknown> = { allowsActor: () => true };

const signedIn: Rule<unknown> = { allowsActor: isSignedIn };

const isOperator = ({ actor, operators }: Caller): boolean => operators.has(actor.identifier);

const operator: Rule<unknown> = { allowsActor: isOperator };

/**
 * An operator, or the holder of this remote's token. A wrong token is refused even with a session: the session would
 * not help.
 */
const deployer: Rule<{ remote: string; deployToken: string }> = {
  ...anyone,
  async allowsRequest({ actor, action, request, operators, deployTokens }) {
    if (request.deployToken === '') return isOperator({ actor, operators });
    await deployTokens.check(request.deployToken, request.remote, action);
    return true;
  },
};

/** The rule also requires that the query finds a row. */
const ifFound = <Request>(
  rule: Rule<unknown>,
  find: (check: AccessCheck<Request>) => { executeTakeFirst(): Promise<unknown> },
): Rule<Request> => ({
  ...rule,
  allowsRequest: async (check) => (await find(check).executeTakeFirst()) !== undefined,
});

const memberOf = <Request>(conversation: (request: Request) => string): Rule<Request> =>
  ifFound(signedIn, ({ actor, request, db }) =>
    db
      .selectFrom('member')
      .select('identifier')
      .where('conversation', '=', conversation(request))
      .where('identifier', '=', actor.identifier)
      .where('left_seq', 'is', null),
  );

/**
 * A public space is visible to everyone; any other space to its members, to holders of an invitation, and to
 * applicants.
 */
const canSeeSpace = ifFound<Calls['groupChat.querySpaceDetail']['request']>(anyone, ({ actor, request, db, clock }) =>
  db
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
    ),
);

const inSpace = ifFound<{ spaceId: string }>(signedIn, ({ actor, request, db }) =>
  db
    .selectFrom('space_member')
    .select('space')
    .where('space', '=', request.spaceId)
    .where('identifier', '=', actor.identifier),
);

const ownsSpace = ifFound<{ spaceId: string }>(signedIn, ({ actor, request, db }) =>
  db.selectFrom('space').select('id').where('id', '=', request.spaceId).where('owner', '=', actor.identifier),
);

const ownsBot = <Request>(bot: (request: Request) => string): Rule<Request> =>
  ifFound(signedIn, ({ actor, request, db }) =>
    db.selectFrom('ai_bot').select('id').where('id', '=', bot(request)).where('owner', '=', actor.identifier),
  );

/**
 * Membership and blocks are checked under the conversation's lock when the row is written; a check here could be stale.
 */
const checkedUnderLock = signedIn;

/** The handler itself checks blocks, privacy settings and name ownership, because those refusals state their reason. */
const checkedByHandler = signedIn;

/** These calls return only the actor's own data or public data, whatever the request contains. */
const ownDataOnly = signedIn;

/** The reply depends on the caller; visitors see what is public. */
const publicView: Rule<unknown> = { allowsActor: () => true };

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
  'user.setBio': ownDataOnly,
  'user.privacy': ownDataOnly,
  'user.setPrivacy': ownDataOnly,
  'user.initPreKeyBundle': ownDataOnly,
  'user.distributePreKey': checkedByHandler,
  'user.updatePreKeyBundle': ownDataOnly,
  'user.devices': ownDataOnly,
  'user.signOutDevice': ownDataOnly,
  'user.renameDevice': ownDataOnly,
  'user.approveDevice': ownDataOnly,
  'user.startOver': ownDataOnly,
  'user.wallet': ownDataOnly,
  'user.bindWallet': signedIn,
  'user.getInviteUsers': ownDataOnly,
  'user.addFavorite': memberOf(({ conversationId }) => conversationId),
  'user.removeFavorite': ownDataOnly,
  'user.favorites': ownDataOnly,
  'user.exportData': ownDataOnly,
  'user.deleteAccount': signedIn,
  'user.cancelDeletion': signedIn,
  'user.logOut': signedIn,
  'contact.contactList': ownDataOnly,
  'contact.getDetail': signedIn,
  'contact.contactApplyList': ownDataOnly,
  'contact.contactApplyOperate': checkedByHandler,
  'contact.search': signedIn,
  'contact.getMutual': ownDataOnly,
  'contact.apply': checkedByHandler,
  'contact.contactLimit': ownDataOnly,
  'contact.setContactLimit': ownDataOnly,
  'contact.setRemark': signedIn,
  'contact.delete': signedIn,
  'contact.block': signedIn,
  'contact.unblock': signedIn,
  'qrcode.create': ownDataOnly,
  'qrcode.get': signedIn,
  'conversation.create': signedIn,
  'conversation.list': ownDataOnly,
  'conversation.getPrivateConversationDetail': memberOf(({ conversationId }) => conversationId),
  'conversation.getGroupConversationDetail': memberOf(({ conversationId }) => conversationId),
  'conversation.queryMembers': memberOf(({ conversationId }) => conversationId),
  'conversation.joinGroupConversation': checkedUnderLock,
  'conversation.directJoin': checkedUnderLock,
  'conversation.queryListByUserIdAndSpaceId': inSpace,
  'conversation.quitSpace': inSpace,
  'conversation.setUserSetting': memberOf(({ conversationId }) => conversationId),
  'conversation.remove': memberOf(({ conversationId }) => conversationId),
  'message.sendPrivateMessage': checkedUnderLock,
  'message.sendGroupMessage': checkedUnderLock,
  'message.sendInOrder': checkedUnderLock,
  'message.sync': ownDataOnly,
  'message.history': memberOf(({ conversationId }) => conversationId),
  'message.read': memberOf(({ conversationId }) => conversationId),
  'historyMessage.queryByGroup': memberOf(({ conversationId }) => conversationId),
  'groupChat.querySpace': ownDataOnly,
  'groupChat.querySpaceDetail': canSeeSpace,
  'groupChat.querySpaceByNamePart': ownDataOnly,
  'groupChat.queryPublicSpace': anyone,
  'groupChat.querySpaceClassification': ownDataOnly,
  'groupChat.querySpaceTemplate': ownDataOnly,
  'groupChat.createSpace': signedIn,
  'groupChat.modifySpace': ownsSpace,
  'groupChat.createInvitation': inSpace,
  'groupChat.queryInvitations': inSpace,
  'groupChat.endInvitation': inSpace,
  'groupChat.queryJoinApplies': ownsSpace,
  'groupChat.operateJoinApply': ownsSpace,
  'file.uploadPicture': signedIn,
  'file.uploadInfo': checkedByHandler,
  'file.hold': signedIn,
  'file.release': ownDataOnly,
  'aiBot.uploadPicture': signedIn,
  'aiBot.queryAiBotList': ownDataOnly,
  'aiBot.getAiBot': checkedByHandler,
  'aiBot.createUserClone': signedIn,
  'aiBot.updateUserClone': ownsBot(({ aiBotInfo }) => aiBotInfo?.aiBotId ?? ''),
  'aiBot.getAiBotCharacters': ownDataOnly,
  'aiBot.getAllAiBackground': ownDataOnly,
  'aiBot.updateAiBotBackground': ownsBot(({ aiBotId }) => aiBotId),
  'aiBot.getMemory': ownDataOnly,
  'aiBot.updateMemory': ownDataOnly,
  'aiBot.askAgain': memberOf(({ conversationId }) => conversationId),
  'aiBot.stopStream': memberOf(({ ConversationId }) => ConversationId),
  'aiBot.preview': signedIn,
  'aiBot.usage': ownDataOnly,
  'aiBot.customerServiceConnect': memberOf(({ conversationId }) => conversationId),
  'aiBot.transformState': memberOf(({ conversationId }) => conversationId),
  'aiBot.agentQueue': ownDataOnly,
  'aiBot.agentTake': checkedByHandler,
  'aiBot.agentRelease': checkedByHandler,
  'aiBot.agentChat': checkedByHandler,
  'aiBot.agentAnswer': checkedByHandler,
  'aiBot.agentNote': checkedByHandler,
  'aiBot.getVoices': ownDataOnly,
  'aiBot.createAIVoiceText': checkedByHandler,
  'aiBot.checkVoiceEnv': ownDataOnly,
  'aiBot.getVoiceTrainTexts': ownDataOnly,
  'aiBot.recAIVoice': ownDataOnly,
  'aiBot.getVoiceRecording': ownDataOnly,
  'aiBot.removeVoiceRecordings': ownDataOnly,
  'aiBot.cloneAiVoice': ownDataOnly,
  'aiBot.removeAiVoice': ownDataOnly,
  'call.start': memberOf(({ conversationId }) => conversationId),
  'call.answer': checkedByHandler,
  'call.renew': checkedByHandler,
  'call.end': checkedByHandler,
  'call.current': ownDataOnly,
  'call.relays': signedIn,
  'circle.getUserInfo': publicView,
  'circle.getUserBlogList': publicView,
  'circle.getBlog': publicView,
  'circle.getComments': publicView,
  'circle.followBlog': signedIn,
  'circle.post': ownDataOnly,
  'circle.edit': ownDataOnly,
  'circle.remove': ownDataOnly,
  'circle.like': signedIn,
  'circle.comment': signedIn,
  'circle.hideAuthor': ownDataOnly,
  'circle.getHidden': ownDataOnly,
  'circle.getNews': ownDataOnly,
  'circle.setNews': ownDataOnly,
  'airdrop.list': anyone,
  'airdrop.info': publicView,
  'airdrop.live': anyone,
  'airdrop.join': checkedByHandler,
  'airdrop.claim': checkedByHandler,
  'airdrop.winners': anyone,
  'airdrop.draw': anyone,
  'airdrop.save': operator,
  'airdrop.correct': operator,
  'airdrop.stop': operator,
  'airdrop.remove': operator,
  'airdrop.manage': operator,
  'airdrop.prizes': operator,
  'airdrop.clusters': operator,
  'push.key': signedIn,
  'push.subscribe': ownDataOnly,
  'push.unsubscribe': ownDataOnly,
  'push.test': ownDataOnly,
  'speech.settings': signedIn,
  'speech.signUrl': signedIn,
  'speech.transcribe': signedIn,
  'rollout.registry': anyone,
  'rollout.pageRegistry': anyone,
  'rollout.report': anyone,
  'rollout.ticket': ownDataOnly,
  'rollout.upload': deployer,
  'rollout.uploadMap': deployer,
  'rollout.publish': deployer,
  'rollout.setShare': deployer,
  'rollout.promote': deployer,
  'rollout.rollback': deployer,
  'rollout.status': deployer,
  'rollout.stacks': deployer,
  'rollout.setBeta': deployer,
  'rollout.approve': deployer,
  'rollout.requireSecond': operator,
  'rollout.createTesterLink': deployer,
  'rollout.revokeTesterLink': deployer,
  // The link's token is the permission.
  'rollout.testerRelease': anyone,
  'rollout.joinBeta': ownDataOnly,
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
  // The link is the permission.
  'operator.claim': signedIn,
  heartbeat: signedIn,
  register: anyone,
  pushAck: ownDataOnly,
  robotAck: ownDataOnly,
  speak: memberOf(({ conversationId }) => conversationId),
  voiceAck: ownDataOnly,
  callSignal: checkedByHandler,
  typing: memberOf(({ conversationId }) => conversationId),
} satisfies { [Name in Action]: Rule<RequestOf<Name>> };

export type Action = keyof Calls | keyof Commands;
type RequestOf<Name extends Action> = (Calls & Commands)[Name]['request'];

export type Policy = ReturnType<typeof createPolicy>;

interface PolicyPorts extends Pick<GatewayBase, 'db' | 'clock'> {
  /** Calls available without a session. */
  visitors: Db;
  operators: ReadonlySet<string>;
  deployTokens: DeployTokens;
}

export function createPolicy({ db, visitors, clock, operators, deployTokens }: PolicyPorts) {
  const allowsActor = (actor: Actor, action: Action): boolean => rules[action].allowsActor({ actor, operators });

  /** Visitors have no device; `isOpenToUnapproved` decides what an unapproved device may call. */
  const allowsDevice = async (actor: Actor, action: Action, request: unknown): Promise<boolean> =>
    !isSignedIn({ actor }) || isOpenToUnapproved(action, request, actor) || isApproved(db, actor);

  /** Refuses the action. @throws Fault 9001 when only a session is missing, else NO_AUTH. */
  const refuse = (actor: Actor): never => {
    throw new Fault(isSignedIn({ actor }) ? 'NO_AUTH' : '9001');
  };

  return {
    /** Whether this action needs no session: then a token is ignored, whether valid or not. */
    needsNoSession: (action: Action): boolean => rules[action] === anyone,

    /** Runs the checks that need only the headers. @throws Fault 9001 when only a session is missing, else NO_AUTH. */
    checkActor(actor: Actor, action: Action): void {
      if (!allowsActor(actor, action)) refuse(actor);
    },

    /** Whether this actor may send the large requests this action allows. */
    async maySendLargeRequest(actor: Actor, action: Action, deployToken: string): Promise<boolean> {
      if (rules[action] !== deployer) return isSignedIn({ actor });
      return isOperator({ actor, operators }) || (deployToken !== '' && (await deployTokens.isValid(deployToken)));
    },

    /**
     * Whether this actor may perform this action with this request. A missing object and a forbidden one give the same
     * answer.
     */
    async can<Name extends Action>(actor: Actor, action: Name, request: RequestOf<Name>): Promise<boolean> {
      const { allowsRequest } = rules[action] as Rule<RequestOf<Name>>;
      return (
        allowsActor(actor, action) &&
        (await allowsDevice(actor, action, request)) &&
        (!allowsRequest ||
          (await allowsRequest({
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

    /**
     * Checks whether this actor may perform this action.
     * @throws Fault 9001 when only a session is missing, else NO_AUTH.
     */
    async check<Name extends Action>(actor: Actor, action: Name, request: RequestOf<Name>): Promise<void> {
      if (!(await this.can(actor, action, request))) refuse(actor);
    },
  };
}
