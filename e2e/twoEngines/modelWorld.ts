// A model of two people with their devices and a gateway, on controlled clocks and faulty connections, which must
// converge.
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { readSystem } from '@amber/proto/bodies';
import type { MessageRow } from '@amber/client/db';
import { scaledTimeout } from '@amber/gateway/testing/machine';
import pg from 'pg';
import { Clock } from '../../shell/engine/testing/clock.ts';
import { createDeviceConnection, type DeviceConnection } from './deviceConnection.ts';
import { approveDevice, nextId, type Pair, type TestDevice, textOf } from './pair.ts';
import {
  type Chat,
  type ActionRecord,
  devicesSealedFor,
  type TimelineEntry as ShownLine,
  describeEntry,
  listedDevices,
  readChats,
  expectedView,
  findGatewayErrors,
} from './expectedState.ts';

export type NetworkFault = 'offline' | 'online' | 'slice' | 'blackHole' | 'answersLost' | 'reset';

export interface ModelDevice {
  person: TestDevice;
  /** The connection and the clock of the running engine. */
  connection: DeviceConnection;
  clock: Clock;
  /** Identifies the device among a person's devices, also while it is signed out. */
  id: string;
}

/** A device's id while it is signed in. */
export const deviceIdOf = ({ person }: Pick<ModelDevice, 'person'>): string | undefined =>
  person.engine.state$.value.session?.deviceId;

