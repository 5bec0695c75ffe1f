// A test person with a device: calls, and a socket.
import { randomBytes } from 'node:crypto';
import type {
  Api,
  CallPush,
  Calls,
  Commands,
  DevicesInfo,
  Input,
  LoginReply,
  Messages,
  Notify,
  RobotMessage,
  Row,
} from '@amber/proto';
import { decode, encode } from '@amber/proto/codec';
import { Fault, isSuccess } from '@amber/proto/faults';
import { encodeFrame, FrameReader, type Frame } from '@amber/proto/frame';
import { commands, routes } from '@amber/proto/routes';
import type { MessageCommandId } from '@amber/proto/systemCommands';
import pg from 'pg';
import { WebSocket } from 'ws';
import { scaledTimeout } from './machine.ts';

/** Makes one call as the browser would. @throws Fault with the gateway's code. */
export async function call<Name extends keyof Calls>(
  url: string,
  name: Name,
  request: Input<Calls[Name]['request']>,
  { token = '', headers = {} as Record<string, string> } = {},
): Promise<Calls[Name]['reply']> {
  const route = routes[name];
  const answer = await fetch(`${url}/gateway${route.path}`, {
    method: 'POST',
    headers: {
      'content-type': route.json ? 'application/json' : 'application/x-protobuf',
      ...(token && { token }),
      ...headers,
    },
    body: route.json ? JSON.stringify(request) : Buffer.from(encode(route.request as keyof Messages, request)),
  });
  if (route.json) {
    const { code, data } = (await answer.json()) as { code: string; data: Calls[Name]['reply'] };
    if (!isSuccess(code)) throw new Fault(code);
    return data;
  }
  const { code, data } = decode('Envelope', new Uint8Array(await answer.arrayBuffer()));
  if (!isSuccess(code)) throw new Fault(code, { data });
  return decode(route.reply as keyof Messages, data) as Calls[Name]['reply'];
}

/** All calls by service, with one token. */
export const apiOf = (url: string, token = ''): Api =>
  new Proxy({} as Api, {
    get: (_, service: string) =>
      new Proxy(
        {},
        {
          get: (_inner, method: string) => (request: object) =>
            call(url, `${service}.${method}` as keyof Calls, request as never, { token }),
        },
      ),
  });

export const newMessageId = (): string => randomBytes(18).toString('base64url');

let phones = 0;
export const newPhone = (): string => `+4915${String((phones += 1)).padStart(8, '0')}`;

interface SignInTarget {
  url: string;
  lastCode(phone: string): string | Promise<string>;
  /** The database in which further devices of a person are approved. */
  databaseUrl?: string;
}

export type Person = Awaited<ReturnType<typeof signIn>>;

/** Approves all devices of this person, as an approved device would. */
async function approveAll(databaseUrl: string, identifier: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('update device set approved = true where identifier = $1', [identifier]);
  } finally {
    await client.end();
  }
}

interface SignInOptions {
  phone?: string;
  deviceId?: string;
  name?: string;
  /** False leaves the device's approval and the profile as the gateway creates them. */
  approved?: boolean;
}

/**
 * Signs in on an approved device: as a new person unless the phone is known. With a name it also completes the profile.
 */
export async function signIn(
  gateway: SignInTarget,
  {
    phone: knownPhone,
    deviceId = randomBytes(8).toString('hex'),
    name = 'Somebody',
    approved = true,
  }: SignInOptions = {},
) {
  const { url } = gateway;
  const phone = knownPhone ?? newPhone();
  await call(url, 'login.getSms', { phone, deviceId });
  const tokens: LoginReply = await call(url, 'login.login', {
    phone,
    code: await gateway.lastCode(phone),
    appId: 1,
    deviceId,
  });
  const api = apiOf(url, tokens.token);
  const { userInfo, newDevice } = await api.user.init({ uuid: deviceId, deviceName: 'test', system: 'web' });
  const { identifier } = userInfo!;
  if (approved && knownPhone && gateway.databaseUrl) await approveAll(gateway.databaseUrl, identifier);
  if (approved) {
    const { list } = await api.user.preparedAvatar({});
    await api.user.updateUserInfo({ avatar: list[0] ?? '', lastName: name });
  }
  return { url, phone, deviceId, identifier, newDevice, tokens, api };
}

/** The private chat of two people. */
export async function chatOf(a: Person, b: Person): Promise<string> {
  const { conversation } = await a.api.conversation.create({ type: 'private', identifiers: [b.identifier] });
  return conversation!.conversionId;
}

/** Creates a group of these people, owned by the first. */
export async function groupOf(owner: Person, ...others: Person[]): Promise<string> {
  const { conversation } = await owner.api.conversation.create({
    type: 'group',
    identifiers: others.map(({ identifier }) => identifier),
  });
  return conversation!.conversionId;
}

/** All rows for a device that has nothing yet. */
export const rowsOf = async (person: Person): Promise<Row[]> =>
  (await person.api.message.sync({})).parts.flatMap(({ rows }) => rows);

/** All messages of a chat, oldest first. */
export async function historyOf(person: Person, conversationId: string): Promise<Row[]> {
  const all: Row[] = [];
  for (;;) {
    const { rows } = await person.api.message.history({ conversationId, beforeSeq: all[0]?.seq ?? 0, limit: 200 });
    all.unshift(...rows);
    if (rows.length === 0 || rows[0]!.seq === 1) return all;
  }
}

