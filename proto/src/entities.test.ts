import { describe, expect, it } from 'vitest';
import { enums, layouts } from '../gen/layouts.ts';
import type { Messages } from '../gen/types.ts';
import { decode, encode } from './codec.ts';
import { decodeRequest } from './requests.ts';

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
  const tag = (field: number, wireType: number) =>
    field < 16 ? [field * 8 + wireType] : [((field * 8 + wireType) & 127) | 128, field >> 4];
  /** A field in protobuf's encoding: number and text, or number and value. */
  const text = (field: number, value: string) => [...tag(field, 2), value.length, ...new TextEncoder().encode(value)];
  const varint = (field: number, value: number) => [...tag(field, 0), value];
  const encoded = <Name extends keyof Messages>(...message: Parameters<typeof encode<Name>>) => [...encode(...message)];

  it('R166 R44 a field that this version does not know harms none of the others', () => {
    const known = [...encode('Contact', { identifier: 'bob', status: 'black' })];
    const bytes = Uint8Array.from([...varint(99, 5), ...known.slice(0, 5), ...text(15, 'new'), ...known.slice(5)]);
    expect(decode('Contact', bytes)).toMatchObject({ identifier: 'bob', status: 'black' });
  });

  it('R166 fields that this version does not know are sent on, also after another one was changed and stored', () => {
    const name = { identifier: 'bob', status: 'black' as const };
    const unknown = [...varint(99, 5), ...text(15, 'new'), ...text(99, 'list'), ...text(99, 'of two')];
    const received = decode('Contact', Uint8Array.from([...encode('Contact', name), ...unknown]));
    const changed = structuredClone({ ...received, remarkName: 'Bob' });
    expect(encoded('Contact', changed)).toEqual([...encode('Contact', { ...name, remarkName: 'Bob' }), ...unknown]);
  });

  it('R166 unknown fields survive in nested messages and lists, in two halves, and in a known field of another type', () => {
    const contact = Uint8Array.from([
      ...encode('Contact', { identifier: 'bob' }),
      ...text(15, 'new'),
      16 + 5,
      1,
      2,
      3,
      4,
    ]);
    const list = Uint8Array.from([...encode('ContactListReply', {}), 10, contact.length, ...contact, ...text(9, 'x')]);
    expect(encoded('ContactListReply', decode('ContactListReply', list))).toEqual([...list]);
    const half = (bytes: number[]) => [10, bytes.length, ...bytes];
    const halves = Uint8Array.from([...half(text(20, 'a')), ...half(text(21, 'b'))]);
    expect(encoded('ContactDetailReply', decode('ContactDetailReply', halves))).toEqual(
      half([...text(20, 'a'), ...text(21, 'b')]),
    );
  });

  it('R166 the gateway drops unknown fields of requests, which nobody has checked', () => {
    const request = Uint8Array.from([...encode('Contact', { identifier: 'bob' }), ...text(15, 'new')]);
    expect(encode('Contact', decodeRequest('Contact', request))).toEqual(encode('Contact', { identifier: 'bob' }));
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
