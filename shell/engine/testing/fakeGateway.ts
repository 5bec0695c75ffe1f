// An in-memory gateway that can send, push, catch up and sign in.
import type {
  Calls,
  Contact,
  ContactApply,
  Content,
  Conversation,
  Device,
  Input,
  Member,
  Messages,
  Notify,
  Row,
  SendInOrderReply,
  SendInOrderRequest,
  SendMessageRequest,
  Space,
} from '@amber/proto';
import { decode, encode } from '@amber/proto/codec';
import { Fault } from '@amber/proto/faults';
import { commands, routes } from '@amber/proto/routes';
import type { KeyApi } from '../keys/keys.ts';
import { FakeSocket } from './fakeSocket.ts';

type Name = keyof Calls;
type Answer<T> = T | Promise<T>;
type Handlers = {
  [Call in Name]?: (request: Calls[Call]['request'], token: string) => Answer<Input<Calls[Call]['reply']>>;
};

export interface LoggedRequest {
  name: Name;
  request: unknown;
  token: string;
}

export interface ChatOptions {
  type?: Conversation['type'];
  encrypted?: boolean;
  people?: string[];
  supportAnonymous?: boolean;
  spaceId?: string;
  roomType?: string;
}

export interface Chat {
  wire: Conversation;
  rows: Row[];
  readSeq: number;
  joinedSeq: number;
  peerReadSeq: number;
  peerDeliveredSeq: number;
  members: Member[];
  former: Member[];
  left: boolean;
  epoch: number;
}

const names = new Map(Object.entries(routes).map(([name, { path }]) => [`/gateway${path}`, name as Name]));

/** A key API that accepts keys and returns none. */
const noKeys: KeyApi = {
  initPreKeyBundle: async () => ({}),
  updatePreKeyBundle: async () => ({}),
  distributePreKey: async () => ({ preKeyBundle: [] }),
};

export type FakeGateway = ReturnType<typeof createFakeGateway>;

