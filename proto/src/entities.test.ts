import { describe, expect, it } from 'vitest';
import { enums, layouts } from '../gen/layouts.ts';
import type { Messages } from '../gen/types.ts';
import { decode, encode } from './codec.ts';

/** Every entity of the product with its fields, spelled as on the wire. */
const entities: { [Name in keyof Messages]?: (keyof Messages[Name])[] } = {
  UserInfo: ['identifier', 'avatar', 'lastName', 'token', 'deviceId', 'bio'],
  InitReply: ['userInfo', 'deviceId', 'newDevice', 'aiConversations'],
  Conversation: [
    'conversionId',
    'name',
    'avatar',
    'type',
    'chatTag',
    'status',
    'spaceId',
    'groupSetting',
    'userSetting',
    'userInfo',
    'roomType',
  ],
  Conversation_GroupSetting: ['supportAnonymous', 'visibility'],
  Conversation_UserSetting: ['anonymous', 'encrypted', 'noDisturb', 'isTop', 'groupRemark'],
  Member: ['conversionId', 'spaceId', 'identifier', 'avatar', 'lastName', 'groupNickname', 'remarkName'],
  Space: [
    'spaceId',
    'avatar',
    'spaceName',
    'intro',
    'identifier',
    'banner',
    'socialMediaLinks',
    'spaceClassification',
    'sortTime',
  ],
  Room: ['roomType', 'spaceId', 'conversionId'],
  Content: [
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
  ],
  Device: ['identifier', 'deviceId'],
  SendMessageRequest: ['id', 'conversation', 'content'],
  SendMessageReply: ['id', 'timestamp'],
  ConversationRef: ['spaceId', 'conversationId', 'conversationType'],
  Contact: ['identifier', 'status', 'remarkName'],
  ContactApply: ['fromIdentifier', 'toIdentifier', 'message', 'status'],
  AiConversation: ['conversation', 'aiBotInfo'],
  AiConversation_Conversation: ['conversationId', 'identifier', 'state'],
  AiBotInfo: ['aiBotId', 'type', 'name', 'nameEn', 'avatar', 'image', 'AiCharacters'],
  JoinRequest: ['fromIdentifier', 'invitedIdentifier', 'conversationId', 'type'],
  FileMessage: ['key', 'uri', 'digest', 'preview'],
  UploadSetting: ['accessKeyId', 'accessKeySecret', 'securityToken', 'bucket', 'domain'],
  PreKeyBundle: [
    'identifier',
    'deviceId',
    'registrationId',
    'identityKey',
    'signedPreKey',
    'oneTimePreKeys',
    'created',
    'updated',
  ],
  PreKeyBundle_SignedPreKey: ['keyId', 'publicKey', 'signature'],
  PreKeyBundle_OneTimePreKey: ['keyId', 'publicKey'],
  OwnSyncRequest: ['conversation', 'self', 'lastMessageId', 'synMessageId'],
};

const values = {
  Conversation_Type: ['private', 'group', 'robot'],
  Conversation_Status: ['normal', 'delete'],
  Contact_Status: ['normal', 'delete', 'black'],
  ContactApply_Status: ['applying', 'agreed', 'expired', 'refused'],
  AiConversation_State: ['man', 'AI'],
  ModifySpaceRequest_Op: ['CHANGE', 'DISSOLVE', 'DELETE_ROOM', 'CREATE'],
  JoinRequest_Type: ['directJoin'],
  AiBotInfo_Type: ['clone', 'assistant', 'mate'],
};

describe('R166 entities', () => {
  it.each(Object.entries(entities))('R166 %s has every field of its own', (name, fields) => {
    const there = layouts[name]!.map(([, field]) => field);
    expect(fields.filter((field) => !there.includes(field))).toEqual([]);
    const empty = decode(name as keyof Messages, new Uint8Array());
    expect(fields.filter((field) => !Object.hasOwn(empty, field))).toEqual([]);
  });

  it.each(Object.entries(values))('R166 R168 %s knows its values', (name, known) => {
    expect(Object.keys(enums[name]!).sort()).toEqual([...known].sort());
  });

  it('R166 conversation, member and room spell their id conversionId, messages and calls conversationId', () => {
    const spelt = (name: string) =>
      layouts[name]!.map(([, field]) => field).filter((field) => /^conver[a-z]*Id$/.test(field));
    expect(['Conversation', 'Member', 'Room', 'Row', 'Cursor', 'ConversationRef', 'JoinRequest'].map(spelt)).toEqual([
      ['conversionId'],
      ['conversionId'],
      ['conversionId'],
      ['conversationId'],
      ['conversationId'],
      ['conversationId'],
      ['conversationId'],
    ]);
  });
});

describe('R166 what a newer version sends', () => {
  /** A field in protobuf's encoding: number and text, or number and value. */
  const text = (field: number, value: string) => [field * 8 + 2, value.length, ...new TextEncoder().encode(value)];
  const varint = (field: number, value: number) => [
    ...(field * 8 > 127 ? [((field * 8) & 127) | 128, (field * 8) >> 7] : [field * 8]),
    value,
  ];

  it('R166 R44 a field that this version does not know harms none of the others', () => {
    const known = [...encode('Contact', { identifier: 'bob', status: 'black' })];
    const bytes = Uint8Array.from([...varint(99, 5), ...known.slice(0, 5), ...text(15, 'new'), ...known.slice(5)]);
    expect(decode('Contact', bytes)).toMatchObject({ identifier: 'bob', status: 'black' });
  });

  it('R166 R44 a value of an enum that this version does not know stays what it is, and is passed on', () => {
    const bytes = Uint8Array.from([...text(1, 'bob'), ...varint(2, 77)]);
    const contact = decode('Contact', bytes);
    expect(contact).toMatchObject({ identifier: 'bob', status: 77 });
    expect(decode('Contact', encode('Contact', contact))).toEqual(contact);
    const nested = decode(
      'SyncReply_Part',
      encode('SyncReply_Part', { conversation: { conversionId: 'c', type: 9 as never } }),
    );
    expect(nested.conversation).toMatchObject({ conversionId: 'c', type: 9 });
  });
});
