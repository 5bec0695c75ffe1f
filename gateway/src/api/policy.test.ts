import type { Calls, Commands, Input } from '@amber/proto';
import { type MessageCommandId, systemCommands } from '@amber/proto/systemCommands';
import { walletStatements } from '@amber/proto/walletMessage';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encodeCursor } from '../db/pageCursor.ts';
import type { Action } from './policy.ts';
import {
  apiOf,
  call,
  chatOf,
  connect,
  connectAs,
  sendCommand,
  groupOf,
  newMessageId,
  newPhone,
  outcomeCode,
  sendText,
  signIn,
  type Person,
} from '../testing/client.ts';
import { type Changes, watchChanges } from '../testing/changes.ts';
import { newBundle, newOneTimeKeys } from '../testing/keys.ts';
import { recordStatements, findFullScans } from '../testing/plans.ts';
import { newVersion, publishRelease, tinyRelease } from '../testing/release.ts';
import { signInRequest, testWallet } from '../testing/wallet.ts';
import { startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { createToneSynthesizer } from '../testing/toneSynthesizer.ts';
import { subscriptionAt } from '../testing/pushService.ts';

const personRoles = ['anonymous', 'stranger', 'former', 'blocked', 'member', 'owner', 'operator'] as const;
/** `unapproved` is a device of the owner's that no approved device has approved. */
const roles = [...personRoles, 'unapproved'] as const;
type Role = (typeof roles)[number];
type Outcome =
  | 'SUCCESS'
  | 'NO_AUTH'
  | 'NOT_MEMBER'
  | 'BLOCKED'
  | 'APPLY_CLOSED'
  | 'OWNER_STAYS'
  | 'SPACE_OWNER_STAYS'
  | 'BAD_REQUEST'
  | 'NOT_OFFERED'
  | 'NO_MESSAGE'
  | 'OPERATOR_LINK'
  | 'SPEECH_NOT_SET_UP'
  | 'VOICE_NO_CLONING'
  | '9001'
  | 'NO_RESPONSE';

/** What people may do on an approved device; `openToUnapproved` has the calls that an unapproved one may make too. */
type Row = Record<(typeof personRoles)[number], Outcome>;

const all = (value: Outcome): Row => Object.fromEntries(personRoles.map((role) => [role, value])) as Row;
const signedIn = { ...all('SUCCESS'), anonymous: '9001' as const };
const speechNotSetUp = { ...all('SPEECH_NOT_SET_UP'), anonymous: '9001' as const };
const operatorsOnly = { ...all('NO_AUTH'), anonymous: '9001' as const, operator: 'SUCCESS' as const };
const members = {
  ...all('NO_AUTH'),
  anonymous: '9001' as const,
  blocked: 'SUCCESS' as const,
  member: 'SUCCESS' as const,
  owner: 'SUCCESS' as const,
};

/** To others, the message does not exist. */
const listeners = {
  ...members,
  stranger: 'NO_MESSAGE' as const,
  former: 'NO_MESSAGE' as const,
  operator: 'NO_MESSAGE' as const,
};

/** A bot of the owner's that talks with nobody else. */
const ownersBot = { ...all('NO_AUTH'), anonymous: '9001' as const, owner: 'SUCCESS' as const };

/** Every call and command by every actor. `blocked` is in the group, and has a chat with the owner, who blocked him. */
const expected = {
  'login.getSms': all('SUCCESS'),
  'login.login': all('SUCCESS'),
  'login.walletNonce': all('SUCCESS'),
  'login.loginByWallet': all('SUCCESS'),
  'user.refreshToken': all('SUCCESS'),
  'user.init': signedIn,
  'user.preparedAvatar': signedIn,
  'user.randomName': signedIn,
  'user.getUserInfoByIdentifier': signedIn,
  'user.updateUserInfo': signedIn,
  'user.setBio': signedIn,
  'user.privacy': signedIn,
  'user.setPrivacy': signedIn,
  'user.initPreKeyBundle': signedIn,
  'user.distributePreKey': { ...signedIn, blocked: 'BLOCKED' },
  'user.updatePreKeyBundle': signedIn,
  'user.devices': signedIn,
  'user.signOutDevice': signedIn,
  'user.renameDevice': signedIn,
  'user.approveDevice': signedIn,
  'user.startOver': signedIn,
  'user.wallet': signedIn,
  'user.bindWallet': signedIn,
  'user.getInviteUsers': signedIn,
  'user.addFavorite': members,
  'user.removeFavorite': signedIn,
  'user.favorites': signedIn,
  'user.exportData': signedIn,
  'user.deleteAccount': signedIn,
  'user.cancelDeletion': signedIn,
  'user.logOut': signedIn,
  'contact.contactList': signedIn,
  'contact.getDetail': signedIn,
  'contact.contactApplyList': signedIn,
  'contact.contactApplyOperate': signedIn,
  'contact.search': signedIn,
  'contact.getMutual': signedIn,
  // A block looks like someone who takes no requests.
  'contact.apply': { ...signedIn, blocked: 'APPLY_CLOSED' },
  'contact.contactLimit': signedIn,
  'contact.setContactLimit': signedIn,
  'contact.setRemark': signedIn,
  'contact.delete': signedIn,
  'contact.block': signedIn,
  'contact.unblock': signedIn,
  'qrcode.create': signedIn,
  'qrcode.get': signedIn,
  'conversation.create': signedIn,
  'conversation.list': signedIn,
  'conversation.getPrivateConversationDetail': members,
  'conversation.getGroupConversationDetail': members,
  'conversation.queryMembers': members,
  'conversation.joinGroupConversation': members,
  'conversation.directJoin': { ...signedIn, blocked: 'BLOCKED' },
  'conversation.queryListByUserIdAndSpaceId': members,
  'conversation.quitSpace': { ...members, owner: 'SPACE_OWNER_STAYS' },
  'conversation.setUserSetting': members,
  'conversation.remove': members,
  'message.sendPrivateMessage': { ...members, blocked: 'BLOCKED' },
  'message.sendGroupMessage': { ...members, former: 'NOT_MEMBER' },
  'message.sendInOrder': { ...members, blocked: 'BLOCKED' },
  'message.sync': signedIn,
  'message.history': members,
  'message.read': members,
  'historyMessage.queryByGroup': members,
  'groupChat.querySpace': signedIn,
  'groupChat.querySpaceDetail': all('SUCCESS'),
  'groupChat.querySpaceByNamePart': signedIn,
  'groupChat.queryPublicSpace': all('SUCCESS'),
  'groupChat.querySpaceClassification': signedIn,
  'groupChat.querySpaceTemplate': signedIn,
  'groupChat.createSpace': signedIn,
  'groupChat.modifySpace': { ...all('NO_AUTH'), anonymous: '9001', owner: 'SUCCESS' },
  'groupChat.createInvitation': members,
  'groupChat.queryInvitations': members,
  'groupChat.endInvitation': members,
  'groupChat.queryJoinApplies': { ...all('NO_AUTH'), anonymous: '9001', owner: 'SUCCESS' },
  'groupChat.operateJoinApply': { ...all('NO_AUTH'), anonymous: '9001', owner: 'SUCCESS' },
  'file.uploadPicture': signedIn,
  'file.uploadInfo': signedIn,
  'file.hold': signedIn,
  'file.release': signedIn,
  'push.key': signedIn,
  'push.subscribe': signedIn,
  'push.unsubscribe': signedIn,
  'push.test': signedIn,
  'speech.settings': signedIn,
  'speech.signUrl': speechNotSetUp,
  'speech.transcribe': speechNotSetUp,
  'aiBot.uploadPicture': signedIn,
  'aiBot.queryAiBotList': signedIn,
  'aiBot.getAiBot': ownersBot,
  'aiBot.createUserClone': signedIn,
  'aiBot.updateUserClone': ownersBot,
  'aiBot.getAiBotCharacters': signedIn,
  'aiBot.getAllAiBackground': signedIn,
  'aiBot.updateAiBotBackground': ownersBot,
  'aiBot.getMemory': signedIn,
  'aiBot.updateMemory': ownersBot,
  // In the owner's chat with the bot, about a message that is none.
  'aiBot.askAgain': { ...ownersBot, owner: 'NO_MESSAGE' },
  'aiBot.stopStream': ownersBot,
  'aiBot.preview': signedIn,
  'aiBot.usage': signedIn,
  'aiBot.getVoices': signedIn,
  'aiBot.createAIVoiceText': listeners,
  'aiBot.customerServiceConnect': ownersBot,
  'aiBot.transformState': ownersBot,
  'aiBot.agentQueue': signedIn,
  // The owner has asked for a human, and answers nobody in the own chat.
  'aiBot.agentTake': operatorsOnly,
  'aiBot.agentRelease': operatorsOnly,
  'aiBot.agentChat': operatorsOnly,
  'aiBot.agentAnswer': operatorsOnly,
  'aiBot.agentNote': operatorsOnly,
  'aiBot.checkVoiceEnv': signedIn,
  'aiBot.getVoiceTrainTexts': signedIn,
  'aiBot.recAIVoice': signedIn,
  // Nobody has a recording or a voice here.
  'aiBot.getVoiceRecording': { ...all('BAD_REQUEST'), anonymous: '9001' },
  'aiBot.removeVoiceRecordings': signedIn,
  'aiBot.cloneAiVoice': { ...all('VOICE_NO_CLONING'), anonymous: '9001' },
  'aiBot.removeAiVoice': { ...all('BAD_REQUEST'), anonymous: '9001' },
  // The member calls the owner.
  'call.start': { ...members, blocked: 'BLOCKED' },
  'call.answer': { ...all('NO_AUTH'), anonymous: '9001', owner: 'SUCCESS' },
  'call.renew': { ...members, blocked: 'NO_AUTH' },
  'call.end': { ...members, blocked: 'NO_AUTH' },
  'call.current': signedIn,
  'call.relays': signedIn,
  'circle.getUserInfo': all('SUCCESS'),
  'circle.getUserBlogList': all('SUCCESS'),
  'circle.getBlog': { ...all('SUCCESS'), blocked: 'NO_AUTH' },
  'circle.getComments': { ...all('SUCCESS'), blocked: 'NO_AUTH' },
  'circle.followBlog': { ...signedIn, blocked: 'NO_AUTH' },
  'circle.post': signedIn,
  'circle.edit': { ...all('NO_AUTH'), anonymous: '9001', owner: 'SUCCESS' },
  'circle.remove': signedIn,
  'circle.like': { ...signedIn, blocked: 'NO_AUTH' },
  'circle.comment': { ...signedIn, blocked: 'NO_AUTH' },
  'circle.hideAuthor': signedIn,
  'circle.getHidden': signedIn,
  'circle.getNews': signedIn,
  'circle.setNews': signedIn,
  'airdrop.list': all('SUCCESS'),
  'airdrop.info': all('SUCCESS'),
  'airdrop.live': all('SUCCESS'),
  'airdrop.join': signedIn,
  'airdrop.claim': signedIn,
  'airdrop.winners': all('SUCCESS'),
  'airdrop.draw': all('SUCCESS'),
  'airdrop.save': operatorsOnly,
  'airdrop.correct': operatorsOnly,
  'airdrop.stop': operatorsOnly,
  'airdrop.remove': operatorsOnly,
  'airdrop.manage': operatorsOnly,
  'airdrop.prizes': operatorsOnly,
  'airdrop.clusters': operatorsOnly,
  'rollout.registry': all('SUCCESS'),
  'rollout.pageRegistry': all('SUCCESS'),
  'rollout.report': all('SUCCESS'),
  'rollout.ticket': signedIn,
  'rollout.upload': operatorsOnly,
  'rollout.uploadMap': operatorsOnly,
  'rollout.publish': operatorsOnly,
  'rollout.setShare': operatorsOnly,
  'rollout.promote': operatorsOnly,
  'rollout.rollback': operatorsOnly,
  'rollout.status': operatorsOnly,
  'rollout.stacks': operatorsOnly,
  'rollout.setBeta': operatorsOnly,
  'rollout.approve': { ...operatorsOnly, operator: 'BAD_REQUEST' }, // an operator needs no approval
  'rollout.requireSecond': operatorsOnly,
  'rollout.createTesterLink': operatorsOnly,
  'rollout.revokeTesterLink': operatorsOnly,
  'rollout.testerRelease': all('SUCCESS'),
  'rollout.joinBeta': signedIn,
  'rollout.createToken': operatorsOnly,
  'rollout.revokeToken': operatorsOnly,
  'rollout.setWord': operatorsOnly,
  'rollout.remove': operatorsOnly,
  // This gateway has no checkout.
  'rollout.followCheckout': { ...operatorsOnly, operator: 'NOT_OFFERED' },
  'support.report': signedIn,
  'operator.signIn': operatorsOnly,
  'operator.testSms': operatorsOnly,
  'operator.createCode': operatorsOnly,
  'operator.revokeCode': operatorsOnly,
  'operator.aiUse': operatorsOnly,
  'operator.setAiQuota': operatorsOnly,
  'operator.claim': { ...all('OPERATOR_LINK'), anonymous: '9001' },
  heartbeat: { ...all('SUCCESS'), anonymous: 'NO_RESPONSE' },
  register: { ...all('SUCCESS'), anonymous: '9001' },
  pushAck: { ...all('SUCCESS'), anonymous: 'NO_RESPONSE' },
  robotAck: { ...all('SUCCESS'), anonymous: 'NO_RESPONSE' },
  speak: { ...members, anonymous: 'NO_RESPONSE' },
  voiceAck: { ...all('SUCCESS'), anonymous: 'NO_RESPONSE' },
  typing: { ...members, anonymous: 'NO_RESPONSE' },
  // While it rings, the caller has nobody to send to.
  callSignal: { ...all('NO_AUTH'), anonymous: 'NO_RESPONSE', owner: 'SUCCESS' },
} satisfies Record<Action, Row>;

/** An unapproved device gets its person's answer here, and NO_AUTH everywhere else. */
const openToUnapproved: ReadonlySet<string> = new Set([
  // Signs in, refreshes, publishes its keys, lists devices, starts over, signs itself out.
  'login.getSms',
  'login.login',
  'login.walletNonce',
  'login.loginByWallet',
  'user.refreshToken',
  'user.init',
  'user.initPreKeyBundle',
  'user.updatePreKeyBundle',
  'user.distributePreKey',
  'user.devices',
  'user.startOver',
  'user.logOut',
  // Reads and writes open chats, with files.
  'message.sendPrivateMessage',
  'message.sendGroupMessage',
  'message.sendInOrder',
  'message.sync',
  'message.history',
  'message.read',
  'historyMessage.queryByGroup',
  'file.uploadInfo',
  'file.hold',
  'contact.block',
  // Lists and profiles.
  'user.preparedAvatar',
  'user.getUserInfoByIdentifier',
  'user.privacy',
  'user.favorites',
  'contact.contactList',
  'contact.getDetail',
  'contact.contactApplyList',
  'contact.getMutual',
  'contact.contactLimit',
  'qrcode.get',
  'conversation.list',
  'conversation.getPrivateConversationDetail',
  'conversation.getGroupConversationDetail',
  'conversation.queryMembers',
  'conversation.queryListByUserIdAndSpaceId',
  'groupChat.querySpace',
  'groupChat.querySpaceDetail',
  'groupChat.querySpaceByNamePart',
  'groupChat.queryPublicSpace',
  'groupChat.querySpaceClassification',
  'groupChat.querySpaceTemplate',
  'groupChat.queryJoinApplies',
  'aiBot.queryAiBotList',
  'aiBot.getAiBot',
  'aiBot.getAiBotCharacters',
  'aiBot.getAllAiBackground',
  'aiBot.usage',
  'aiBot.getVoices',
  'circle.getUserInfo',
  'circle.getUserBlogList',
  'circle.getBlog',
  'circle.getComments',
  'circle.getHidden',
  'circle.getNews',
  'airdrop.list',
  'airdrop.info',
  'airdrop.live',
  'airdrop.winners',
  'airdrop.draw',
  // What its engine does by itself.
  'push.key',
  'push.subscribe',
  'push.unsubscribe',
  'push.test',
  'rollout.registry',
  'rollout.pageRegistry',
  'rollout.report',
  'rollout.ticket',
  'rollout.testerRelease',
  'support.report',
  'heartbeat',
  'register',
  'pushAck',
  'robotAck',
  'typing',
]);

const expectedOf = (row: Row, role: Role, isOpen: boolean): Outcome =>
  role === 'unapproved' ? (isOpen ? row.owner : 'NO_AUTH') : row[role];
const expectedOfCall = (action: Action, role: Role): Outcome =>
  expectedOf(expected[action], role, openToUnapproved.has(action));

const nobodySends = { ...all('NO_AUTH'), anonymous: '9001' as const };
/** In the group. */
const membersGive = { ...members, former: 'NOT_MEMBER' as const };
const ownersGive = { ...nobodySends, former: 'NOT_MEMBER' as const, owner: 'SUCCESS' as const };
/** In the private chat with the owner. */
const pairGives = { ...members, blocked: 'BLOCKED' as const };

/** Every command sent as a message. Commands about a message target one of the member's. */
const expectedCommands: Record<`command:${MessageCommandId}`, Row> = {
  'command:createGroup': nobodySends,
  'command:inviteMember': membersGive,
  'command:joinMember': nobodySends,
  'command:deleteMember': ownersGive,
  'command:quitMember': { ...membersGive, owner: 'OWNER_STAYS' },
  'command:dismissGroup': ownersGive,
  'command:handOver': ownersGive,
  'command:groupName': ownersGive,
  'command:groupAvatar': ownersGive,
  'command:groupSetting': ownersGive,
  'command:nickname': membersGive,
  'command:withdraw': { ...ownersGive, member: 'SUCCESS' },
  'command:edit': { ...nobodySends, former: 'NOT_MEMBER', member: 'SUCCESS' },
  'command:reaction': membersGive,
  'command:streamEnd': nobodySends,
  'command:waitConnect': nobodySends,
  'command:agentConnect': nobodySends,
  'command:switchedToAi': nobodySends,
  'command:slap': membersGive,
  'command:encrypt': pairGives,
  'command:resendRequest': { ...pairGives, member: 'NO_AUTH' },
  'command:resend': { ...nobodySends, blocked: 'BLOCKED', member: 'SUCCESS' },
  // In a chat with someone else: only the chat with oneself accepts them.
  'command:syncRequest': { ...pairGives, member: 'BAD_REQUEST', owner: 'BAD_REQUEST' },
  'command:syncHistory': { ...pairGives, member: 'BAD_REQUEST', owner: 'BAD_REQUEST' },
  'command:ownDevices': { ...pairGives, member: 'BAD_REQUEST', owner: 'BAD_REQUEST' },
  'command:callOffer': pairGives,
  'command:callAnswer': pairGives,
  'command:callEnd': pairGives,
};

/** In a room; to someone who was never in it a room looks like one that does not exist. */
const inRoom = { ...members, former: 'NO_AUTH' as const };
const spaceOwner = { ...all('NO_AUTH'), anonymous: '9001' as const, owner: 'SUCCESS' as const };
/** In a space where everyone except the person its owner blocked was let into the hidden room. */
const letIn = { ...all('NO_AUTH'), anonymous: '9001' as const, member: 'SUCCESS' as const, owner: 'SUCCESS' as const };
const ownersAlone = { ...all('NO_AUTH'), anonymous: '9001' as const, owner: 'SUCCESS' as const };

interface InSpace {
  spaceId: string;
  general: string;
  hidden: string;
  manage: string;
  /** The owner's. */
  invitation: string;
}

/** What can be done in a space and in each kind of its rooms, besides the calls about a space alone. */
const expectedInSpaces: Record<string, [Row, (api: Person['api'], space: InSpace) => Promise<unknown>]> = {
  'CHANGE of the space': [
    spaceOwner,
    (api, { spaceId }) => api.groupChat.modifySpace({ op: 'CHANGE', spaceId, space: { spaceName: 'Other' } }),
  ],
  'CHANGE of a room': [
    spaceOwner,
    (api, { spaceId, general }) =>
      api.groupChat.modifySpace({ op: 'CHANGE', spaceId, conversationId: general, room: { name: 'Other' } }),
  ],
  'CHANGE that removes': [
    spaceOwner,
    (api, { spaceId }) => api.groupChat.modifySpace({ op: 'CHANGE', spaceId, removed: [people.member.identifier] }),
  ],
  'CHANGE that hands over': [
    spaceOwner,
    (api, { spaceId }) => api.groupChat.modifySpace({ op: 'CHANGE', spaceId, newOwner: people.member.identifier }),
  ],
  DELETE_ROOM: [
    spaceOwner,
    (api, { spaceId, hidden }) => api.groupChat.modifySpace({ op: 'DELETE_ROOM', spaceId, conversationId: hidden }),
  ],
  DISSOLVE: [spaceOwner, (api, { spaceId }) => api.groupChat.modifySpace({ op: 'DISSOLVE', spaceId })],
  'seeing a space that is not public': [members, (api, { spaceId }) => api.groupChat.querySpaceDetail({ spaceId })],
  'seeing it by an invitation': [
    all('SUCCESS'),
    (api, { spaceId, invitation }) => api.groupChat.querySpaceDetail({ spaceId, invitation }),
  ],
  'seeing it by the name of a member': [
    members,
    (api, { spaceId }) => api.groupChat.querySpaceDetail({ spaceId, inviterId: people.member.identifier }),
  ],
  'joining a space that is not public': [members, (api, { spaceId }) => api.conversation.directJoin({ spaceId })],
  'joining it by a room of it': [members, (api, { hidden }) => api.conversation.directJoin({ conversationId: hidden })],
  'joining it by an invitation': [
    signedIn,
    (api, { spaceId, invitation }) =>
      api.conversation.directJoin({ spaceId, fromIdentifier: people.member.identifier, invitation }),
  ],
  'joining it by the name of a member': [
    members,
    (api, { spaceId }) => api.conversation.directJoin({ spaceId, fromIdentifier: people.member.identifier }),
  ],
  'asking to come in where invitations alone count': [
    members,
    (api, { spaceId }) => api.conversation.joinGroupConversation({ spaceId }),
  ],
  'joining somebody else': [
    { ...all('NO_AUTH'), anonymous: '9001' },
    (api, { spaceId, invitation }) =>
      api.conversation.directJoin({
        spaceId,
        fromIdentifier: people.member.identifier,
        invitation,
        invitedIdentifier: 'somebody',
      }),
  ],
  'the people of a visible room': [
    inRoom,
    (api, { general }) => api.conversation.getGroupConversationDetail({ conversationId: general }),
  ],
  'the people of a hidden room': [
    letIn,
    (api, { hidden }) => api.conversation.getGroupConversationDetail({ conversationId: hidden }),
  ],
  'the people of a manage room': [
    ownersAlone,
    (api, { manage }) => api.conversation.getGroupConversationDetail({ conversationId: manage }),
  ],
  'a page of the people of a visible room': [
    inRoom,
    (api, { general }) => api.conversation.queryMembers({ conversationId: general }),
  ],
  'searching the people of a hidden room': [
    letIn,
    (api, { hidden }) => api.conversation.queryMembers({ conversationId: hidden, word: 'a' }),
  ],
  'people of a manage room by their identifiers': [
    ownersAlone,
    (api, { manage }) =>
      api.conversation.queryMembers({ conversationId: manage, identifiers: [people.member.identifier] }),
  ],
  'the history of a visible room': [inRoom, (api, { general }) => api.message.history({ conversationId: general })],
  'the history of a hidden room': [
    letIn,
    (api, { hidden }) => api.historyMessage.queryByGroup({ conversationId: hidden }),
  ],
  'speaking in a visible room': [
    { ...inRoom, former: 'NOT_MEMBER' },
    (api, { general }) =>
      api.message.sendGroupMessage({ id: newMessageId(), conversation: { conversationId: general }, content }),
  ],
  'speaking in a hidden room': [
    letIn,
    (api, { hidden }) =>
      api.message.sendGroupMessage({ id: newMessageId(), conversation: { conversationId: hidden }, content }),
  ],
  'speaking in a manage room': [
    ownersAlone,
    (api, { manage }) =>
      api.message.sendGroupMessage({ id: newMessageId(), conversation: { conversationId: manage }, content }),
  ],
  'entering a visible room by its id': [
    inRoom,
    (api, { general }) => api.conversation.joinGroupConversation({ conversationId: general }),
  ],
  'entering a hidden room by its id': [
    letIn,
    (api, { hidden }) => api.conversation.joinGroupConversation({ conversationId: hidden }),
  ],
  'inviting into a hidden room': [
    letIn,
    (api, { hidden }) =>
      sendCommand({ ...people.owner, api }, hidden, 'inviteMember', { targets: [people.operator.identifier] }),
  ],
  'inviting into a manage room': [
    ownersAlone,
    (api, { manage }) =>
      sendCommand({ ...people.owner, api }, manage, 'inviteMember', { targets: [people.operator.identifier] }),
  ],
  'removing from a hidden room': [
    ownersAlone,
    (api, { hidden }) =>
      sendCommand({ ...people.owner, api }, hidden, 'deleteMember', { targets: [people.member.identifier] }),
  ],
  'renaming a room by a command': [
    { ...nobodySends, former: 'NOT_MEMBER', owner: 'BAD_REQUEST' },
    (api, { general }) => sendCommand({ ...people.owner, api }, general, 'groupName', { body: { name: 'Other' } }),
  ],
};

/** What an unapproved device of the owner's may do there: read, and write messages. */
const openInSpaces: ReadonlySet<string> = new Set(
  Object.keys(expectedInSpaces).filter((name) =>
    /^(seeing|the people|a page|searching|people|the history|speaking) /.test(name),
  ),
);

let gateway: TestGateway;
let now = Date.now();
const operators = new Set<string>();
let people: Record<Exclude<Role, 'anonymous'>, Person>;
let group: string;
let database: pg.Client;
let watch: () => Promise<Changes>;
/** All SQL the gateway runs while everyone tries everything. */
let recorded: ReturnType<typeof recordStatements>;
/** The owner's, for everyone. */
let moment: string;
let chats: { ownerMember: string; ownerBlocked: string };
let bot: { aiBotId: string; chat: string };

beforeAll(async () => {
  gateway = await startTestGateway({
    clock: () => now,
    operators,
    synthesizer: createToneSynthesizer().synthesizer,
    limits: {
      // The poll writes which agents are connected, perhaps while the changes of a refused call are recorded.
      agentPollEvery: 3_600_000,
      spacesMadePerHour: 10_000,
      spaceJoinsPerHour: 10_000,
      spaceChangesPerHour: 10_000,
      invitationsPerHour: 10_000,
      codeResendAfter: 0,
      codesPerDay: 10_000,
      callsPerHour: 10_000,
      callsPerPersonPerHour: 10_000,
      // No call may end by itself while the store is compared.
      callLease: 1_000_000_000,
      callRingFor: 1_000_000_000,
    },
  });
  recorded = recordStatements();
  const named = [];
  for (const name of ['stranger', 'former', 'blocked', 'member', 'owner', 'operator'] as const)
    named.push([name, await signIn(gateway, { name })] as const);
  people = Object.fromEntries(named) as typeof people;
  const { owner, member, former, blocked, operator } = people;
  // Only an account whose approved device has keys has unapproved ones.
  for (const { api, deviceId } of [owner, operator])
    await api.user.initPreKeyBundle({ isNewDevice: true, pkb: newBundle(deviceId) });
  people.unapproved = await signIn(gateway, { phone: owner.phone, deviceId: 'unapproved', approved: false });
  const { aiBotInfo } = await owner.api.aiBot.createUserClone({
    requestId: newMessageId(),
    aiBotInfo: { type: 'mate', name: 'Momo' },
  });
  const talk = await owner.api.conversation.create({ type: 'robot', identifiers: [aiBotInfo!.aiBotId] });
  bot = { aiBotId: aiBotInfo!.aiBotId, chat: talk.conversation!.conversionId };
  operators.add(operator.identifier);
  await operator.api.airdrop.save({ campaign });
  for (const id of ['prized', 'stoppable'])
    await operator.api.airdrop.save({
      campaign: { ...campaign, id, ends: Date.now() + 3_600_000, prize: 'code', prizes: 20 },
      codes: Array.from({ length: 20 }, (_, n) => `code ${n}`),
    });
  group = await groupOf(owner, member, former, blocked);
  moment = (await owner.api.circle.post({ text: 'for everyone' })).blog!.blogId;
  chats = { ownerMember: await chatOf(owner, member), ownerBlocked: await chatOf(owner, blocked) };
  await sendCommand(owner, group, 'deleteMember', { targets: [former.identifier] });
  database = new pg.Client({ connectionString: gateway.databaseUrl });
  await database.connect();
  await database.query('insert into block values ($1, $2)', [owner.identifier, blocked.identifier]);
  watch = await watchChanges(database);
});
afterAll(async () => {
  recorded.stop();
  await database.end();
  await gateway.close();
});

/** Fixtures nobody has changed: all refused actors share one, which also shows that they left it unchanged. */
const untouched = new Map<string, Promise<unknown>>();

/** A new fixture for actors who may change it; all refused actors share one. */
function placeFor<Place>(outcome: Outcome, name: string, make: () => Promise<Place>): Promise<Place> {
  if (outcome === 'SUCCESS') return make();
  if (!untouched.has(name)) untouched.set(name, make());
  return untouched.get(name) as Promise<Place>;
}

/** A remote with a rollout in progress. */
async function offered(): Promise<string> {
  await publishRelease(people.operator.api);
  return 'template';
}

async function testerLink() {
  const version = await publishRelease(people.operator.api);
  return people.operator.api.rollout.createTesterLink({ remote: 'template', version, days: 1 });
}

/** A space of the owner's, with the other group members in it; `empty`: so far only the owner. */
async function freshSpace({ empty = false } = {}): Promise<{ spaceId: string; rooms: string[] }> {
  const { owner, member, former, blocked } = people;
  await database.query('delete from block');
  const { spaceInfo, rooms } = await owner.api.groupChat.createSpace({ templateId: 'community', spaceName: 'Fresh' });
  const { spaceId } = spaceInfo!;
  if (!empty) {
    for (const { api } of [member, former, blocked]) await api.conversation.directJoin({ spaceId });
    await former.api.conversation.quitSpace({ spaceId });
  }
  await database.query('insert into block values ($1, $2)', [owner.identifier, blocked.identifier]);
  return { spaceId, rooms: rooms.map(({ conversionId }) => conversionId) };
}

const spaceFor = async (action: Action, role: Role) => ({
  spaceId: (await placeFor(expectedOfCall(action, role), 'space', freshSpace)).spaceId,
});

/** A private space: one visible room, one for the owner and the member, one for the owner. The operator is in none. */
async function spaceWithRooms(): Promise<InSpace> {
  const { owner, member, former, blocked } = people;
  await database.query('delete from block');
  const { spaceInfo, rooms } = await owner.api.groupChat.createSpace({ spaceName: 'Closed', invitationOnly: true });
  const { spaceId } = spaceInfo!;
  const { invitation } = (await owner.api.groupChat.createInvitation({ spaceId })).invitation!;
  for (const { api } of [member, former, blocked])
    await api.conversation.directJoin({ spaceId, fromIdentifier: owner.identifier, invitation });
  await former.api.conversation.quitSpace({ spaceId });
  const room = async (name: string, roomType: string, invited: string[]) =>
    (
      await owner.api.groupChat.modifySpace({
        op: 'CREATE',
        spaceId,
        room: { name, roomType, groupSetting: { visibility: false } },
        invited,
      })
    ).room!.conversionId;
  const [hidden, manage] = [await room('Hidden', 'chat', [member.identifier]), await room('Manage', 'manage', [])];
  return { spaceId, general: rooms[0]!.conversionId, hidden, manage, invitation };
}

/** The owner's chat with a bot, where the owner has asked for a human, and the operator may have taken it. */
const served = async (action: Action, role: Role, state: 'asked' | 'taken') => ({
  conversationId: await placeFor(expectedOfCall(action, role), state, async () => {
    const { owner, operator } = people;
    const { aiBotInfo } = await owner.api.aiBot.createUserClone({
      requestId: newMessageId(),
      aiBotInfo: { type: 'mate', name: 'Served', humans: 'owner' },
    });
    const talk = await owner.api.conversation.create({ type: 'robot', identifiers: [aiBotInfo!.aiBotId] });
    const { conversionId: conversationId } = talk.conversation!;
    await owner.api.aiBot.customerServiceConnect({ conversationId });
    if (state === 'taken') await operator.api.aiBot.agentTake({ conversationId });
    return conversationId;
  }),
});

/**
 * A call of the member's that rings at the owner's. Earlier calls are deleted first: of two people who call each other the
 * lower id wins, which might be the owner's.
 */
async function ring(): Promise<string> {
  await database.query('delete from personal_call');
  const callId = newMessageId();
  await people.member.api.call.start({ callId, conversationId: chats.ownerMember });
  return callId;
}

type Requests = {
  [Name in keyof Calls]: (role: Role) => Input<Calls[Name]['request']> | Promise<Input<Calls[Name]['request']>>;
};

/** A GIF. */
const onePixel = Buffer.from('R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=', 'base64');
const campaign = { id: 'first', title: 'First', reward: 'A badge', begins: 1, ends: 2 };
const content = [{ type: 'text', message: '{"text":"hi"}' }];
/** The owner, who has blocked one of them. */
const otherThan = (role: Role) =>
  role === 'owner' || role === 'unapproved' ? people.member.identifier : people.owner.identifier;
const chatFor = (role: Role) => (role === 'blocked' ? chats.ownerBlocked : chats.ownerMember);

const requests: Requests = {
  'login.getSms': () => ({ phone: newPhone(), deviceId: 'd' }),
  'login.login': async () => {
    const phone = newPhone();
    await call(gateway.url, 'login.getSms', { phone, deviceId: 'd' });
    return { phone, code: gateway.lastCode(phone), appId: 1, deviceId: 'd' };
  },
  'login.walletNonce': () => ({ wallet: testWallet().address, deviceId: 'd' }),
  'login.loginByWallet': () => signInRequest(gateway, testWallet()),
  'user.refreshToken': async () => ({ refreshToken: (await signIn(gateway)).tokens.refreshToken }),
  'user.init': (role) => ({ uuid: role === 'anonymous' ? 'd' : people[role].deviceId }),
  'user.preparedAvatar': () => ({}),
  'user.randomName': () => ({}),
  'user.getUserInfoByIdentifier': () => ({ identifier: people.owner.identifier }),
  'user.updateUserInfo': (role) => ({ lastName: role, avatar: '/chat/avatars/fox.svg' }),
  'user.setBio': () => ({ bio: 'I row.' }),
  'user.privacy': () => ({}),
  'user.setPrivacy': () => ({ hideReadState: true }),
  'user.initPreKeyBundle': (role) => ({
    isNewDevice: true,
    pkb: newBundle(role === 'anonymous' ? 'd' : people[role].deviceId),
  }),
  'user.distributePreKey': () => ({ list: [people.owner.identifier] }),
  'user.updatePreKeyBundle': () => ({ onetimePreKeys: newOneTimeKeys(3, (oneTimeKeys += 3)) }),
  'user.devices': () => ({}),
  'user.signOutDevice': async (role) => ({ deviceId: role === 'anonymous' ? 'd' : (await spare(role)).deviceId }),
  'user.renameDevice': (role) => ({ deviceId: role === 'anonymous' ? 'd' : people[role].deviceId, name: 'Desk' }),
  'user.approveDevice': async (role) => ({
    deviceId: role === 'anonymous' ? 'd' : role === 'unapproved' ? people.unapproved.deviceId : await approved(role),
  }),
  'user.startOver': () => ({}),
  'user.wallet': () => ({}),
  'user.bindWallet': (role) =>
    role === 'anonymous'
      ? signInRequest(gateway, testWallet())
      : signInRequest(gateway, testWallet(), {
          deviceId: people[role].deviceId,
          statement: walletStatements.bind(people[role].identifier),
        }),
  'user.getInviteUsers': () => ({}),
  'user.addFavorite': async () => ({
    conversationId: group,
    id: (await sendText(people.member, group, 'hi', { type: 'group' })).id,
  }),
  'user.removeFavorite': () => ({ conversationId: group, id: newMessageId() }),
  'user.favorites': () => ({}),
  'user.exportData': () => ({}),
  'user.deleteAccount': async (role) => {
    doomed = role === 'unapproved' ? people.unapproved : await signIn(gateway);
    return { confirm: doomed.identifier };
  },
  'user.cancelDeletion': () => ({}),
  'user.logOut': () => ({}),
  'contact.contactList': () => ({}),
  'contact.getDetail': (role) => ({ identifier: otherThan(role) }),
  'contact.contactApplyList': () => ({}),
  'contact.contactApplyOperate': async (role) => {
    const asking = await signIn(gateway);
    await asking.api.contact.apply({
      identifier: role === 'anonymous' ? people.owner.identifier : people[role].identifier,
    });
    return { fromIdentifier: asking.identifier, operate: 'agree' };
  },
  'contact.search': () => ({ keyword: 'owner' }),
  'contact.getMutual': () => ({ identifier: people.owner.identifier }),
  'contact.apply': (role) => ({ identifier: otherThan(role) }),
  'contact.contactLimit': () => ({}),
  'contact.setContactLimit': () => ({}),
  'contact.setRemark': (role) => ({ identifier: otherThan(role), remarkName: 'Remarked' }),
  'contact.delete': (role) => ({ identifier: otherThan(role) }),
  'contact.block': async () => ({ identifier: await stranger() }),
  'contact.unblock': async () => ({ identifier: await stranger() }),
  'qrcode.create': () => ({ renew: true }),
  'qrcode.get': () => people.owner.api.qrcode.create({}),
  'conversation.create': async () => ({ type: 'private', identifiers: [(await signIn(gateway)).identifier] }),
  'conversation.list': () => ({}),
  'conversation.getPrivateConversationDetail': (role) => ({ conversationId: chatFor(role) }),
  'conversation.getGroupConversationDetail': () => ({ conversationId: group }),
  'conversation.queryMembers': () => ({ conversationId: group }),
  'conversation.joinGroupConversation': () => ({ conversationId: group }),
  'conversation.directJoin': async () => ({ spaceId: (await freshSpace({ empty: true })).spaceId }),
  'conversation.queryListByUserIdAndSpaceId': (role) => spaceFor('conversation.queryListByUserIdAndSpaceId', role),
  'conversation.quitSpace': (role) => spaceFor('conversation.quitSpace', role),
  'conversation.setUserSetting': () => ({ conversationId: group, userSetting: { isTop: true } }),
  'conversation.remove': () => ({ conversationId: group }),
  'message.sendPrivateMessage': (role) => ({
    id: newMessageId(),
    conversation: { conversationId: chatFor(role) },
    content,
  }),
  'message.sendGroupMessage': () => ({ id: newMessageId(), conversation: { conversationId: group }, content }),
  'message.sendInOrder': (role) => ({
    conversation: { conversationId: chatFor(role) },
    messages: [{ id: newMessageId(), content }],
  }),
  'message.sync': () => ({ cursors: [{ conversationId: group, epoch: 1, seq: 1 }] }),
  'message.history': () => ({ conversationId: group }),
  'message.read': () => ({ conversationId: group, seq: 1 }),
  'historyMessage.queryByGroup': () => ({ conversationId: group }),
  'groupChat.querySpace': () => ({ page: 0, pageSize: 999 }),
  'groupChat.querySpaceDetail': () => ({ spaceId: 'welcome' }),
  'groupChat.querySpaceByNamePart': () => ({ namePart: 'wel' }),
  'groupChat.queryPublicSpace': () => ({}),
  'groupChat.querySpaceClassification': () => ({}),
  'groupChat.querySpaceTemplate': () => ({}),
  'groupChat.createSpace': () => ({ spaceName: 'Mine', requestId: newMessageId() }),
  'groupChat.createInvitation': (role) => spaceFor('groupChat.createInvitation', role),
  'groupChat.queryInvitations': (role) => spaceFor('groupChat.queryInvitations', role),
  'groupChat.endInvitation': async (role) => ({
    ...(await spaceFor('groupChat.endInvitation', role)),
    invitation: 'absent',
  }),
  'groupChat.queryJoinApplies': (role) => spaceFor('groupChat.queryJoinApplies', role),
  'groupChat.operateJoinApply': async () => {
    const { spaceId } = await freshSpace();
    const asking = await signIn(gateway);
    await people.owner.api.groupChat.modifySpace({
      op: 'CHANGE',
      spaceId,
      space: { spaceName: 'Fresh', byApproval: true },
    });
    await asking.api.conversation.joinGroupConversation({ spaceId });
    return { spaceId, identifier: asking.identifier, operate: 'agree' as const };
  },
  'groupChat.modifySpace': async (role) => ({
    op: 'CREATE' as const,
    ...(await spaceFor('groupChat.modifySpace', role)),
    room: { name: 'Another' },
  }),
  'file.uploadPicture': () => ({ picture: onePixel }),
  'file.uploadInfo': () => ({ random: newMessageId() + '012345678901' }),
  'file.hold': () => ({ names: [`chat/${newMessageId()}012345678901`] }),
  'push.key': () => ({}),
  'push.subscribe': () => subscriptionAt('https://push.example.org/somebody'),
  'push.unsubscribe': () => ({}),
  'push.test': () => ({ text: 'Hello' }),
  'speech.settings': () => ({}),
  'speech.signUrl': () => ({}),
  'speech.transcribe': () => ({ audio: Uint8Array.of(1), language: 'zh' }),
  'file.release': () => ({ names: [`chat/${newMessageId()}012345678901`] }),
  'aiBot.uploadPicture': () => ({ picture: onePixel }),
  'aiBot.queryAiBotList': () => ({ updateTime: 0 }),
  'aiBot.getAiBot': () => ({ aiBotId: bot.aiBotId }),
  'aiBot.createUserClone': () => ({ requestId: newMessageId(), aiBotInfo: { type: 'mate', name: 'Momo' } }),
  'aiBot.updateUserClone': () => ({ aiBotInfo: { aiBotId: bot.aiBotId, name: 'Other' } }),
  'aiBot.getAiBotCharacters': () => ({}),
  'aiBot.getAllAiBackground': () => ({}),
  'aiBot.updateAiBotBackground': () => ({ aiBotId: bot.aiBotId, image: '/chat/banners/dunes.svg' }),
  'aiBot.getMemory': () => ({ aiBotId: bot.aiBotId }),
  'aiBot.updateMemory': () => ({ aiBotId: bot.aiBotId, op: 'add', memory: { text: newMessageId() } }),
  'aiBot.askAgain': () => ({ conversationId: bot.chat, messageId: newMessageId() }),
  'aiBot.stopStream': () => ({ ConversationId: bot.chat }),
  'aiBot.preview': () => ({
    requestId: newMessageId(),
    aiBotInfo: { type: 'mate', name: 'Momo' },
    said: ['Hello'],
  }),
  'aiBot.usage': () => ({}),
  'aiBot.getVoices': () => ({}),
  'aiBot.createAIVoiceText': async () => ({ conversationId: group, messageId: await groupText() }),
  'aiBot.customerServiceConnect': (role) => served('aiBot.customerServiceConnect', role, 'asked'),
  'aiBot.transformState': async (role) => ({ ...(await served('aiBot.transformState', role, 'asked')), state: 'man' }),
  'aiBot.agentQueue': () => ({}),
  'aiBot.agentTake': (role) => served('aiBot.agentTake', role, 'asked'),
  'aiBot.agentRelease': (role) => served('aiBot.agentRelease', role, 'taken'),
  'aiBot.agentChat': (role) => served('aiBot.agentChat', role, 'taken'),
  'aiBot.agentAnswer': async (role) => ({
    ...(await served('aiBot.agentAnswer', role, 'taken')),
    id: newMessageId(),
    text: 'Hello',
  }),
  'aiBot.agentNote': async (role) => ({
    ...(await served('aiBot.agentNote', role, 'taken')),
    id: newMessageId(),
    text: 'Hello',
  }),
  'aiBot.checkVoiceEnv': () => ({ pcm: Uint8Array.of(1, 2) }),
  'aiBot.getVoiceTrainTexts': () => ({ language: 'en' }),
  'aiBot.recAIVoice': () => ({ textId: 'en-1', pcm: Uint8Array.of(1, 2) }),
  'aiBot.getVoiceRecording': () => ({ textId: 'en-1' }),
  'aiBot.removeVoiceRecordings': () => ({ textId: '' }),
  'aiBot.cloneAiVoice': () => ({ requestId: newMessageId(), name: 'Mine', language: 'en' }),
  'aiBot.removeAiVoice': () => ({ id: 'absent' }),
  'call.start': (role) => ({ callId: newMessageId(), conversationId: chatFor(role) }),
  'call.answer': async () => ({ callId: await ring() }),
  'call.renew': async () => ({ callId: await ring() }),
  'call.end': async () => ({ callId: await ring() }),
  'call.current': () => ({}),
  'call.relays': () => ({}),
  'circle.getUserInfo': () => ({ identifier: people.owner.identifier }),
  'circle.getUserBlogList': () => ({ page: 0, pageSize: 10 }),
  'circle.getBlog': () => ({ blogId: moment }),
  'circle.getComments': () => ({ blogId: moment }),
  'circle.followBlog': (role) => ({ identifier: otherThan(role), follow: true }),
  'circle.post': () => ({ text: 'hello' }),
  'circle.edit': () => ({ blogId: moment, text: 'other words' }),
  'circle.remove': async (role) =>
    role === 'anonymous' || role === 'unapproved'
      ? { blogId: moment }
      : { blogId: (await people[role].api.circle.post({ text: 'x' })).blog!.blogId },
  'circle.like': () => ({ blogId: moment, liked: true }),
  'circle.comment': () => ({ blogId: moment, commentId: newMessageId(), text: 'hi' }),
  'circle.hideAuthor': (role) => ({ identifier: otherThan(role), hidden: true }),
  'circle.getHidden': () => ({}),
  'circle.getNews': () => ({}),
  'circle.setNews': () => ({ seenAt: 1, setting: { likes: true, comments: true, follows: true } }),
  'airdrop.list': () => ({}),
  'airdrop.info': () => ({ id: 'first' }),
  'airdrop.live': () => ({ ids: ['first'] }),
  'airdrop.join': () => ({ id: 'prized' }),
  'airdrop.claim': () => ({ id: 'prized' }),
  'airdrop.winners': () => ({ id: 'prized' }),
  'airdrop.draw': () => ({ id: 'prized' }),
  'airdrop.save': () => ({ campaign }),
  'airdrop.correct': () => ({ id: 'prized', text: 'Twelve prizes' }),
  'airdrop.stop': () => ({ id: 'stoppable' }),
  'airdrop.remove': () => ({ id: 'absent' }),
  'airdrop.manage': () => ({}),
  'airdrop.prizes': () => ({ id: 'prized' }),
  'airdrop.clusters': () => ({ id: 'prized' }),
  'rollout.registry': () => ({}),
  'rollout.pageRegistry': () => ({}),
  'rollout.report': async () => ({
    events: [{ remote: 'template', version: await publishRelease(people.operator.api), kind: 'load' }],
  }),
  'rollout.ticket': () => ({}),
  'rollout.upload': () => tinyRelease().file,
  'rollout.uploadMap': () => ({ ...tinyRelease().file, data: Buffer.from('{}') }),
  'rollout.publish': async () => {
    const { file, release } = tinyRelease();
    await people.operator.api.rollout.upload(file);
    return release;
  },
  'rollout.setShare': async () => ({ remote: await offered(), share: 5 }),
  'rollout.promote': async () => ({ remote: await offered() }),
  'rollout.rollback': async () => ({ remote: 'template', version: await publishRelease(people.operator.api) }),
  'rollout.status': () => ({}),
  'rollout.stacks': () => ({ remote: 'template', version: '1.0.0' }),
  'rollout.setBeta': async () => ({
    remote: 'template',
    version: await publishRelease(people.operator.api),
    share: 50,
  }),
  'rollout.approve': async () => ({ remote: 'template', version: await publishRelease(people.operator.api) }),
  'rollout.requireSecond': () => ({ remote: 'template', required: false }),
  'rollout.createTesterLink': async () => ({
    remote: 'template',
    version: await publishRelease(people.operator.api),
    days: 1,
  }),
  'rollout.revokeTesterLink': async () => ({ remote: 'template', id: (await testerLink()).link!.id }),
  'rollout.testerRelease': async () => ({ token: (await testerLink()).token, language: 'en' }),
  'rollout.joinBeta': () => ({ remote: 'template', joined: true }),
  'rollout.createToken': () => ({ remote: 'template', name: newVersion().replaceAll('.', '-') }),
  'rollout.revokeToken': async () => {
    const name = newVersion().replaceAll('.', '-');
    await people.operator.api.rollout.createToken({ remote: 'template', name });
    return { name };
  },
  'rollout.setWord': () => ({ pattern: 'template', remote: 'template' }),
  'rollout.followCheckout': () => ({ remote: 'template' }),
  'operator.signIn': () => ({}),
  'operator.aiUse': () => ({}),
  'operator.setAiQuota': () => ({ mostPerDay: 500 }),
  'operator.claim': () => ({ token: 'of no link' }),
  'operator.testSms': () => ({ phone: newPhone() }),
  'operator.createCode': () => ({ note: 'for a friend' }),
  'operator.revokeCode': async () => people.operator.api.operator.createCode({ note: 'for nobody' }),
  'rollout.remove': () => ({ remote: 'template', why: '' }),
  'support.report': () => ({ problems: [{ what: 'row', code: 'bad_mac', count: 1 }] }),
};

const groupText = async () => (await sendText(people.member, group, 'hi', { type: 'group' })).id;

let oneTimeKeys = 1_000;
/** The person who deletes an account deletes this one. */
let doomed: Person;

/** A second device of the operator's, which nobody has approved. */
const unapprovedOperator = () =>
  signIn(gateway, { phone: people.operator.phone, deviceId: 'unapproved', approved: false });
/** This person's only approved device. */
const approved = async (role: Exclude<Role, 'anonymous'>): Promise<string> => {
  const { identifier, deviceId } = people[role === 'unapproved' ? 'owner' : role];
  await database.query('update device set approved = (device = $2) where identifier = $1', [identifier, deviceId]);
  return deviceId;
};
/** Another device of this person, which is not approved. */
async function spare(role: Exclude<Role, 'anonymous'>): Promise<Person> {
  const device = await signIn(gateway, { phone: people[role].phone, deviceId: 'spare', approved: false });
  // One without keys counts as no approved device, so that the gateway has approved the spare one instead.
  await approved(role);
  return device;
}

/** Leaves the person signed in for the next calls. */
async function tokenOf(role: Role, action: Action): Promise<string> {
  if (role === 'anonymous') return '';
  if (action === 'user.deleteAccount') return doomed.tokens.token;
  return (action === 'user.logOut' ? await spare(role) : people[role]).tokens.token;
}

type Attempt = (role: Role) => Promise<() => Promise<string>>;

/** Prepares what a command needs first, so that the store is compared around the command alone. */
const commandAttempts: Record<keyof Commands, Attempt> = {
  heartbeat: (role) => onSocket(role, (socket) => socket.ask('heartbeat', { time: 1 })),
  pushAck: (role) =>
    onSocket(role, (socket) => socket.ask('pushAck', { cursors: [{ conversationId: group, epoch: 1, seq: 1 }] })),
  robotAck: (role) => onSocket(role, (socket) => socket.ask('robotAck', { id: newMessageId(), number: 1 })),
  speak: async (role) => {
    const messageId = await groupText();
    return onSocket(role, (socket) => socket.ask('speak', { id: newMessageId(), conversationId: group, messageId }));
  },
  callSignal: async (role) => {
    const callId = await ring();
    return onSocket(role, (socket) => socket.ask('callSignal', { callId, signal: new Uint8Array([1]) }));
  },
  voiceAck: (role) => onSocket(role, (socket) => socket.ask('voiceAck', { id: newMessageId(), next: 1 })),
  typing: (role) => onSocket(role, (socket) => socket.ask('typing', { conversationId: group, typing: true })),
  register: async (role) => {
    const socket = await connect(gateway);
    return async () => {
      const result = await outcomeCode(
        role === 'anonymous'
          ? socket.ask('register', { token: '', appId: 1, deviceId: 'd' })
          : socket.register(people[role]),
      );
      socket.close();
      return result;
    };
  },
};

async function onSocket(role: Role, ask: (socket: Awaited<ReturnType<typeof connect>>) => Promise<unknown>) {
  const socket = role === 'anonymous' ? await connect(gateway) : await connectAs(people[role]);
  return async () => {
    const result = await outcomeCode(ask(socket));
    socket.close();
    return result;
  };
}

const isCommand = (action: Action): action is keyof Commands => Object.hasOwn(commandAttempts, action);

async function prepare(action: Action, role: Role): Promise<() => Promise<string>> {
  if (isCommand(action)) return commandAttempts[action](role);
  const [request, token] = [await requests[action](role), await tokenOf(role, action)];
  return () => outcomeCode(call(gateway.url, action, request as never, { token }));
}

const stranger = async () => (await signIn(gateway)).identifier;

/** The input of each command; commands that remove a member use their own group. */
const commandParts: Record<
  MessageCommandId,
  (ids: { member: string; message: string }) => { targets?: string[] | Promise<string[]>; body?: object }
> = {
  createGroup: () => ({ body: { name: 'x', members: [] } }),
  inviteMember: () => ({ targets: stranger().then((identifier) => [identifier]) }),
  joinMember: () => ({ body: { members: [] } }),
  deleteMember: ({ member }) => ({ targets: [member] }),
  quitMember: () => ({}),
  dismissGroup: () => ({}),
  handOver: ({ member }) => ({ targets: [member] }),
  groupName: () => ({ body: { name: 'Another name' } }),
  groupAvatar: () => ({ body: { avatar: '' } }),
  groupSetting: () => ({ body: { supportAnonymous: true, visibility: true } }),
  nickname: () => ({ body: { nickname: 'Nick' } }),
  withdraw: ({ message }) => ({ targets: [message] }),
  edit: ({ message }) => ({ targets: [message], body: { text: 'edited' } }),
  reaction: ({ message }) => ({ targets: [message], body: { emoji: '👍', on: true, text: '' } }),
  streamEnd: ({ message }) => ({ targets: [message] }),
  waitConnect: () => ({}),
  agentConnect: () => ({}),
  switchedToAi: () => ({}),
  slap: ({ member }) => ({ targets: [member] }),
  encrypt: () => ({ body: { encrypted: true } }),
  resendRequest: ({ message }) => ({ targets: [message], body: { deviceId: 'd' } }),
  resend: ({ message }) => ({ targets: [message], body: { type: 'text', message: '{"text":"hi"}' } }),
  syncRequest: () => ({}),
  syncHistory: () => ({}),
  ownDevices: () => ({}),
  callOffer: () => ({}),
  callAnswer: () => ({}),
  callEnd: () => ({}),
};

async function prepareCommand(cmdId: MessageCommandId, role: Role): Promise<() => Promise<string>> {
  const { owner, member, former, blocked } = people;
  const isGroup = (systemCommands[cmdId].in as readonly string[]).includes('group');
  const conversationId = isGroup
    ? await placeFor(expectedOf(expectedCommands[`command:${cmdId}`], role, false), 'group', freshGroup)
    : chatFor(role);
  const message = newMessageId();
  await sendText(role === 'blocked' && !isGroup ? owner : member, conversationId, 'hi', {
    id: message,
    type: isGroup ? 'group' : 'private',
  });
  const { targets, body } = commandParts[cmdId]({ member: member.identifier, message });
  const given = {
    targets: (await targets) ?? [],
    body: body ?? {},
    type: isGroup ? ('group' as const) : ('private' as const),
  };
  const person = role === 'anonymous' ? { ...owner, api: apiOf(gateway.url) } : people[role];
  return () => outcomeCode(sendCommand(person, conversationId, cmdId, given));

  async function freshGroup(): Promise<string> {
    await database.query('delete from block');
    const id = await groupOf(owner, member, former, blocked);
    await sendCommand(owner, id, 'deleteMember', { targets: [former.identifier] });
    await database.query('insert into block values ($1, $2)', [owner.identifier, blocked.identifier]);
    return id;
  }
}

describe('P7 T6 R247 who may do what', () => {
  for (const action of Object.keys(expected) as Action[]) {
    test.each(roles)(`${action} by %s`, async (role) => {
      const expectedOutcome = expectedOfCall(action, role);
      const attempt = await prepare(action, role);
      const changes = await watch();
      expect(await attempt()).toBe(expectedOutcome);
      if (expectedOutcome !== 'SUCCESS') expect(await changes()).toEqual([]);
    });
  }

  for (const [name, row] of Object.entries(expectedCommands)) {
    const cmdId = name.slice('command:'.length) as MessageCommandId;
    test.each(roles)(`${name} by %s`, async (role) => {
      // Content with a command needs an approved device, whatever the command is.
      const expectedOutcome = expectedOf(row, role, false);
      const attempt = await prepareCommand(cmdId, role);
      const changes = await watch();
      expect(await attempt()).toBe(expectedOutcome);
      if (expectedOutcome !== 'SUCCESS') expect(await changes()).toEqual([]);
    });
  }

  for (const [name, [row, attempt]] of Object.entries(expectedInSpaces)) {
    test.each(roles)(`in a space: ${name} by %s`, async (role) => {
      const inviting = name.startsWith('inviting');
      const expectedOutcome = expectedOf(row, role, openInSpaces.has(name));
      const space = await placeFor(
        expectedOutcome,
        inviting ? 'a space to invite in' : 'a space with rooms',
        async () => {
          const made = await spaceWithRooms();
          // A member of the space who is not in that room yet.
          if (inviting)
            await people.operator.api.conversation.directJoin({
              spaceId: made.spaceId,
              fromIdentifier: people.owner.identifier,
              invitation: made.invitation,
            });
          return made;
        },
      );
      const api = role === 'anonymous' ? apiOf(gateway.url) : people[role].api;
      const changes = await watch();
      expect(await outcomeCode(attempt(api, space))).toBe(expectedOutcome);
      if (expectedOutcome !== 'SUCCESS') expect(await changes()).toEqual([]);
    });
  }

  const byOperatorAlone = (Object.keys(expected) as (keyof Calls)[]).filter(
    (action) => expected[action].operator === 'SUCCESS' && expected[action].owner === 'NO_AUTH',
  );
  test.each(byOperatorAlone)('R247 %s by an unapproved device of an operator', async (action) => {
    const device = await unapprovedOperator();
    const request = await requests[action]('unapproved');
    const changes = await watch();
    expect(await outcomeCode(call(gateway.url, action, request as never, { token: device.tokens.token }))).toBe(
      'NO_AUTH',
    );
    expect(await changes()).toEqual([]);
  });

  test('R247 a deploy token counts whatever the device', async () => {
    const { deployToken } = await people.operator.api.rollout.createToken({ remote: 'template', name: 'for-tests' });
    expect(await outcomeCode(people.unapproved.api.rollout.status({ remote: 'template', deployToken }))).toBe(
      'SUCCESS',
    );
  });

  test('R247 an unapproved device learns only the keys of its own account', async () => {
    const { unapproved, owner, member } = people;
    const mine = { identifier: owner.identifier, deviceId: owner.deviceId };
    const theirs = { identifier: member.identifier, deviceId: member.deviceId };
    const ask = (list: string[], devices: (typeof mine)[] = []) =>
      outcomeCode(unapproved.api.user.distributePreKey({ list, devices }));
    expect(await ask([owner.identifier], [mine])).toBe('SUCCESS');
    expect(await ask([member.identifier])).toBe('NO_AUTH');
    expect(await ask([owner.identifier, member.identifier])).toBe('NO_AUTH');
    expect(await ask([owner.identifier], [theirs])).toBe('NO_AUTH');
  });

  test('R247 an unapproved device signs itself out, and no other', async () => {
    const device = await spare('unapproved');
    for (const { deviceId } of [people.owner, people.unapproved])
      expect(await outcomeCode(device.api.user.signOutDevice({ deviceId }))).toBe('NO_AUTH');
    expect(await outcomeCode(device.api.user.signOutDevice({ deviceId: device.deviceId }))).toBe('SUCCESS');
  });

  test('R247 an unapproved device hides no command among plain messages', async () => {
    const { unapproved } = people;
    const one = (cmdId: string) => ({ id: newMessageId(), content: [{ ...content[0], cmdId }] });
    const conversation = { conversationId: chats.ownerMember };
    const send = (...messages: ReturnType<typeof one>[]) =>
      outcomeCode(unapproved.api.message.sendInOrder({ conversation, messages }));
    const changes = await watch();
    expect(await send(one(''), one('encrypt'))).toBe('NO_AUTH');
    expect(
      await outcomeCode(
        unapproved.api.message.sendPrivateMessage({
          id: newMessageId(),
          conversation,
          content: [content[0]!, { ...content[0], cmdId: 'withdraw' }],
        }),
      ),
    ).toBe('NO_AUTH');
    expect(await changes()).toEqual([]);
    expect(await send(one(''))).toBe('SUCCESS');
  });

  test('R247 a session that has not named its device yet may only do so', async () => {
    const phone = newPhone();
    await call(gateway.url, 'login.getSms', { phone, deviceId: 'first' });
    const code = gateway.lastCode(phone);
    const { token } = await call(gateway.url, 'login.login', { phone, code, appId: 1, deviceId: 'first' });
    const api = apiOf(gateway.url, token);
    expect(await outcomeCode(api.user.exportData({}))).toBe('NO_AUTH');
    await api.user.init({ uuid: 'first' });
    expect(await outcomeCode(api.user.exportData({}))).toBe('SUCCESS');
  });

  test('what is absent and what is forbidden answer alike', async () => {
    const { api } = people.stranger;
    for (const conversationId of [group, 'absent']) {
      expect(await outcomeCode(api.message.history({ conversationId }))).toBe('NO_AUTH');
      expect(await outcomeCode(api.message.read({ conversationId, seq: 1 }))).toBe('NO_AUTH');
      expect(
        await outcomeCode(
          api.message.sendGroupMessage({ id: newMessageId(), conversation: { conversationId }, content }),
        ),
      ).toBe('NO_AUTH');
      expect(
        (await api.message.sync({ cursors: [{ conversationId, epoch: 1, seq: 0 }] })).parts.some(
          ({ conversation }) => conversation!.conversionId === conversationId,
        ),
      ).toBe(false);
    }
  });

  test('a stranger syncing a foreign conversation learns nothing', async () => {
    const fresh = await signIn(gateway);
    expect(await fresh.api.message.sync({ cursors: [{ conversationId: group, epoch: 1, seq: 0 }] })).toEqual({
      parts: [],
      notices: [],
      more: false,
    });
    expect(await apiOf(gateway.url, fresh.tokens.token).conversation.list({})).toEqual({ list: [] });
  });
});

test('R228 nothing that can be asked reads a table that grows from end to end', async () => {
  const { api, identifier } = people.owner;
  // Requests the calls above did not make: next pages, and other kinds of search.
  for (const asked of [
    {},
    { spaceClassification: 'art' },
    { after: encodeCursor([1, 'a']) },
    { namePart: 'fr', spaceClassification: 'art', after: encodeCursor([0, 'fr', 'a']) },
  ])
    await api.groupChat.querySpaceByNamePart(asked);
  for (const asked of [
    { identifier },
    { after: encodeCursor([1, 'a']) },
    { identifier, after: encodeCursor([1, 'a']) },
  ])
    await api.circle.getUserBlogList(asked);
  const { spaceId } = await freshSpace();
  for (const asked of [
    { feed: 'following' as const, after: encodeCursor([1, 'a']) },
    { spaceId, after: encodeCursor([1, 'a']) },
  ])
    await api.circle.getUserBlogList(asked);
  await api.circle.getComments({ blogId: moment, after: encodeCursor([1, 'a', 1, 'a']) });
  await api.airdrop.list({ after: encodeCursor([1, 'a']) });
  for (const asked of [
    { word: 'a' },
    { after: encodeCursor(['begins', 'a', 'b']) },
    { word: 'a', after: encodeCursor(['holds', 'a', 'b']) },
    { identifiers: [identifier] },
  ])
    await api.conversation.queryMembers({ conversationId: group, ...asked });
  for (let cursor = ''; cursor !== 'over';)
    ({ cursor } = await api.user.exportData({ cursor }).then((part) => ({ cursor: part.cursor || 'over' })));
  expect(await findFullScans(database, recorded.statements.keys())).toEqual([]);
  // Shows that a change would be noticed.
  const bad = [
    'select from person where lower(last_name) like $1',
    'select author, count(*) from blog group by author',
    'select from space order by member_count desc, id limit 6',
  ];
  expect((await findFullScans(database, bad)).map(({ tables }) => tables)).toEqual([['person'], ['blog'], ['space']]);
});
