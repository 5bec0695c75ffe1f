import { describe, expect, it } from 'vitest';
import type { Messages } from '../gen/types.ts';
import { commands, routes } from '../gen/routes.ts';
import { decode } from './codec.ts';

/** The names of a message's fields. */
const fieldsOf = (name: keyof Messages) => Object.keys(decode(name, new Uint8Array(0)));

describe('R52 calls carry the names that were agreed', () => {
  it.each([
    [
      'user.init',
      '/user/init',
      ['token', 'uuid', 'inviteId', 'baseInfo', 'conversationTime', 'contactTime', 'deviceName', 'system'],
    ],
    ['user.getUserInfoByIdentifier', '/user/getUserInfoByIdentifier', ['identifier']],
    ['user.updateUserInfo', '/user/updateUserInfo', ['avatar', 'lastName']],
    ['user.refreshToken', '/user/refreshToken', ['refreshToken']],
    ['user.initPreKeyBundle', '/user/initPreKeyBundle', ['isNewDevice', 'pkb']],
    ['user.distributePreKey', '/user/distributePreKey', ['list', 'devices']],
    ['user.updatePreKeyBundle', '/user/updatePreKeyBundle', ['onetimePreKeys']],
    ['user.getInviteUsers', '/user/getInviteUsers', []],
    ['user.addFavorite', '/user/addFavorite', ['conversationId', 'id']],
    ['qrcode.create', '/qrcode/create', ['renew']],
    ['qrcode.get', '/qrcode/get', ['code']],
    ['user.logOut', '/user/logOut', []],
    ['login.getSms', '/getSms', ['phone', 'deviceId', 'inviteId']],
    ['login.login', '/login', ['phone', 'code', 'appId', 'deviceId', 'inviteId']],
    ['user.bindWallet', '/user/bindWallet', ['wallet', 'message', 'signature']],
    ['login.loginByWallet', '/loginByWallet', ['wallet', 'appId', 'message', 'signature', 'deviceId', 'inviteId']],
    ['conversation.getPrivateConversationDetail', '/conversation/getPrivateConversationDetail', ['conversationId']],
    ['conversation.getGroupConversationDetail', '/conversation/getGroupConversationDetail', ['conversationId']],
    ['conversation.queryListByUserIdAndSpaceId', '/conversation/queryListByUserIdAndSpaceId', ['spaceId']],
    [
      'conversation.directJoin',
      '/conversation/directJoin',
      ['fromIdentifier', 'invitedIdentifier', 'conversationId', 'type', 'spaceId', 'invitation'],
    ],
    [
      'conversation.joinGroupConversation',
      '/conversation/joinGroupConversation',
      ['conversationId', 'fromIdentifier', 'invitedIdentifier', 'spaceId', 'invitation', 'message'],
    ],
    ['conversation.quitSpace', '/conversation/quitSpace', ['spaceId']],
    ['groupChat.querySpace', '/groupChat/querySpace', ['page', 'pageSize']],
    ['groupChat.querySpaceDetail', '/groupChat/querySpaceDetail', ['spaceId', 'inviterId', 'invitation']],
    ['groupChat.querySpaceByNamePart', '/groupChat/querySpaceByNamePart', ['namePart', 'spaceClassification', 'after']],
    ['groupChat.querySpaceClassification', '/groupChat/querySpaceClassification', []],
    ['groupChat.querySpaceTemplate', '/groupChat/querySpaceTemplate', []],
    [
      'groupChat.createSpace',
      '/groupChat/createSpace',
      [
        'templateId',
        'spaceName',
        'intro',
        'avatar',
        'banner',
        'socialMediaLinks',
        'spaceClassification',
        'invitationOnly',
        'requestId',
        'byApproval',
        'roomNames',
      ],
    ],
    [
      'groupChat.modifySpace',
      '/groupChat/modifySpace',
      ['op', 'spaceId', 'conversationId', 'space', 'room', 'invited', 'newOwner', 'removed', 'requestId'],
    ],
    ['aiBot.customerServiceConnect', '/aiBot/customerServiceConnect', ['conversationId']],
    ['aiBot.transformState', '/aiBot/transformState', ['conversationId', 'state']],
    ['user.preparedAvatar', '/user/preparedAvatar', []],
    ['user.randomName', '/user/randomName', []],
    ['aiBot.createUserClone', '/aiBot/createUserClone', ['requestId', 'aiBotInfo']],
    ['aiBot.updateUserClone', '/aiBot/updateUserClone', ['requestId', 'aiBotInfo']],
    ['aiBot.getAllAiBackground', '/aiBot/getAllAiBackground', []],
    ['aiBot.updateAiBotBackground', '/aiBot/updateAiBotBackground', ['aiBotId', 'image']],
    ['aiBot.uploadPicture', '/aiBot/uploadPicture', ['picture']],
    ['aiBot.getMemory', '/aiBot/getMemory', ['aiBotId']],
    ['aiBot.updateMemory', '/aiBot/updateMemory', ['aiBotId', 'op', 'memory', 'remembers']],
    ['aiBot.getAiBotCharacters', '/aiBot/getAiBotCharacters', []],
    ['aiBot.getVoiceTrainTexts', '/aiBot/getVoiceTrainTexts', ['language']],
    ['aiBot.createAIVoiceText', '/aiBot/createAIVoiceText', ['voice', 'text', 'conversationId', 'messageId', 'from']],
    ['aiBot.recAIVoice', '/aiBot/recAIVoice', ['textId', 'pcm']],
    ['aiBot.checkVoiceEnv', '/aiBot/checkVoiceEnv', ['pcm']],
    ['aiBot.cloneAiVoice', '/aiBot/cloneAiVoice', ['requestId', 'name', 'language']],
    ['aiBot.stopStream', '/aiBot/stopStream', ['ConversationId']],
    ['aiBot.queryAiBotList', '/aiBot/queryAiBotList', ['updateTime']],
    ['contact.contactList', '/contact/contactList', ['updateTime']],
    ['contact.getDetail', '/contact/getDetail', ['identifier']],
    ['contact.contactApplyList', '/contact/contactApplyList', []],
    ['contact.contactApplyOperate', '/contact/contactApplyOperate', ['fromIdentifier', 'operate']],
    ['contact.search', '/contact/search', ['keyword']],
    ['contact.apply', '/contact/apply', ['identifier', 'message']],
    ['contact.setContactLimit', '/contact/setContactLimit', ['apply', 'message']],
    ['contact.setRemark', '/contact/setRemark', ['identifier', 'remarkName']],
    ['contact.delete', '/contact/delete', ['identifier']],
    ['conversation.create', '/conversation/create', ['type', 'identifiers', 'name', 'requestId']],
    ['conversation.list', '/conversation/list', []],
    ['circle.getUserInfo', '/circle/getUserInfo', ['identifier']],
    [
      'circle.getUserBlogList',
      '/circle/getUserBlogList',
      ['page', 'pageSize', 'identifier', 'after', 'feed', 'spaceId'],
    ],
    ['circle.followBlog', '/circle/followBlog', ['identifier', 'follow']],
    ['file.uploadInfo', '/file/uploadInfo', ['random']],
    ['historyMessage.queryByGroup', '/historyMessage/queryByGroup', ['conversationId', 'beforeSeq', 'limit']],
    ['message.sendPrivateMessage', '/message/sendPrivateMessage', ['id', 'conversation', 'content']],
    ['message.sendGroupMessage', '/message/sendGroupMessage', ['id', 'conversation', 'content']],
    ['message.sendInOrder', '/message/sendInOrder', ['conversation', 'messages']],
  ] as const)('R52 %s is %s with these fields', (name, path, fields) => {
    expect(routes[name].path).toBe(path);
    expect(fieldsOf(routes[name].request).sort()).toEqual([...fields].sort());
  });

  it.each([
    ['Envelope', ['code', 'data']],
    ['UserInfo', ['identifier', 'avatar', 'lastName', 'token', 'deviceId', 'bio', 'kind']],
    ['ConversationRef', ['spaceId', 'conversationId', 'conversationType']],
    ['GetPrivateConversationDetailReply_Info', ['userInfo', 'conversionId', 'spaceId']],
    ['Device', ['identifier', 'deviceId']],
    [
      'InitPreKeyBundleRequest_Bundle',
      [
        'deviceId',
        'registrationId',
        'signedPreKeyId',
        'signedPreKeyPublic',
        'signedPreKeySignature',
        'identityKey',
        'onetimePreKeys',
        // Ours: the newest sealed form that the device can open.
        'form',
        'formSignature',
      ],
    ],
    ['OneTimePreKey', ['preKeyId', 'preKeyPublic']],
    ['DistributePreKeyReply', ['preKeyBundle']],
    [
      'DistributePreKeyReply_Bundle',
      [
        'deviceId',
        'identifier',
        'registrationId',
        'identityKey',
        'signedPreKeyId',
        'signedPreKeyPublic',
        'signedPreKeySignature',
        'preKeyId',
        'preKeyPublic',
        'form',
        'formSignature',
      ],
    ],
    ['Register', ['token', 'appId', 'deviceId', 'platform', 'id']],
    [
      'Conversation',
      [
        'userInfo',
        'conversionId',
        'name',
        'avatar',
        'type',
        'chatTag',
        'status',
        'spaceId',
        'groupSetting',
        'userSetting',
        'roomType',
      ],
    ],
    ['Conversation_GroupSetting', ['supportAnonymous', 'visibility']],
    [
      'Conversation_UserSetting',
      [
        'anonymous',
        'archivedSeq',
        'encrypted',
        'groupRemark',
        'isTop',
        'markedUnread',
        'mentionsOnly',
        'mutedUntil',
        'noDisturb',
        'unencrypted',
      ],
    ],
    ['AiConversation_Conversation', ['conversationId', 'identifier', 'state']],
    [
      'AiBotInfo',
      [
        'AiCharacters',
        'aiBotId',
        'type',
        'name',
        'nameEn',
        'avatar',
        'image',
        'owner',
        'ownerName',
        'opening',
        'audience',
        'model',
        'about',
        'removed',
        'updateTime',
        'provider',
        'humans',
        'hasHumans',
        'voice',
        'voiceCloned',
        'writesFirst',
        'quietFrom',
        'quietTo',
        'timeZone',
      ],
    ],
  ] as const)('R52 %s has these fields', (name, fields) => {
    expect(fieldsOf(name).sort()).toEqual([...fields].sort());
  });

  it('R52 a reply has at least the names that were agreed', () => {
    expect(fieldsOf('SendMessageReply')).toEqual(expect.arrayContaining(['id', 'timestamp']));
    expect(fieldsOf('QuerySpaceReply')).toEqual(['spaceInfo']);
    expect(fieldsOf('QueryListByUserIdAndSpaceIdReply')).toEqual(['list']);
    expect(fieldsOf('LoginReply')).toContain('token');
    expect(fieldsOf('InitReply')).toEqual(
      expect.arrayContaining(['userInfo', 'deviceId', 'newDevice', 'aiConversations']),
    );
    expect(fieldsOf('Content')).toEqual(
      expect.arrayContaining([
        'id',
        'message',
        'type',
        'sender',
        'timestamp',
        'anonymous',
        'encrypted',
        'cmdId',
        'streamEnd',
        'streamFirst',
      ]),
    );
  });
});

it('R50 the login calls alone have a base of their own', () => {
  expect(
    Object.entries(routes)
      .filter(([, { base }]) => base === 'login')
      .map(([name]) => name),
  ).toEqual(['login.getSms', 'login.login', 'login.walletNonce', 'login.loginByWallet']);
});

it('R38 R41 R42 commands have their own numbers, and a heartbeat is 6', () => {
  const numbers = Object.values(commands).map(({ number }) => number);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(commands.heartbeat.number).toBe(6);
});

it('R52 every call and command names messages that exist', () => {
  for (const { request, reply } of [...Object.values(routes), ...Object.values(commands)]) {
    expect(() => [fieldsOf(request), fieldsOf(reply)]).not.toThrow();
  }
});
