// The actions of chatting people as data: generated, saved to a file, repeated.
import fc from 'fast-check';
import { connectionFaults, type ConnectionFault } from './deviceConnection.ts';
import { nextId } from './pair.ts';
import { deviceIdOf, type ModelDevice, type ModelWorld, type NetworkFault } from './modelWorld.ts';

export type Step =
  | { op: 'say' | 'reply' | 'edit' | 'withdraw'; at: number; chat: number; target: number; pause: boolean }
  | { op: 'react'; at: number; chat: number; target: number; emoji: string; on: boolean; pause: boolean }
  | { op: 'read' | 'invite' | 'remove' | 'quit' | 'rename'; at: number; chat: number; pause: boolean }
  | { op: 'forget'; at: number; chat: number; target: number; pause: boolean }
  | { op: 'createGroup' | 'restart' | 'crash' | 'loseCopy' | 'hideReading'; at: number; pause: boolean }
  | { op: 'newDevice' | 'approve' | 'refuse' | 'startOver'; at: number; pause: boolean }
  | { op: 'signOut'; at: number; target: number; pause: boolean }
  | { op: 'line'; at: number; fault: ConnectionFault; after: number; pause: boolean }
  | { op: 'network'; at: number; fault: NetworkFault; pause: boolean }
  | { op: 'pass'; milliseconds: number; pause: boolean };

/** An index modulo the number of devices, which changes. */
const at = fc.constantFrom(0, 1, 2, 0, 1, 2, 3, 4);
const chat = fc.constantFrom(0, 0, 1, 1, 2);
const pause = fc.boolean();
/** Mostly the newest message, because conflicts arise when two people act on one message. */
const target = fc.constantFrom(0, 0, 0, 1, 2, 5);

/** Most steps are messages. */
export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ op: fc.constant('say' as const), at, chat, target, pause }) },
  {
    weight: 8,
    arbitrary: fc.record({
      op: fc.constantFrom('reply' as const, 'edit' as const, 'edit' as const, 'edit' as const, 'withdraw' as const),
      at,
      chat,
      target,
      pause,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      op: fc.constant('react' as const),
      at,
      chat,
      target,
      emoji: fc.constantFrom('👍', '👍', '🎉'),
      on: fc.constantFrom(true, true, false),
      pause,
    }),
  },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('read' as const), at, chat, pause }) },
  {
    weight: 4,
    arbitrary: fc.record({
      op: fc.constantFrom('invite' as const, 'remove' as const, 'quit' as const, 'rename' as const),
      at,
      chat,
      pause,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      op: fc.constantFrom('createGroup' as const, 'restart' as const, 'crash' as const),
      at,
      pause,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      op: fc.constantFrom('loseCopy' as const, 'loseCopy' as const, 'hideReading' as const),
      at,
      pause,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      op: fc.constantFrom(
        'newDevice' as const,
        'approve' as const,
        'approve' as const,
        'refuse' as const,
        'startOver' as const,
      ),
      at,
      pause,
    }),
  },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('signOut' as const), at, target, pause }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('forget' as const), at, chat, target, pause }) },
  {
    weight: 5,
    arbitrary: fc.record({
      op: fc.constant('line' as const),
      at,
      fault: fc.constantFrom(...connectionFaults),
      after: fc.nat(6),
      pause,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      op: fc.constant('network' as const),
      at,
      fault: fc.constantFrom<NetworkFault>('offline', 'online', 'slice', 'blackHole', 'answersLost', 'reset'),
      pause,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      op: fc.constant('pass' as const),
      milliseconds: fc.constantFrom(100, 3_000, 11_000, 45_000),
      pause,
    }),
  },
);

/** The device's chats in the order of their creation at the gateway; the private one is first. */
async function chatAt(device: ModelDevice, index: number, groupsOnly = false) {
  const all = (await device.person.db.conversations.toArray())
    // A private chat is listed once it has a message, and open before.
    .filter(({ type, status, userInfo }) =>
      type === 'group'
        ? status !== 'delete'
        : !groupsOnly && userInfo.some(({ identifier }) => identifier !== device.person.identifier),
    )
    .sort((one, other) =>
      one.type === other.type ? (one.conversionId < other.conversionId ? -1 : 1) : one.type === 'private' ? -1 : 1,
    );
  return all.length === 0 ? undefined : all[index % all.length]!;
}

type StepHandlers = {
  [Op in Step['op']]: (world: ModelWorld, step: Extract<Step, { op: Op }>, device: ModelDevice) => Promise<void>;
};

/** One of a chat's text messages, counted from the newest. */
async function textMessageAt(device: ModelDevice, conversationId: string, index: number, mineOnly: boolean) {
  const all = (await device.person.timeline(conversationId)).filter(
    ({ content, error }) =>
      content.type === 'text' && !error && (!mineOnly || content.sender?.identifier === device.person.identifier),
  );
  return all.length === 0 ? undefined : all[all.length - 1 - (index % all.length)]!;
}

async function sendMessage(
  world: ModelWorld,
  { chat: index, op, target: nth }: { op: string; chat: number; target: number },
  device: ModelDevice,
) {
  const conversation = await chatAt(device, index);
  if (!conversation) return;
  const chatId = conversation.conversionId;
  const quoted = op === 'reply' ? await textMessageAt(device, chatId, nth, false) : undefined;
  const id = nextId();
  const text = `${device.person.name} ${id.slice(-4)}`;
  const quote = quoted && { id: quoted.id, author: quoted.content.sender!.identifier, text: 'what was said' };
  await world.record(device, { id, chat: chatId, kind: 'text', text, targets: [] }, () =>
    device.person.engine.calls.send({
      id,
      conversationId: chatId,
      type: 'text',
      body: { text, ...(quote && { quote }) },
    }),
  );
}