/** Sends an unencrypted text. */
export const sendText = (
  from: Person,
  conversationId: string,
  text: string,
  { id = newMessageId(), type = 'private' as 'private' | 'group' | 'robot' } = {},
) =>
  (type === 'group' ? from.api.message.sendGroupMessage : from.api.message.sendPrivateMessage)({
    id,
    conversation: { conversationId, conversationType: type },
    content: [{ type: 'text', message: JSON.stringify({ text }) }],
  });

/** Sends an open system command. */
export const sendCommand = <Id extends MessageCommandId>(
  from: Person,
  conversationId: string,
  cmdId: Id,
  {
    targets = [] as string[],
    body = {} as object,
    id = newMessageId(),
    type = 'group' as 'private' | 'group' | 'robot',
  } = {},
) =>
  (type === 'group' ? from.api.message.sendGroupMessage : from.api.message.sendPrivateMessage)({
    id,
    conversation: { conversationId, conversationType: type },
    content: [{ type: cmdId, cmdId, targets, message: JSON.stringify(body) }],
  });

export type TestSocket = Awaited<ReturnType<typeof connect>>;

/** A socket to the gateway. Collects pushes in `rows` and `notices`; `until` waits for a condition. */
export async function connect({ url }: { url: string }, { headers = {} as Record<string, string> } = {}) {
  const ws = new WebSocket(`${url.replace('http', 'ws')}/gateway/socket`, { headers });
  const reader = new FrameReader();
  const rows: Row[] = [];
  const notices: Notify[] = [];
  const chunks: RobotMessage[] = [];
  const callPushes: CallPush[] = [];
  const deviceLists: DevicesInfo[] = [];
  const answers = new Map<number, { code: string; data: Uint8Array; command: number }>();
  const watchers = new Set<() => void>();
  let sequence = 0;
  const socket = {
    ws,
    rows,
    notices,
    chunks,
    callPushes,
    deviceLists,
    answers,
    closed: null as { code: number; reason: string } | null,
    sendFrame: (frame: Frame) => ws.send(encodeFrame(frame)),
    until: (check: () => boolean, within = 75_000) =>
      new Promise<void>((resolve, reject) => {
        const watch = () => {
          if (!check()) return;
          clearTimeout(timer);
          watchers.delete(watch);
          resolve();
        };
        const timer = setTimeout(() => {
          watchers.delete(watch);
          reject(new Error('What was waited for did not come'));
        }, scaledTimeout(within));
        watchers.add(watch);
        watch();
      }),
    /** Sends a command. @throws Fault with the gateway's code. */
    async ask<Name extends keyof Commands>(
      name: Name,
      request: Input<Commands[Name]['request']>,
    ): Promise<Commands[Name]['reply']> {
      const { number, request: requestName, reply } = commands[name];
      const mine = (sequence += 1);
      socket.sendFrame({ command: number, sequence: mine, body: encode(requestName as keyof Messages, request) });
      await socket.until(() => answers.has(mine) || socket.closed !== null);
      const answer = answers.get(mine);
      if (!answer) throw new Fault('NO_RESPONSE');
      if (!isSuccess(answer.code)) throw new Fault(answer.code);
      return decode(reply as keyof Messages, answer.data) as Commands[Name]['reply'];
    },
    register: (person: Pick<Person, 'tokens' | 'deviceId'>) =>
      socket.ask('register', {
        token: person.tokens.token,
        appId: 1,
        deviceId: person.deviceId,
        platform: 'web',
        id: 'test',
      }),
    close: () => ws.terminate(),
  };
  const receivers: Record<number, (body: Uint8Array) => void> = {
    [commands.pushChatMessage.number]: (body) => rows.push(decode('Row', body)),
    [commands.pushNotify.number]: (body) => notices.push(decode('Notify', body)),
    [commands.pushDevicesInfo.number]: (body) => deviceLists.push(decode('DevicesInfo', body)),
    [commands.pushCall.number]: (body) => callPushes.push(decode('CallPush', body)),
    [commands.pushRobotMessage.number]: (body) => chunks.push(decode('RobotMessage', body)),
  };
  const changed = () => {
    for (const watch of watchers) watch();
  };
  ws.on('message', (data: Buffer) => {
    for (const { command, sequence: of, body } of reader.read(data)) {
      if (of === 0) receivers[command]?.(body);
      else answers.set(of, { ...decode('Envelope', body), command });
    }
    changed();
  });
  ws.on('close', (code, reason) => {
    socket.closed = { code, reason: reason.toString() };
    changed();
  });
  await new Promise((resolve, reject) => ws.once('open', resolve).once('error', reject));
  return socket;
}

/**
 * A connected, registered socket. A sweep of the gateway that finds the person before the registration does pushes a
 * notice for each conversation; it is dropped here, because a device fetches its conversations after it has registered.
 */
export async function connectAs(person: Person) {
  const socket = await connect(person);
  await socket.register(person);
  const others = socket.notices.filter(({ type }) => type !== 'conversationChanged');
  socket.notices.splice(0, Infinity, ...others);
  return socket;
}

/** The code of the fault with which the work fails, or SUCCESS. */
export const outcomeCode = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'SUCCESS',
    (error: unknown) => Fault.of(error).code,
  );