/** Creates the gateway. Every request is logged in `asked`; tests set its `faults`. */
export function createFakeGateway({ now = () => 1_000, keys = noKeys }: { now?: () => number; keys?: KeyApi } = {}) {
  const chats = new Map<string, Chat>();
  const sockets: FakeSocket[] = [];
  const requestLog: LoggedRequest[] = [];
  const faults = {
    offline: false,
    /** The number of next answers of a call that are lost after the call was executed. */
    loseAnswers: new Map<Name, number>(),
    /** The error that a call is refused with, before it is executed. */
    refuse: new Map<Name, (request: unknown) => Fault | undefined>(),
    /**
     * Calls of a name wait for its promise. The others proceed, because some of them hold back the processing of pushes,
     * and the engine may still be making those when a test begins.
     */
    holdCall: new Map<Name, Promise<void>>(),
    /** The most rows in one part of a reply, and in the whole reply. */
    page: 200,
    total: 1_000,
    /** Whether a sync returns one page of the newest rows instead of the oldest. */
    newestFirst: false,
    /** The number of members per page. */
    membersPage: 50,
    /** Whether the store has none of the files that are held. */
    missingFiles: false,
  };
  const me: Device = { identifier: 'alice', deviceId: 'a1' };
  let devices: Device[] = [];
  /** Own devices that the gateway lists as unapproved. */
  const unapproved = new Set<string>();
  let changeInit = (reply: Input<Calls['user.init']['reply']>) => reply;

  const notices: Notify[] = [];
  const spaces = new Map<string, { wire: Space; rooms: string[] }>();
  const lists: { contacts: Input<Contact>[]; applies: Input<ContactApply>[] } = { contacts: [], applies: [] };

  function addChat(
    conversionId: string,
    {
      type = 'private',
      encrypted = false,
      people = ['alice', 'bob'],
      supportAnonymous = false,
      spaceId = '',
      roomType = '',
    }: ChatOptions = {},
  ): Chat {
    const wire = decode(
      'Conversation',
      encode('Conversation', {
        conversionId,
        type,
        spaceId,
        roomType,
        userSetting: { encrypted },
        userInfo: type === 'private' ? people.map((identifier) => ({ identifier })) : [],
        ...(type === 'group' && { groupSetting: { supportAnonymous } }),
      }),
    );
    const members = people.map((identifier, index) =>
      decode(
        'Member',
        encode('Member', {
          conversionId,
          identifier,
          lastName: identifier,
          role: index === 0 ? 'owner' : 'member',
        }),
      ),
    );
    const chat = {
      wire,
      rows: [],
      readSeq: 0,
      joinedSeq: 0,
      peerReadSeq: 0,
      peerDeliveredSeq: 0,
      members,
      former: [],
      left: false,
      epoch: 1,
    };
    chats.set(conversionId, chat);
    return chat;
  }

  /** Adds a space that Alice is in; `rooms` are chats that were added with its id. */
  function addSpace(spaceId: string, rooms: string[], fields: Input<Space> = {}) {
    const space = {
      wire: decode(
        'Space',
        encode('Space', { spaceId, spaceName: spaceId, identifier: 'bob', isMember: true, ...fields }),
      ),
      rooms,
    };
    spaces.set(spaceId, space);
    return space;
  }

  const roomsOf = (spaceId: string) =>
    spaces.get(spaceId)!.rooms.map((conversionId) => {
      const { name, roomType, groupSetting } = chats.get(conversionId)!.wire;
      return { conversionId, spaceId, name, roomType, groupSetting };
    });

  function addRow(conversationId: string, id: string, sender: Device | null, content: Content | null): Row {
    const { rows, wire } = chats.get(conversationId)!;
    const seq = rows.length + 1;
    rows.push({
      conversationId,
      conversationType: wire.type,
      epoch: 1,
      seq,
      prevSeq: seq - 1,
      id,
      sender,
      timestamp: now() + seq,
      copy:
        wire.type === 'private' && wire.userInfo.every(({ identifier }) => identifier === me.identifier)
          ? 'queued'
          : 'open',
      content: content && { ...content, id, sender, timestamp: now() + seq },
    });
    return rows.at(-1)!;
  }

  function storeMessage({ id, conversation, content }: SendMessageRequest) {
    const { rows } = chats.get(conversation!.conversationId)!;
    const known = rows.find((row) => row.id === id);
    if (known) return known;
    if (!content[0] || content[0].to) {
      const key = ({ identifier, deviceId }: Device) => `${identifier}:${deviceId}`;
      const recipients = content.map(({ to }) => to!);
      const missing = devices.filter((device) => !recipients.some((to) => key(to) === key(device)));
      const extra = recipients.filter((to) => !devices.some((device) => key(to) === key(device)));
      if (missing.length + extra.length > 0)
        throw new Fault('DEVICES_CHANGED', { data: encode('DevicesChanged', { missing, extra }) });
    }
    return addRow(conversation!.conversationId, id, me, content[0] ?? null);
  }

  /** Stores a message. Like the gateway, it rewrites the body of an unencrypted command about people. */
  function send(request: SendMessageRequest): Input<Calls['message.sendGroupMessage']['reply']> {
    const { id, timestamp, epoch, seq, content } = storeMessage(request);
    if (!content?.cmdId || content.to) return { id, timestamp, epoch, seq };
    const named = content.targets.map((identifier) => ({ identifier, lastName: identifier, avatar: '' }));
    if (content.cmdId === 'inviteMember' || content.cmdId === 'deleteMember')
      content.message = JSON.stringify({ members: named });
    return { id, timestamp, epoch, seq, content };
  }

  const rowsBefore = (conversationId: string, beforeSeq: number, limit: number): Row[] => {
    const { rows, joinedSeq } = chats.get(conversationId)!;
    return rows.filter(({ seq }) => seq > joinedSeq && (beforeSeq === 0 || seq < beforeSeq)).slice(-limit);
  };

  const handlers: Handlers = {
    'login.getSms': () => ({ retryAfter: 60_000 }),
    'login.login': ({ phone, code }) => {
      if (code !== '123456') throw new Fault('100004');
      return { token: `token ${phone}`, refreshToken: `refresh ${phone}`, identifier: phone.replace(/\D/g, '') };
    },
    'login.walletNonce': ({ wallet }) => ({
      nonce: 'n'.repeat(32),
      address: wallet.toUpperCase().replace('0X', '0x'),
      chainId: 1,
      issuedAt: now(),
      expiresAt: now() + 300_000,
    }),
    'login.loginByWallet': ({ wallet, signature }) => {
      if (signature !== 'signed') throw new Fault('200003');
      return { token: `token ${wallet}`, refreshToken: `refresh ${wallet}`, identifier: wallet.replace(/\D/g, '') };
    },
    'user.bindWallet': () => ({}),
    'user.init': ({ token }) => changeInit({ userInfo: { identifier: token.replace(/\D/g, '') }, newDevice: true }),
    'user.updateUserInfo': (profile) => ({ userInfo: profile }),
    'user.refreshToken': ({ refreshToken }) => ({ token: `fresh ${refreshToken}`, refreshToken }),
    'user.logOut': () => ({}),
    'user.signOutDevice': () => ({}),
    'user.initPreKeyBundle': async (request) =>
      (await keys.initPreKeyBundle(request as Parameters<KeyApi['initPreKeyBundle']>[0])) ?? {},
    'user.updatePreKeyBundle': async (request) =>
      (await keys.updatePreKeyBundle(request as Parameters<KeyApi['updatePreKeyBundle']>[0])) ?? {},
    'user.distributePreKey': (request) => keys.distributePreKey(request),
    'user.devices': () => ({
      list: [me, ...devices.filter(({ identifier }) => identifier === me.identifier)].map(({ deviceId }) => ({
        deviceId,
        approved: !unapproved.has(deviceId),
      })),
    }),
    'user.approveDevice': ({ deviceId }) => {
      unapproved.delete(deviceId);
      return {};
    },
    'support.report': () => ({}),
    'user.privacy': () => ({}),
    'user.setPrivacy': (privacy) => privacy,
    'aiBot.queryAiBotList': ({ updateTime }) => ({ list: [], updateTime }),
    'contact.contactList': () => ({ list: lists.contacts }),
    'contact.contactApplyList': () => ({ list: lists.applies }),
    'conversation.create': ({ type, identifiers }) => {
      const own = identifiers.length === 1 && identifiers[0] === me.identifier;
      const known =
        own &&
        [...chats.values()].find(
          ({ wire }) =>
            wire.userInfo.every(({ identifier }) => identifier === me.identifier) && wire.type === 'private',
        );
      return {
        conversation: (
          known || addChat(`new ${chats.size}`, { type, people: own ? identifiers : [me.identifier, ...identifiers] })
        ).wire,
      };
    },
    'conversation.getGroupConversationDetail': ({ conversationId }) => {
      const { wire, members, rows } = chats.get(conversationId)!;
      const first = members.slice(0, faults.membersPage);
      return {
        conversation: wire,
        members: first,
        next: first.length < members.length ? `${first.length}` : '',
        memberCount: members.length,
        seq: rows.length,
        me: members.find(({ identifier }) => identifier === me.identifier) ?? null,
      };
    },
    'conversation.queryMembers': ({ conversationId, word, after, identifiers }) => {
      const { members, former, rows } = chats.get(conversationId)!;
      const seq = rows.length;
      if (identifiers.length > 0)
        return { members: [...members, ...former].filter(({ identifier }) => identifiers.includes(identifier)), seq };
      const found = members.filter(({ lastName }) => lastName.includes(word));
      const page = found.slice(Number(after), Number(after) + faults.membersPage);
      const end = Number(after) + page.length;
      return { members: page, next: end < found.length ? `${end}` : '', seq };
    },
    'conversation.setUserSetting': ({ conversationId, userSetting, fields }) => {
      const { wire } = chats.get(conversationId)!;
      Object.assign(
        wire.userSetting!,
        Object.fromEntries(Object.entries(userSetting!).filter(([field]) => fields.includes(field))),
      );
      return { conversation: wire };
    },
    'conversation.remove': ({ conversationId }) => {
      const { wire } = chats.get(conversationId)!;
      wire.status = 'delete';
      return { conversation: wire };
    },
    'conversation.directJoin': ({ spaceId, conversationId }) => {
      const space = spaces.get(spaceId)!;
      space.wire.isMember = true;
      return { spaceId, conversationId: conversationId || space.rooms[0]! };
    },
    'conversation.queryListByUserIdAndSpaceId': ({ spaceId }) => ({ list: roomsOf(spaceId) }),
    'conversation.quitSpace': ({ spaceId }) => {
      spaces.get(spaceId)!.wire.isMember = false;
      return {};
    },
    'groupChat.querySpace': () => ({
      spaceInfo: [...spaces.values()].map(({ wire }) => wire).filter(({ isMember }) => isMember),
    }),
    'groupChat.querySpaceDetail': ({ spaceId }) => ({ spaceInfo: spaces.get(spaceId)!.wire }),
    'historyMessage.queryByGroup': ({ conversationId, beforeSeq, limit }) => {
      const list = rowsBefore(conversationId, beforeSeq, limit);
      return { list, more: list.length > 0 && list[0]!.prevSeq > chats.get(conversationId)!.joinedSeq };
    },
    'message.history': ({ conversationId, beforeSeq, limit }) => ({
      rows: rowsBefore(conversationId, beforeSeq, limit),
    }),
    'conversation.list': () => ({ list: [...chats.values()].filter(({ left }) => !left).map(({ wire }) => wire) }),
    'file.hold': ({ names }) => ({ missing: faults.missingFiles ? names : [] }),
    'file.release': () => ({}),
    'message.sendPrivateMessage': send,
    'message.sendGroupMessage': send,
    'message.sendInOrder': ({ conversation, messages }) => {
      const refuse = faults.refuse.get('message.sendPrivateMessage');
      const results: Input<SendInOrderReply>['results'] = [];
      for (const { id, content } of messages) {
        const fault = refuse?.({ id, conversation, content });
        if (fault && results.length === 0 && fault.kind !== 'business') throw fault;
        if (fault?.isPassing) break;
        const { timestamp, epoch, seq } = fault
          ? { timestamp: 0, epoch: 0, seq: 0 }
          : storeMessage({ id, conversation, content });
        results.push(fault ? { code: fault.code } : { timestamp, epoch, seq });
      }
      return { results: messages.map((_, index) => results[index] ?? { code: 'UNAVAILABLE' }) };
    },
    'message.read': ({ conversationId, seq }) => {
      const chat = chats.get(conversationId)!;
      Object.assign(chat.wire.userSetting!, { markedUnread: false });
      return { seq: (chat.readSeq = Math.max(chat.readSeq, seq)) };
    },
    'message.sync': ({ cursors, noticeSeq }) => {
      let rowsLeft = faults.total;
      let more = false;
      const cursorSeqs = new Map(
        cursors.map((cursor) => [
          cursor.conversationId,
          chats.get(cursor.conversationId)?.epoch === cursor.epoch ? cursor.seq : 0,
        ]),
      );
      const parts = [...chats.values()]
        .filter(({ left, wire }) => !left || cursorSeqs.has(wire.conversionId))
        .map(({ wire, rows, joinedSeq, ...readState }) => {
          const cursor = Math.max(joinedSeq, cursorSeqs.get(wire.conversionId) ?? 0);
          const after = faults.newestFirst ? Math.max(cursor, rows.length - faults.page) : cursor;
          const part = rows.slice(after, after + Math.min(rowsLeft, faults.page));
          rowsLeft -= part.length;
          more ||= after + part.length < rows.length;
          return {
            conversation: wire,
            lastSeq: rows.length,
            rows: part.map((row) => ({ ...row, epoch: readState.epoch })),
            joinedSeq,
            ...readState,
          };
        });
      return { parts, more, notices: notices.filter((notice) => notice.noticeSeq > noticeSeq) };
    },
  };

  async function fetch(url: string, init: RequestInit): Promise<Response> {
    if (url.endsWith('/gateway/config')) return new Response('{"loginUrl":""}');
    const name = names.get(new URL(url).pathname)!;
    const { json } = routes[name];
    const requestType = routes[name].request as keyof Messages;
    const request = json
      ? decode(requestType, encode(requestType, JSON.parse(init.body as string) as object))
      : decode(requestType, init.body as Uint8Array);
    const { token = '' } = init.headers as { token?: string };
    requestLog.push({ name, request, token });
    await faults.holdCall.get(name);
    if (faults.offline) throw new TypeError('fetch failed');
    try {
      const refusal = faults.refuse.get(name)?.(request);
      if (refusal) throw refusal;
      const reply = await (handlers[name] as (request: unknown, token: string) => Answer<object>)(request, token);
      const lose = faults.loseAnswers.get(name) ?? 0;
      if (lose > 0) {
        faults.loseAnswers.set(name, lose - 1);
        throw new TypeError('connection reset');
      }
      const bytes = encode(routes[name].reply as keyof Messages, reply);
      return json
        ? Response.json({ code: 'SUCCESS', data: decode(routes[name].reply as keyof Messages, bytes) })
        : answer('SUCCESS', bytes);
    } catch (thrown) {
      if (!(thrown instanceof Fault)) throw thrown;
      return json ? Response.json({ code: thrown.code, data: {} }) : answer(thrown.code, thrown.data);
    }
  }

  const answer = (code: string, data: Uint8Array = new Uint8Array(0)) =>
    new Response(new Uint8Array(encode('Envelope', { code, data })));

  const upCommands = Object.entries(commands).filter(([, { direction }]) => direction === 'up');

  function openSocket(url: string): FakeSocket {
    const socket = new FakeSocket(url, ({ command }) => {
      const name = upCommands.find(([, { number }]) => number === command)![0] as 'register';
      queueMicrotask(() => {
        if (socket.readyState === 1) socket.answer(name, {});
      });
    });
    sockets.push(socket);
    queueMicrotask(() => (faults.offline ? socket.drop() : socket.accept()));
    return socket;
  }

  return {
    fetch: fetch as typeof globalThis.fetch,
    openSocket,
    asked: requestLog,
    faults,
    chats,
    spaces,
    addSpace,
    /** Alice's contacts and contact requests at the gateway. */
    lists,
    sockets,
    addChat,
    socket: () => sockets.at(-1)!,
    setDevices(now: Device[], { unapproved: waiting = [] as string[] } = {}) {
      unapproved.clear();
      waiting.forEach((deviceId) => unapproved.add(deviceId));
      devices = now;
    },
    /** Changes the answer to `user.init`. */
    setInit(change: typeof changeInit) {
      changeInit = change;
    },
    /** Sets the handler of the call that permits uploads. */
    setUploadInfo(uploadInfo: NonNullable<Handlers['file.uploadInfo']>) {
      handlers['file.uploadInfo'] = uploadInfo;
    },
    /** Replaces the handler of a call. */
    answer<Call extends Name>(name: Call, handler: NonNullable<Handlers[Call]>) {
      handlers[name] = handler as Handlers[Call];
    },
    requests: <Call extends Name>(name: Call) =>
      requestLog.filter((one) => one.name === name).map(({ request }) => request as Calls[Call]['request']),
    /** The messages of all requests to store some, whichever call made them. */
    sentMessages: () =>
      requestLog.flatMap(({ name, request }): SendMessageRequest[] => {
        if (name === 'message.sendPrivateMessage' || name === 'message.sendGroupMessage')
          return [request as SendMessageRequest];
        if (name !== 'message.sendInOrder') return [];
        const { conversation, messages } = request as SendInOrderRequest;
        return messages.map((one) => ({ ...one, conversation }));
      }),
    /** Stores a text of Bob's; the test pushes the row if it wants to. */
    addTextFromBob(conversationId: string, text: string): Row {
      const content = decode('Content', encode('Content', { type: 'text', message: JSON.stringify({ text }) }));
      return addRow(conversationId, `bob ${text}`, { identifier: 'bob', deviceId: 'b1' }, content);
    },
    /** Stores a command or message of somebody's; the test pushes the row if it wants to. */
    addContent(conversationId: string, fields: Input<Content> & { by?: Device | null }): Row {
      const { by = { identifier: 'bob', deviceId: 'b1' }, ...content } = fields;
      if (content.cmdId === 'groupName')
        chats.get(conversationId)!.wire.name = (JSON.parse(content.message!) as { name: string }).name;
      return addRow(
        conversationId,
        content.id ?? `row ${conversationId} ${chats.get(conversationId)!.rows.length + 1}`,
        by,
        decode('Content', encode('Content', content)),
      );
    },
    /** Stores a notice for Alice; the test pushes it if it wants to. */
    notice(fields: Input<Notify>): Notify {
      notices.push(decode('Notify', encode('Notify', { ...fields, noticeSeq: notices.length + 1 })));
      return notices.at(-1)!;
    },
    notices,
    /** Drops the connection; every later attempt and call fails. */
    goOffline() {
      faults.offline = true;
      sockets.at(-1)?.drop();
    },
  };
}