async function sendCommand(
  world: ModelWorld,
  device: ModelDevice,
  chatId: string,
  kind: 'edit' | 'withdraw' | 'reaction' | 'inviteMember' | 'deleteMember' | 'quitMember' | 'groupName',
  targets: string[],
  text = '',
  on = true,
) {
  const id = nextId();
  const bodies = {
    edit: { text },
    withdraw: {},
    reaction: { emoji: text, on, text: 'reacted' },
    inviteMember: {},
    deleteMember: {},
    quitMember: {},
    groupName: { name: text },
  } as const;
  await world.record(device, { id, chat: chatId, kind, text, targets, isAdded: on }, () =>
    device.person.engine.calls.command({ id, conversationId: chatId, cmdId: kind, targets, body: bodies[kind] }),
  );
}

async function changeMessage(
  world: ModelWorld,
  step: Extract<Step, { chat: number; target: number }>,
  device: ModelDevice,
) {
  const conversation = await chatAt(device, step.chat);
  const target =
    conversation && (await textMessageAt(device, conversation.conversionId, step.target, step.op !== 'react'));
  if (!conversation || !target) return;
  if (step.op === 'react')
    await sendCommand(world, device, conversation.conversionId, 'reaction', [target.id], step.emoji, step.on);
  else
    await sendCommand(
      world,
      device,
      conversation.conversionId,
      step.op === 'edit' ? 'edit' : 'withdraw',
      [target.id],
      `${device.person.name} edits ${nextId().slice(-4)}`,
    );
}

const changeMembers =
  (kind: 'inviteMember' | 'deleteMember') =>
  async (world: ModelWorld, { chat: index }: { chat: number }, device: ModelDevice) => {
    const conversation = await chatAt(device, index, true);
    const other = world.devices.find(({ person }) => person.identifier !== device.person.identifier)!.person.identifier;
    if (conversation) await sendCommand(world, device, conversation.conversionId, kind, [other]);
  };

const stepHandlers: StepHandlers = {
  say: sendMessage,
  reply: sendMessage,
  edit: changeMessage,
  withdraw: changeMessage,
  react: changeMessage,
  invite: changeMembers('inviteMember'),
  remove: changeMembers('deleteMember'),
  async quit(world, { chat: index }, device) {
    const conversation = await chatAt(device, index, true);
    if (conversation) await sendCommand(world, device, conversation.conversionId, 'quitMember', []);
  },
  async rename(world, { chat: index }, device) {
    const conversation = await chatAt(device, index, true);
    if (conversation)
      await sendCommand(world, device, conversation.conversionId, 'groupName', [], `Group ${nextId().slice(-4)}`);
  },
  async read(world, { chat: index }, device) {
    const conversation = await chatAt(device, index);
    const seq =
      conversation &&
      (await device.person.timeline(conversation.conversionId)).reduce((most, row) => Math.max(most, row.seq), 0);
    if (conversation && seq) await world.read(device, conversation.conversionId, Math.floor(seq));
  },
  createGroup: (world, _, device) => world.createGroup(device),
  async forget(world, { chat: index, target: nth }, device) {
    const conversation = await chatAt(device, index);
    const message = conversation && (await textMessageAt(device, conversation.conversionId, nth, false));
    if (conversation && message) await world.forget(device, conversation.conversionId, message.id);
  },
  /**
   * The others write while the device is offline; the first message that waits for it then is lost, and later ones
   * refer to it.
   */
  async loseCopy(world, _, device) {
    const others = world.devices.filter((one) => one !== device && deviceIdOf(one));
    world.network(device, 'offline');
    for (const one of others) await sendMessage(world, { op: 'say', chat: 0, target: 0 }, one);
    await world.loseCopy(device);
    for (const one of others) await sendMessage(world, { op: 'say', chat: 0, target: 0 }, one);
    world.network(device, 'online');
  },
  async hideReading(_world, _step, { person: { db } }) {
    const { hidden = false } = ((await db.identity.get('readState')) ?? {}) as { hidden?: boolean };
    await db.identity.put({ key: 'readState', hidden: !hidden } as { key: string });
  },
  newDevice: (world, _, device) => world.newDevice(device),
  approve: (world, _, device) => world.approve(device),
  refuse: async (world, _, device) => {
    const refused = device.person.engine.state$.value.devices?.waiting[0];
    if (refused) await world.signOut(device, refused.deviceId);
  },
  signOut: async (world, { target: nth }, device) => {
    const others = world.devices.filter((one) => one !== device && one.person.identifier === device.person.identifier);
    if (others.length > 0) await world.signOut(device, others[nth % others.length]!.id);
  },
  startOver: (world, _, device) => world.startOver(device),
  restart: (world, _, device) => world.restart(device),
  crash: (world, _, device) => world.crash(device),
  line: async (_world, { fault, after }, device) => device.connection.planFault(fault, after),
  network: async (world, { fault }, device) => world.network(device, fault),
  pass: (world, { milliseconds }) => world.advanceClocks(milliseconds),
};

/** Performs a step without waiting for its result; a pause lets some of it happen. */
export async function perform(world: ModelWorld, one: Step): Promise<void> {
  const device = world.devices[('at' in one ? one.at : 0) % world.devices.length]!;
  // A device that was signed out does nothing, also when it learns of it meanwhile.
  if (!deviceIdOf(device)) return;
  try {
    await (stepHandlers[one.op] as (world: ModelWorld, one: Step, device: ModelDevice) => Promise<void>)(
      world,
      one,
      device,
    );
  } catch (thrown) {
    if (deviceIdOf(device)) throw thrown;
  }
  if (one.pause) await world.advanceBriefly();
}
