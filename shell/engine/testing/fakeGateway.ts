// A gateway in memory: enough of one to send, push, catch up and sign in.
import type { Calls, Content, Conversation, Device, Input, Messages, Row, SendMessageRequest } from '@amber/proto';
import { decode, encode } from '@amber/proto/codec';
import { Fault } from '@amber/proto/faults';
import { commands, routes } from '@amber/proto/routes';
import { FakeSocket } from './fakeSocket.ts';

type Name = keyof Calls;
type Handlers = { [Call in Name]?: (request: Calls[Call]['request'], token: string) => Input<Calls[Call]['reply']> };

export interface Asked { name: Name; request: unknown; token: string }

interface Chat { wire: Conversation; rows: Row[]; readSeq: number }

const names = new Map(Object.entries(routes).map(([name, { path }]) => [`/gateway${path}`, name as Name]));

export type FakeGateway = ReturnType<typeof createFakeGateway>;

/** Everything it is asked is in `asked`; what it does wrong is set from outside. */
export function createFakeGateway({ now = () => 1_000 }: { now?: () => number } = {}) {
  const chats = new Map<string, Chat>();
  const sockets: FakeSocket[] = [];
  const asked: Asked[] = [];
  const faults = {
    offline: false,
    /** The next answers of this call are lost after the call was done. */
    loseAnswers: new Map<Name, number>(),
    /** What a call is refused with, before it is done. */
    refuse: new Map<Name, (request: unknown) => Fault | undefined>(),
    /** Calls wait for this. */
    hold: Promise.resolve(),
    /** Rows in one part of a reply, and in all of it. */
    page: 200,
    total: 1_000,
  };
  const me: Device = { identifier: 'alice', deviceId: 'a1' };
  let devices: Device[] = [];

  function addChat(conversionId: string, { type = 'private', encrypted = false }: { type?: Conversation['type']; encrypted?: boolean } = {}): Chat {
    const wire = decode('Conversation', encode('Conversation', {
      conversionId, type, userSetting: { encrypted }, userInfo: [{ identifier: 'alice' }, { identifier: 'bob' }],
    }));
    chats.set(conversionId, { wire, rows: [], readSeq: 0 });
    return chats.get(conversionId)!;
  }

  function addRow(conversationId: string, id: string, sender: Device, content: Content | null): Row {
    const { rows, wire } = chats.get(conversationId)!;
    const seq = rows.length + 1;
    rows.push({
      conversationId, conversationType: wire.type, epoch: 1, seq, prevSeq: seq - 1, id, sender, timestamp: now() + seq,
      copy: 'open', content: content && { ...content, id, sender, timestamp: now() + seq },
    });
    return rows.at(-1)!;
  }

  function take({ id, conversation, content }: SendMessageRequest) {
    const { rows, wire } = chats.get(conversation!.conversationId)!;
    const known = rows.find((row) => row.id === id);
    if (known) return known;
    if (wire.userSetting!.encrypted) {
      const key = ({ identifier, deviceId }: Device) => `${identifier}:${deviceId}`;
      const given = content.map(({ to }) => to!);
      const missing = devices.filter((device) => !given.some((to) => key(to) === key(device)));
      const extra = given.filter((to) => !devices.some((device) => key(to) === key(device)));
      if (missing.length + extra.length > 0) throw new Fault('DEVICES_CHANGED', { data: encode('DevicesChanged', { missing, extra }) });
    }
    return addRow(conversation!.conversationId, id, me, content[0] ?? null);
  }

  const handlers: Handlers = {
    'login.getSms': () => ({ retryAfter: 60_000 }),
    'login.login': ({ phone, code }) => {
      if (code !== '123456') throw new Fault('100004');
      return { token: `token ${phone}`, refreshToken: `refresh ${phone}` };
    },
    'user.init': ({ token }) => ({ userInfo: { identifier: token.replace(/\D/g, '') }, newDevice: true }),
    'user.updateUserInfo': (profile) => ({ userInfo: profile }),
    'user.refreshToken': ({ refreshToken }) => ({ token: `fresh ${refreshToken}`, refreshToken }),
    'user.logOut': () => ({}),
    'conversation.create': () => ({ conversation: addChat(`new ${chats.size}`).wire }),
    'message.sendPrivateMessage': take,
    'message.sendGroupMessage': take,
    'message.read': ({ conversationId, seq }) => ({ seq: chats.get(conversationId)!.readSeq = seq }),
    'message.sync': ({ cursors }) => {
      let room = faults.total;
      let more = false;
      const parts = [...chats.values()].map(({ wire, rows, readSeq }) => {
        const after = cursors.find(({ conversationId }) => conversationId === wire.conversionId)?.seq ?? 0;
        const part = rows.slice(after, after + Math.min(room, faults.page));
        room -= part.length;
        more ||= after + part.length < rows.length;
        return { conversation: wire, epoch: 1, lastSeq: rows.length, readSeq, rows: part };
      });
      return { parts, more };
    },
  };

  async function fetch(url: string, init: RequestInit): Promise<Response> {
    if (url.endsWith('/gateway/config')) return new Response('{"loginUrl":""}');
    const name = names.get(new URL(url).pathname)!;
    const request = decode(routes[name].request as keyof Messages, init.body as Uint8Array);
    const { token = '' } = init.headers as { token?: string };
    asked.push({ name, request, token });
    await faults.hold;
    if (faults.offline) throw new TypeError('fetch failed');
    try {
      const refusal = faults.refuse.get(name)?.(request);
      if (refusal) throw refusal;
      const reply = (handlers[name] as (request: unknown, token: string) => object)(request, token);
      const lose = faults.loseAnswers.get(name) ?? 0;
      if (lose > 0) {
        faults.loseAnswers.set(name, lose - 1);
        throw new TypeError('connection reset');
      }
      return answer('SUCCESS', encode(routes[name].reply as keyof Messages, reply));
    } catch (thrown) {
      if (!(thrown instanceof Fault)) throw thrown;
      return answer(thrown.code, thrown.data);
    }
  }

  const answer = (code: string, data: Uint8Array = new Uint8Array(0)) =>
    new Response(new Uint8Array(encode('Envelope', { code, data })));

  const answered = Object.entries(commands).filter(([, { direction }]) => direction === 'up');

  function openSocket(url: string): FakeSocket {
    const socket = new FakeSocket(url, ({ command }) => {
      const name = answered.find(([, { number }]) => number === command)![0] as 'register';
      queueMicrotask(() => { if (socket.readyState === 1) socket.answer(name, {}); });
    });
    sockets.push(socket);
    queueMicrotask(() => (faults.offline ? socket.drop() : socket.accept()));
    return socket;
  }

  return {
    fetch: fetch as typeof globalThis.fetch,
    openSocket,
    asked,
    faults,
    chats,
    sockets,
    addChat,
    socket: () => sockets.at(-1)!,
    setDevices(now: Device[]) { devices = now; },
    requests: <Call extends Name>(name: Call) =>
      asked.filter((one) => one.name === name).map(({ request }) => request as Calls[Call]['request']),
    /** Bob writes; the row is pushed by whoever wants it pushed. */
    bobSays(conversationId: string, text: string): Row {
      const content = decode('Content', encode('Content', { type: 'text', message: JSON.stringify({ text }) }));
      return addRow(conversationId, `bob ${text}`, { identifier: 'bob', deviceId: 'b1' }, content);
    },
    /** The connection is lost, and every later attempt and call with it. */
    goOffline() {
      faults.offline = true;
      sockets.at(-1)?.drop();
    },
  };
}