export interface ModelWorld {
  devices: readonly ModelDevice[];
  /** Records a person's action, and performs it. */
  record(
    device: ModelDevice,
    record: Omit<ActionRecord, 'by' | 'on' | 'seenSeq'>,
    act: () => Promise<void>,
  ): Promise<void>;
  read(device: ModelDevice, chat: string, seq: number): Promise<void>;
  /** Deletes a message on this device only. */
  forget(device: ModelDevice, chat: string, id: string): Promise<void>;
  /** The gateway loses the newest copy that waits for this device in a private chat, as after an expiry. */
  loseCopy(device: ModelDevice): Promise<void>;
  createGroup(device: ModelDevice): Promise<void>;
  /** This device's person signs in on another device, up to three. */
  newDevice(device: ModelDevice): Promise<void>;
  /** Presses 'Approve' if this device shows a new one. */
  approve(device: ModelDevice): Promise<void>;
  /** Signs another device of the same account out; for a new device this means a rejection. */
  signOut(device: ModelDevice, deviceId: string): Promise<void>;
  /** Presses 'I have no other device' if this device waits. The gateway grants it at once. */
  startOver(device: ModelDevice): Promise<void>;
  restart(device: ModelDevice): Promise<void>;
  crash(device: ModelDevice): Promise<void>;
  network(device: ModelDevice, fault: NetworkFault): void;
  /** Advances everybody's clock. */
  advanceClocks(milliseconds: number): Promise<void>;
  /** Lets some of the traffic in flight arrive. */
  advanceBriefly(): Promise<void>;
  /** Repairs every connection and waits until nothing is in flight. @throws Error that says what is wrong. */
  converge(): Promise<void>;
  close(): Promise<void>;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A healthy response takes some milliseconds, so the clocks advance slowly enough to stay far from a timeout. */
const tickLength = { simulatedMs: 100, realMs: 4 };
/** Milliseconds of real time on the reference machine. */
const convergeTimeout = 150_000;
const maxDevices = 3;

/** Lines about the other people's keys. They may or may not appear for a new device or a changed key. */
const keyCommands: ReadonlySet<string> = new Set(['newDevice', 'keyChanged']);

/** The skew of the devices' clocks. */
const week = 7 * 24 * 3_600_000;

/** The results of a timer need more than promises to proceed, so nothing is awaited in between. */
const advance = (clock: Clock, milliseconds: number) => clock.advance(milliseconds, async () => {});

const noFaults = { latency: 0, slice: 0, drop: 0, blackHole: false, offline: false } as const;
const networkFaults: Record<Exclude<NetworkFault, 'reset'>, Parameters<TestDevice['proxy']['set']>[0]> = {
  offline: { offline: true },
  online: noFaults,
  slice: { slice: 0.5 },
  blackHole: { blackHole: true },
  answersLost: { blackHole: 'answers' },
};

/** A line of a chat as a device shows it. */
function shownLine(row: MessageRow): string {
  const system = readSystem(row.content);
  const edited = row.edited && textOf({ ...row, content: { ...row.content, message: row.edited.message } });
  const reactions = new Map(row.reactions?.map(({ emoji, by }) => [emoji, by]));
  return describeEntry(row.seq, system?.cmdId ?? 'text', textOf(row), {
    withdrawn: row.withdrawn !== undefined,
    edited,
    reactions,
  });
}

export async function createModelWorld(pair: Pair, client: pg.Client): Promise<ModelWorld> {
  const records: ActionRecord[] = [];
  /** The position up to which each device has read a chat. */
  const readMarks: { chat: string; by: ModelDevice; seq: number }[] = [];
  const forgotten = new Map<TestDevice, Set<string>>();
  /** Devices for which messages may be encrypted: the first ones, and those that somebody has approved. */
  const approvedIds = new Set<string>();
  /** Devices that somebody has signed out, and devices that were approved before another one started over. */
  const signedOutIds = new Set<string>();
  const supersededIds = new Set<string>();
  /** Copies that the gateway has lost: the ids of message and device. */
  const lostCopies: { id: string; device: string }[] = [];
  /** Messages written on a device that did not know yet whether it is approved. */
  const writtenBeforeApproval = new Set<string>();
  /** A device that does not know yet that it waits for approval cannot name this as the reason of the rejection. */
  const isUnapproved = (id: string, fault: string | undefined): boolean =>
    fault === 'NOT_APPROVED' || (fault === 'NO_AUTH' && writtenBeforeApproval.has(id));

  async function device(name: string, skew: number, phone?: string): Promise<ModelDevice> {
    const made = {} as ModelDevice;
    made.person = await pair.person(name, phone, (proxy) => {
      made.clock = new Clock();
      made.clock.frame = Date.now() + skew;
      made.connection = createDeviceConnection({ clock: made.clock, cut: () => proxy.reset() });
      return { clock: made.clock, fetch: made.connection.fetch, openSocket: made.connection.openSocket };
    });
    made.id = deviceIdOf(made)!;
    return made;
  }
  const [alice, bob] = await Promise.all([device('Alice', 0), device('Bob', -week)]);
  // The person's first device with keys approves the others.
  await alice.person.waitForKeys();
  const tablet = await device('Alice', week, alice.person.phone);
  const devices = [alice, bob, tablet];
  const removedDevices: ModelDevice[] = [];
  for (const { id } of devices) approvedIds.add(id);
  const people = [alice.person.identifier, bob.person.identifier];

  const advanceClocks = async (milliseconds: number) => {
    for (const { clock } of devices) await advance(clock, milliseconds);
  };
  const tick = async () => {
    await advanceClocks(tickLength.simulatedMs);
    await pause(tickLength.realMs);
  };
  /** Awaits the work while the clocks advance. */
  async function awaitWithClocks<T>(work: Promise<T>): Promise<T> {
    let over = false;
    void work
      .catch(() => {})
      .finally(() => {
        over = true;
      });
    while (!over) await tick();
    return work;
  }
  /** Waits briefly, because the work may wait on a connection that is cut for long. */
  const awaitBriefly = (work: Promise<unknown>) =>
    Promise.race([work.catch(() => {}), pause(tickLength.realMs * 2)]).then(() => {});

  /** The differences between this device's lines and the expected ones. */
  async function findDifferences(
    { person, id: device }: ModelDevice,
    index: number,
    chats: readonly Chat[],
    listed: ReadonlyMap<string, boolean>,
  ): Promise<string[]> {
    const { name, db, identifier, timeline } = person;
    const waits = person.engine.state$.value.devices?.standing !== 'approved';
    const authors = new Map(chats.flatMap(({ rows }) => rows.map((row) => [row.id, row.device])));
    const revokedDevices = new Set([...supersededIds, ...signedOutIds]);
    const hasForgotten = (author: string, id: string) =>
      [...devices, ...removedDevices].some((one) => one.id === author && forgotten.get(one.person)?.has(id));
    // Their authors are gone or have deleted them, or no longer encrypt for this device.
    const unrecoverable = new Set(
      lostCopies
        .filter((one) => one.device === device)
        .map(({ id }) => id)
        .filter((id) => {
          const author = authors.get(id) ?? '';
          return (
            waits ||
            [device, author].some((one) => revokedDevices.has(one)) ||
            !listed.has(author) ||
            hasForgotten(author, id)
          );
        }),
    );
    const label = `${name}'s device ${index}`;
    const done = new Map(records.map((record) => [record.id, record]));
    const wrong: string[] = [];
    for (const chat of chats) {
      const [row, all, members] = await Promise.all([
        db.conversations.get(chat.id),
        timeline(chat.id),
        db.members.where({ conversionId: chat.id }).toArray(),
      ]);
      const isMember = chat.members.some((member) => member.identifier === identifier && member.leftSeq === null);
      if (!isMember) {
        if (row || all.length > 0 || members.length > 0)
          wrong.push(
            `${label}: ${chat.id} was left and is still here: ${all.map((one) => `${shownLine(one)} ${one.error} ${one.fault}`).join(', ')}`,
          );
        continue;
      }
      const view = expectedView(
        chat,
        {
          person: identifier,
          device,
          deletedLocally: forgotten.get(person) ?? new Set(),
          revokedDevices,
          lostCopies: unrecoverable,
        },
        done,
      );
      const failed = all.filter(({ id, error, fault }) => error && !isUnapproved(id, fault));
      const isWithoutCopy = ({ copy, id, unreadable }: MessageRow) =>
        chat.type === 'private' && copy === 'none' && unreadable !== undefined && !view.idsOnDevice.has(id);
      const isOfKeys = ({ content }: MessageRow) => keyCommands.has(readSystem(content)?.cmdId ?? '');
      // Messages from before a removal that this device has not seen may still be here.
      const lines = all
        .filter(({ error, seq, order }) => !error && (seq === 0 || order > view.joinedSeq || chat.type === 'private'))
        .filter((row) => !isWithoutCopy(row) && !isOfKeys(row))
        .map((row): ShownLine => ({ id: row.id, text: shownLine(row) }));
      const certainText = (list: readonly ShownLine[]) =>
        list.flatMap(({ id, text }) => (view.unsure.has(id) ? [] : text)).join('\n    ');
      // A waiting device may lack resent messages, and shows nothing that was not encrypted for it.
      if (waits && chat.type === 'private') {
        const words = lines.filter(
          ({ id, text }) => text.includes("'") && !text.endsWith("''") && !view.idsOnDevice.has(id),
        );
        if (words.length > 0) wrong.push(`${label}: shows what was not sealed for it: ${certainText(words)}`);
        continue;
      }
      if (certainText(lines) !== certainText(view.lines))
        wrong.push(
          `${label}: ${chat.type} ${chat.id} shows\n    ${certainText(lines)}\n  instead of\n    ${certainText(view.lines)}`,
        );
      const unsealed =
        chat.type === 'private'
          ? all.filter(
              ({ id, content, unreadable, withdrawn, untrusted }) =>
                content.type === 'text' &&
                !withdrawn &&
                !view.unsure.has(id) &&
                (!content.encrypted || unreadable || untrusted),
            )
          : [];
      if (unsealed.length > 0)
        wrong.push(
          `${label}: not sealed, not opened or not trusted: ${unsealed.map(({ id, unreadable, untrusted }) => `${id} ${unreadable ?? (untrusted ? 'untrusted' : 'plain')}`).join()}`,
        );
      if (chat.type === 'private' && failed.length > 0)
        wrong.push(`${label}: failed in a private chat: ${failed.map(({ id, fault }) => `${id} ${fault}`).join()}`);
      const marked = all.filter(({ unread }) => unread).length;
      if (row?.unread !== marked) wrong.push(`${label}: ${chat.id} counts ${row?.unread} unread, ${marked} are`);
      if (marked < view.unreadMin || marked > view.unreadMax)
        wrong.push(`${label}: ${chat.id} has ${marked} unread instead of ${view.unreadMin} to ${view.unreadMax}`);
      if (chat.type !== 'group') continue;
      if (row?.name !== chat.name)
        wrong.push(`${label}: ${chat.id} is called '${row?.name}' instead of '${chat.name}'`);
      const [shownMembers, storedMembers] = [
        members
          .filter(({ left }) => !left)
          .map((member) => `${member.identifier} ${member.role}`)
          .sort()
          .join(),
        chat.members
          .filter(({ leftSeq }) => leftSeq === null)
          .map((member) => `${member.identifier} ${member.role}`)
          .sort()
          .join(),
      ];
      if (shownMembers !== storedMembers)
        wrong.push(`${label}: ${chat.id} has the members ${shownMembers} instead of ${storedMembers}`);
    }
    // Each would become a line about a lost message: a false alarm, since nothing is lost permanently.
    const missing = (await db.identity.where('key').startsWith('missing:').toArray())
      .map((row) => (row as unknown as { id: string }).id)
      .filter((id) => !waits && !unrecoverable.has(id) && !revokedDevices.has(authors.get(id) ?? ''));
    if (missing.length > 0) wrong.push(`${label}: misses ${missing.join()}`);
    const known = new Set(chats.map(({ id }) => id));
    const unknownChats = (await db.conversations.toArray()).filter(
      ({ conversionId, type, userInfo }) => !known.has(conversionId) && (type === 'group' || userInfo.length > 1),
    );
    if (unknownChats.length > 0)
      wrong.push(`${label}: chats that are not there: ${unknownChats.map(({ conversionId }) => conversionId).join()}`);
    return wrong;
  }

  /** The engines' logged errors. */
  const engineLogs = () =>
    devices.flatMap(({ person: { name, events } }, index) =>
      events.flatMap((event) =>
        (event.type === 'log' && event.level !== 'info') || event.type === 'refused'
          ? [`(${name}'s device ${index} said: ${event.type === 'log' ? event.text : event.code})`]
          : [],
      ),
    );

  /** The work in flight. Devices that the gateway no longer lists learn of it, and are signed out. */
  async function findPendingWork(): Promise<string[]> {
    const listed = await listedDevices(client, people);
    for (const one of devices.filter((each) => !listed.has(each.id) && !deviceIdOf(each))) {
      devices.splice(devices.indexOf(one), 1);
      removedDevices.push(one);
    }
    const each = await Promise.all(
      devices.map(async ({ id, person: { db, engine, name } }, index) => {
        if (!listed.has(id)) return [`${name}'s device ${index} has not learned that it was signed out`];
        const [inOutbox, loading] = await Promise.all([
          db.outbox.toArray(),
          db.messages.filter((row) => row.loading).toArray(),
        ]);
        const { status } = engine.state$.value.connection;
        return [
          ...(status === 'open' ? [] : [`${name}'s device ${index} is ${status}`]),
          ...inOutbox.map(({ id }) => `${name}'s device ${index} has ${id} in its outbox`),
          ...loading.map(({ id }) => `${name}'s device ${index} shows ${id} as on its way`),
        ];
      }),
    );
    return each.flat();
  }

  /**
   * Messages that a device wrote before it knew that it waits for approval, and that the gateway rejected: the person
   * sees a
   * message as failed, and an edit or a reaction as undone.
   */
  async function dropRefused(chats: readonly Chat[]): Promise<void> {
    const storedIds = new Set(chats.flatMap(({ rows }) => rows.map(({ id }) => id)));
    for (const record of records.filter(
      ({ id, on }) => writtenBeforeApproval.has(id) && !storedIds.has(id) && devices.some((one) => one.id === on),
    )) {
      const { db } = devices.find(({ id }) => id === record.on)!.person;
      const isRefused =
        record.kind === 'text'
          ? isUnapproved(record.id, (await db.messages.get(record.id))?.fault)
          : (await db.outbox.get(record.id)) === undefined;
      if (isRefused) records.splice(records.indexOf(record), 1);
    }
  }

  async function findProblems(): Promise<string[]> {
    const pendingWork = await findPendingWork();
    if (pendingWork.length > 0) return pendingWork;
    const listed = await listedDevices(client, people);
    const chats = await readChats(client, people);
    await dropRefused(chats);
    const unread = chats.flatMap((chat) =>
      chat.members.flatMap(({ identifier, readSeq, leftSeq, joinedSeq }) => {
        // A device that was signed out may not have sent its read position.
        const marked = readMarks
          .filter(
            (mark) =>
              mark.chat === chat.id && mark.by.person.identifier === identifier && !removedDevices.includes(mark.by),
          )
          .reduce((most, { seq }) => Math.max(most, seq), 0);
        // Messages that a returning member read before the return do not count.
        return leftSeq === null && marked > joinedSeq && readSeq < marked
          ? [`${chat.id}: ${identifier} has read up to ${marked}, the gateway says ${readSeq}`]
          : [];
      }),
    );
    return [
      ...findGatewayErrors(chats, records, new Set(removedDevices.map(({ id }) => id))),
      ...unread,
      ...[...(await devicesSealedFor(client, people))]
        .filter((id) => !approvedIds.has(id))
        .map((id) => `sealed for ${id}, which nobody has approved`),
      ...(await Promise.all(devices.map((one, index) => findDifferences(one, index, chats, listed)))).flat(),
    ];
  }

  /** Waits until nothing is in flight and nothing is wrong. @throws Error that says what is. */
  async function waitUntilSettled(look = findProblems): Promise<void> {
    const end = Date.now() + scaledTimeout(convergeTimeout);
    let left = await look();
    while (left.length > 0 && Date.now() < end) {
      for (let count = 0; count < 3; count += 1) await tick();
      left = await look();
    }
    if (left.length > 0) throw new Error([...left, ...(await stored()), ...engineLogs()].join('\n'));
  }

  /** The gateway's rows of the private chat, so that a failure shows who has sent what to whom. */
  async function stored(): Promise<string[]> {
    const all = [...devices, ...removedDevices];
    const numberOf = (id: string) => all.findIndex((one) => one.id === id);
    const chats = await readChats(client, people);
    return chats
      .filter(({ type }) => type === 'private')
      .flatMap(({ rows }) => rows)
      .map(
        ({ seq, id, kind, device: by, copies, targets }) =>
          `  (${seq} ${id.slice(-4)} ${kind} by ${numberOf(by)} for ${[...copies].map(numberOf).join()} about ${targets.map((target) => target.slice(-4)).join()})`,
      );
  }

  /**
   * Does what a page does with a group whose people this device does not all know: an engine that died had no time to
   * fetch
   * them.
   */
  async function openGroups(): Promise<void> {
    await Promise.all(
      devices.filter(deviceIdOf).map(async ({ person: { db, engine } }) => {
        const owned = new Set(
          (await db.members.filter(({ role }) => role === 'owner').toArray()).map(({ conversionId }) => conversionId),
        );
        const groups = (await db.conversations.where({ type: 'group' }).toArray()).filter(
          ({ conversionId }) => !owned.has(conversionId),
        );
        await awaitWithClocks(
          Promise.all(
            groups.map(({ conversionId }) =>
              engine.calls.refreshGroup({ conversationId: conversionId }).catch(() => {}),
            ),
          ),
        );
      }),
    );
  }

  /** Answers every notice of a new device, until no device waits. */
  async function approveAll(): Promise<void> {
    for (const end = Date.now() + scaledTimeout(convergeTimeout); Date.now() < end;) {
      const notices = devices.flatMap((one) => {
        const shown = one.person.engine.state$.value.devices;
        return shown?.standing === 'approved' ? shown.waiting.map((other) => ({ one, other })) : [];
      });
      for (const { one, other } of notices) {
        if (!devices.some(({ id }) => id === other.deviceId)) continue;
        approvedIds.add(other.deviceId);
        await awaitWithClocks(
          one.person.engine.calls.approveDevice({ deviceId: other.deviceId, code: other.code }).catch(() => {}),
        );
      }
      await waitUntilSettled(findPendingWork);
      if (notices.length === 0 && devices.every((one) => isApproved(one) || isSignedOut(one.id))) return;
    }
  }

  /** Each device sends a message, and all approved devices receive it. */
  async function sendFromAll(): Promise<void> {
    const ids: string[] = [];
    for (const one of devices.filter(isApproved)) ids.push(await sendLastMessage(one));
    await waitUntilSettled();
    const approved = devices.filter(isApproved);
    const chats = await readChats(client, people);
    const wrong = chats.flatMap(({ rows }) =>
      rows
        .filter(({ id }) => ids.includes(id))
        .flatMap(({ id, copies, device }) =>
          approved
            .filter((one) => one.id !== device && !copies.has(one.id) && !isSignedOut(one.id) && !isSignedOut(device))
            .map(({ person, id: without }) => `${id} was not sealed for ${person.name}'s device ${without}`),
        ),
    );
    const forgotten = devices.filter((one) => !isApproved(one) && !isSignedOut(one.id));
    const waits = forgotten.map(({ person, id }) => `${person.name}'s device ${id} still waits for approval`);
    if (wrong.length + waits.length > 0) throw new Error([...wrong, ...waits].join('\n'));
  }

  const isSignedOut = (id: string) => signedOutIds.has(id);
  const isApproved = ({ person }: ModelDevice) => person.engine.state$.value.devices?.standing === 'approved';

  async function sendLastMessage(one: ModelDevice): Promise<string> {
    const id = nextId();
    const chat = (await one.person.db.conversations.toArray()).find(
      ({ type, userInfo }) =>
        type === 'private' && userInfo.some(({ identifier }) => identifier !== one.person.identifier),
    )!.conversionId;
    const text = `${one.person.name} ends ${id.slice(-4)}`;
    await world.record(one, { id, chat, kind: 'text', text, targets: [] }, () =>
      one.person.engine.calls.send({ id, conversationId: chat, type: 'text', body: { text } }),
    );
    return id;
  }

  const world: ModelWorld = {
    devices,
    async record({ person, id }, record, act) {
      const cursor = await person.db.cursors.get(record.chat);
      const done = { ...record, by: person.identifier, on: id, seenSeq: cursor?.seq ?? 0 };
      records.push(done);
      if (!person.engine.state$.value.devices) writtenBeforeApproval.add(record.id);
      try {
        await act();
      } catch (thrown) {
        // The person has left the chat, or the device waits for approval or was signed out: the person sees an error.
        if (!['NOT_MEMBER', 'NOT_APPROVED', 'SIGNED_OUT'].includes(Fault.of(thrown).code)) throw thrown;
        records.splice(records.indexOf(done), 1);
      }
    },
    async read(by, chat, seq) {
      readMarks.push({ chat, by, seq });
      await awaitBriefly(by.person.engine.calls.markRead({ conversationId: chat, seq }));
    },
    async forget({ person }, chat, id) {
      const cursor = await person.db.cursors.get(chat);
      const message = await person.db.messages.get(id);
      if (!message || message.loading || message.error || message.seq > (cursor?.seq ?? 0)) return;
      await person.engine.calls.forget({ conversationId: chat, ids: [id] });
      forgotten.set(person, (forgotten.get(person) ?? new Set()).add(id));
    },
    async loseCopy({ id: deviceId, person: { identifier } }) {
      // The other people's latest messages are on their way; their connections may be cut too.
      for (const end = Date.now() + 4_000; Date.now() < end;) {
        const { rows } = await client.query<{ id: string }>(
          `delete from device_copy k using (
             select k.conversation, k.seq, m.id from device_copy k join message m on m.conversation = k.conversation and m.seq = k.seq
             where k.identifier = $1 and k.device = $2 and k.envelope is not null and m.cmd_id = '' order by m.ts desc limit 1
           ) l where k.identifier = $1 and k.device = $2 and k.conversation = l.conversation and k.seq = l.seq
           returning l.id`,
          [identifier, deviceId],
        );
        lostCopies.push(...rows.map(({ id }) => ({ id, device: deviceId })));
        if (rows.length > 0) return;
        await tick();
      }
    },
    async createGroup({ person }) {
      const others = people.filter((one) => one !== person.identifier);
      await awaitBriefly(
        person.engine.calls.createGroup({ requestId: nextId(), name: 'A group', identifiers: others }),
      );
    },
    async newDevice({ person: { identifier, name, phone } }) {
      const own = devices.filter(({ person }) => person.identifier === identifier);
      if (own.length >= maxDevices) return;
      devices.push(await awaitWithClocks(device(name, 0, phone)));
    },
    async approve({ person: { engine } }) {
      const [waits] = engine.state$.value.devices?.waiting ?? [];
      if (!waits) return;
      approvedIds.add(waits.deviceId);
      await awaitBriefly(engine.calls.approveDevice({ deviceId: waits.deviceId, code: waits.code }));
    },
    async signOut({ person: { engine } }, deviceId) {
      signedOutIds.add(deviceId);
      await awaitBriefly(engine.calls.signOutDevice({ deviceId }));
    },
    async startOver({ id, person: { engine, identifier } }) {
      if (engine.state$.value.devices?.standing !== 'waiting') return;
      approvedIds.add(id);
      for (const one of devices) if (one.person.identifier === identifier && one.id !== id) supersededIds.add(one.id);
      await awaitBriefly(engine.calls.startOver({}));
    },
    restart: ({ person }) => awaitWithClocks(person.restart()),
    crash: (one) => awaitWithClocks(one.person.crash(() => one.connection.die())),
    network({ person: { proxy } }, fault) {
      if (fault !== 'reset') proxy.set(networkFaults[fault]);
      // A connection that has lost data is unusable.
      if (fault === 'reset' || fault === 'online') proxy.reset();
    },
    advanceClocks,
    async advanceBriefly() {
      for (let count = 0; count < 3; count += 1) await tick();
    },
    async converge() {
      for (const { person, connection } of devices) {
        connection.clearFaults();
        world.network({ person } as ModelDevice, 'online');
        await person.engine.calls.reconnect({}).catch(() => {}); // the device may be signed out
      }
      await waitUntilSettled(findPendingWork);
      await openGroups();
      await approveAll();
      await waitUntilSettled();
      await sendFromAll();
      await waitUntilSettled();
      // Repeated and late messages must not change anything either.
      for (let passed = 0; passed < limits.reconnectEvery * 2; passed += tickLength.simulatedMs * 5) {
        await advanceClocks(tickLength.simulatedMs * 5);
        await pause(1);
      }
      // A device may be requesting something again, so its request is sent first.
      await waitUntilSettled(findPendingWork);
      const left = await findProblems();
      if (left.length > 0) throw new Error(`agreed, then:\n${left.join('\n')}`);
    },
    async close() {
      await awaitWithClocks(Promise.all([...devices, ...removedDevices].map(({ person }) => person.close())));
    },
  };

  // Starts with a private chat, a group, and everybody's keys at the gateway.
  const setUp = async () => {
    for (const {
      person: { db },
    } of devices) {
      while (!((await db.prekey.toArray()) as { pending?: string }[]).some(({ pending }) => !pending))
        await pause(tickLength.realMs);
    }
    await approveDevice(alice.person, tablet.person);
    await alice.person.engine.calls.openPrivateChat({ identifier: bob.person.identifier });
    await alice.person.engine.calls.createGroup({
      requestId: nextId(),
      name: 'A group',
      identifiers: [bob.person.identifier],
    });
  };
  await awaitWithClocks(setUp());
  await waitUntilSettled();
  return world;
}
