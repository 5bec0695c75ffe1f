// The calls that a device may make before another device has approved it.
import type { Calls, Commands, Content } from '../gen/types.ts';

/** The calling account and device. */
export interface CallingDevice {
  identifier: string;
  device: string;
}

/** Whether an unapproved device may make this call; a function decides by the request. */
type Access<Request> = boolean | ((request: Request, me: CallingDevice) => boolean);

const open = true;
const approvedOnly = false;

/** Whether these are messages without system commands, which rename, remove, withdraw and switch the encryption. */
const hasNoCommand = (content: readonly Content[]): boolean => content.every(({ cmdId }) => cmdId === '');

/** With a deploy token the caller needs no session, so the device is irrelevant. */
const byToken = ({ deployToken }: { deployToken: string }): boolean => deployToken !== '';

/**
 * §6.1.16: somebody with one intercepted SMS code has an unapproved device. It reads and writes plain chats, blocks
 * people, and signs itself out; it also makes the calls that its engine makes on its own, reads lists and profiles, and
 * makes the calls of visitors. Every other call changes the account or extracts its data, and needs an approved device.
 * Each call has a row, so that the author of a new one has to decide.
 */
const accessByCall = {
  'login.getSms': open,
  'login.login': open,
  'login.walletNonce': open,
  'login.loginByWallet': open,
  'user.refreshToken': open,
  'user.init': open,
  'user.preparedAvatar': open,
  'user.randomName': approvedOnly,
  'user.getUserInfoByIdentifier': open,
  'user.updateUserInfo': approvedOnly,
  'user.setBio': approvedOnly,
  'user.privacy': open,
  'user.setPrivacy': approvedOnly,
  'user.initPreKeyBundle': open,
  // Only the keys of the account's other devices, by which both sides recognise each other.
  'user.distributePreKey': ({ list, devices }, me) =>
    [...list, ...devices.map(({ identifier }) => identifier)].every((identifier) => identifier === me.identifier),
  'user.updatePreKeyBundle': open,
  'user.devices': open,
  'user.signOutDevice': ({ deviceId }, me) => deviceId === me.device,
  'user.approveDevice': approvedOnly,
  'user.startOver': open,
  'user.wallet': approvedOnly,
  'user.bindWallet': approvedOnly,
  'user.getInviteUsers': approvedOnly,
  'user.addFavorite': approvedOnly,
  'user.removeFavorite': approvedOnly,
  'user.favorites': open,
  'user.exportData': approvedOnly,
  'user.deleteAccount': approvedOnly,
  'user.cancelDeletion': approvedOnly,
  'user.logOut': open,
  'contact.contactList': open,
  'contact.getDetail': open,
  'contact.contactApplyList': open,
  'contact.contactApplyOperate': approvedOnly,
  'contact.search': approvedOnly,
  'contact.getMutual': open,
  'contact.apply': approvedOnly,
  'contact.contactLimit': open,
  'contact.setContactLimit': approvedOnly,
  'contact.setRemark': approvedOnly,
  'contact.delete': approvedOnly,
  'contact.block': open,
  'contact.unblock': approvedOnly,
  'qrcode.create': approvedOnly,
  'qrcode.get': open,
  'conversation.create': approvedOnly,
  'conversation.list': open,
  'conversation.getPrivateConversationDetail': open,
  'conversation.getGroupConversationDetail': open,
  'conversation.queryMembers': open,
  'conversation.joinGroupConversation': approvedOnly,
  'conversation.directJoin': approvedOnly,
  'conversation.queryListByUserIdAndSpaceId': open,
  'conversation.quitSpace': approvedOnly,
  'conversation.setUserSetting': approvedOnly,
  'conversation.remove': approvedOnly,
  'message.sendPrivateMessage': ({ content }) => hasNoCommand(content),
  'message.sendGroupMessage': ({ content }) => hasNoCommand(content),
  'message.sendInOrder': ({ messages }) => messages.every(({ content }) => hasNoCommand(content)),
  'message.sync': open,
  'message.history': open,
  'message.read': open,
  'historyMessage.queryByGroup': open,
  'groupChat.querySpace': open,
  'groupChat.querySpaceDetail': open,
  'groupChat.querySpaceByNamePart': open,
  'groupChat.queryPublicSpace': open,
  'groupChat.querySpaceClassification': open,
  'groupChat.querySpaceTemplate': open,
  'groupChat.createSpace': approvedOnly,
  'groupChat.modifySpace': approvedOnly,
  'groupChat.createInvitation': approvedOnly,
  // The reply contains links that others could join by.
  'groupChat.queryInvitations': approvedOnly,
  'groupChat.endInvitation': approvedOnly,
  'groupChat.queryJoinApplies': open,
  'groupChat.operateJoinApply': approvedOnly,
  'file.uploadPicture': approvedOnly,
  'file.uploadInfo': open,
  'file.hold': open,
  // Releasing the files of sent messages deletes them for everybody.
  'file.release': approvedOnly,
  'aiBot.uploadPicture': approvedOnly,
  'aiBot.queryAiBotList': open,
  'aiBot.getAiBot': open,
  'aiBot.createUserClone': approvedOnly,
  'aiBot.updateUserClone': approvedOnly,
  'aiBot.getAiBotCharacters': open,
  'aiBot.getAllAiBackground': open,
  'aiBot.updateAiBotBackground': approvedOnly,
  'aiBot.getMemory': approvedOnly,
  'aiBot.updateMemory': approvedOnly,
  'aiBot.askAgain': approvedOnly,
  'aiBot.stopStream': approvedOnly,
  'aiBot.preview': approvedOnly,
  'aiBot.usage': open,
  'aiBot.customerServiceConnect': approvedOnly,
  'aiBot.transformState': approvedOnly,
  'aiBot.agentQueue': approvedOnly,
  'aiBot.agentTake': approvedOnly,
  'aiBot.agentRelease': approvedOnly,
  'aiBot.agentChat': approvedOnly,
  'aiBot.agentAnswer': approvedOnly,
  'aiBot.agentNote': approvedOnly,
  'circle.getUserInfo': open,
  'circle.getUserBlogList': open,
  'circle.getBlog': open,
  'circle.getComments': open,
  'circle.followBlog': approvedOnly,
  'circle.post': approvedOnly,
  'circle.edit': approvedOnly,
  'circle.remove': approvedOnly,
  'circle.like': approvedOnly,
  'circle.comment': approvedOnly,
  'circle.hideAuthor': approvedOnly,
  'circle.getHidden': open,
  'circle.getNews': open,
  'circle.setNews': approvedOnly,
  'airdrop.list': open,
  'airdrop.info': open,
  'airdrop.live': open,
  'airdrop.join': approvedOnly,
  'airdrop.claim': approvedOnly,
  'airdrop.winners': open,
  'airdrop.draw': open,
  'airdrop.save': approvedOnly,
  'airdrop.stop': approvedOnly,
  'airdrop.remove': approvedOnly,
  'airdrop.manage': approvedOnly,
  'airdrop.prizes': approvedOnly,
  'airdrop.clusters': approvedOnly,
  'push.key': open,
  'push.subscribe': open,
  'push.unsubscribe': open,
  'push.test': open,
  'speech.settings': approvedOnly,
  // Sessions cost the operator money.
  'speech.signUrl': approvedOnly,
  'speech.transcribe': approvedOnly,
  'rollout.registry': open,
  'rollout.pageRegistry': open,
  'rollout.report': open,
  'rollout.ticket': open,
  'rollout.upload': byToken,
  'rollout.publish': byToken,
  'rollout.setShare': byToken,
  'rollout.promote': byToken,
  'rollout.rollback': byToken,
  'rollout.status': byToken,
  'rollout.createToken': approvedOnly,
  'rollout.revokeToken': approvedOnly,
  'rollout.followCheckout': approvedOnly,
  'rollout.setWord': approvedOnly,
  'rollout.remove': approvedOnly,
  'support.report': open,
  'operator.signIn': approvedOnly,
  'operator.testSms': approvedOnly,
  'operator.createCode': approvedOnly,
  'operator.revokeCode': approvedOnly,
  'operator.aiUse': approvedOnly,
  'operator.setAiQuota': approvedOnly,
  heartbeat: open,
  register: open,
  pushAck: open,
  robotAck: open,
  typing: open,
} satisfies { [Name in keyof (Calls & Commands)]: Access<(Calls & Commands)[Name]['request']> };

/** Returns whether an unapproved device may make this call; false for a call without a row. */
export function isOpenToUnapproved(name: string, request: unknown, me: CallingDevice): boolean {
  if (!Object.hasOwn(accessByCall, name)) return false;
  const access = accessByCall[name as keyof typeof accessByCall] as Access<unknown>;
  return typeof access === 'function' ? access(request, me) : access;
}
