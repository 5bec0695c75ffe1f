// Two people with three devices and a gateway, on controlled clocks and faulty lines; and whether all agree in the end.
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { readSystem } from '@amber/proto/bodies';
import type { MessageRow } from '@amber/client/db';
import pg from 'pg';
import { Clock } from '../../shell/engine/testing/clock.ts';
import { createLine, type Line } from './line.ts';
import { approveDevice, nextId, type Pair, type PairPerson, textOf } from './pair.ts';
import { type Chat, type Deed, lineText, readChats, viewOf, wrongsOf } from './expectedState.ts';

export type NetworkFault = 'offline' | 'online' | 'slice' | 'blackHole' | 'answersLost' | 'reset';

export interface ModelDevice {
  person: PairPerson;
  /** Those of the engine that runs now. */
  line: Line;
  clock: Clock;
}

export interface ModelWorld {
  devices: readonly ModelDevice[];
  /** Records what somebody does, and does it. */
  deed(device: ModelDevice, deed: Omit<Deed, 'by' | 'seenSeq'>, act: () => Promise<void>): Promise<void>;
  read(device: ModelDevice, chat: string, seq: number): Promise<void>;
  /** Deletes a message on this device alone. */
  forget(device: ModelDevice, chat: string, id: string): Promise<void>;
  /** The gateway loses the newest copy that waits for this device in a private chat, as when it expires. */
  loseCopy(device: ModelDevice): Promise<void>;
  createGroup(device: ModelDevice): Promise<void>;
  restart(device: ModelDevice): Promise<void>;
  crash(device: ModelDevice): Promise<void>;
  network(device: ModelDevice, fault: NetworkFault): void;
  /** Moves everybody's clock. */
  pass(milliseconds: number): Promise<void>;
  /** Lets some of what is in flight arrive. */
  breathe(): Promise<void>;
  /** Repairs every line and waits until nothing is in flight. @throws Error that says what is wrong. */
  agree(): Promise<void>;
  close(): Promise<void>;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A healthy answer takes some milliseconds: the clocks move slowly enough to stay far from a time-out. */
const turn = { passes: 100, takes: 4 };
const agreeWithin = 10_000;

/** The error of the devices' clocks. */
const week = 7 * 24 * 3_600_000;

/** What follows from a timer needs more than promises to go on: nothing is awaited in between. */
const advance = (clock: Clock, milliseconds: number) => clock.advance(milliseconds, async () => {});

const whole = { latency: 0, slice: 0, drop: 0, blackHole: false, offline: false } as const;
const networkFaults: Record<Exclude<NetworkFault, 'reset'>, Parameters<PairPerson['proxy']['set']>[0]> = {
  offline: { offline: true },
  online: whole,
  slice: { slice: 0.5 },
  blackHole: { blackHole: true },
  answersLost: { blackHole: 'answers' },
};

/** The lines of a chat as a device shows them. */
function shownLine(row: MessageRow): string {
  const system = readSystem(row.content);
  const edited = row.edited && textOf({ ...row, content: { ...row.content, message: row.edited.message } });
  const reactions = new Map(row.reactions?.map(({ emoji, by }) => [emoji, by]));
  return lineText(row.seq, system?.cmdId ?? 'text', textOf(row), {
    withdrawn: row.withdrawn !== undefined,
    edited,
    reactions,
  });
}

export async function createModelWorld(pair: Pair, client: pg.Client): Promise<ModelWorld> {
  const deeds: Deed[] = [];
  const marks = new Map<string, number>();
  const forgotten = new Map<PairPerson, Set<string>>();

  async function device(name: string, skew: number, phone?: string): Promise<ModelDevice> {
    const made = {} as ModelDevice;
    made.person = await pair.person(name, phone, (proxy) => {
      made.clock = new Clock();
      made.clock.frame = Date.now() + skew;
      made.line = createLine({ clock: made.clock, cut: () => proxy.reset() });
      return { clock: made.clock, fetch: made.line.fetch, openSocket: made.line.openSocket };
    });
    return made;
  }
  const [alice, bob] = await Promise.all([device('Alice', 0), device('Bob', -week)]);
  const tablet = await device('Alice', week, alice.person.phone);
  const devices = [alice, bob, tablet];
  const people = [alice.person.identifier, bob.person.identifier];

  const pass = async (milliseconds: number) => {
    for (const { clock } of devices) await advance(clock, milliseconds);
  };
  const beat = async () => {
    await pass(turn.passes);
    await pause(turn.takes);
  };
  /** Waits for it while time passes. */
  async function meanwhile<T>(work: Promise<T>): Promise<T> {
    let over = false;
    void work
      .catch(() => {})
      .finally(() => {
        over = true;
      });
    while (!over) await beat();
    return work;
  }
  /** Gives it a moment; it may be waiting on a line that is cut for long. */
  const begin = (work: Promise<unknown>) => Promise.race([work.catch(() => {}), pause(turn.takes * 2)]).then(() => {});

  /** What this device shows wrongly, or does not show. */
  async function differences({ person }: ModelDevice, index: number, chats: readonly Chat[]): Promise<string[]> {
    const { name, db, identifier, timeline } = person;
    const who = `${name}'s device ${index}`;
    const done = new Map(deeds.map((deed) => [deed.id, deed]));
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
            `${who}: ${chat.id} was left and is still here: ${all.map((one) => `${shownLine(one)} ${one.error} ${one.fault}`).join(', ')}`,
          );
        continue;
      }
      const view = viewOf(chat, identifier, done, forgotten.get(person));
      const failed = all.filter(({ error }) => error);
      // Messages from before a removal that this device has not seen may still be here.
      const lines = all
        .filter(({ error, seq, order }) => !error && (seq === 0 || order > view.joinedSeq))
        .map(shownLine);
      if (lines.join('\n') !== view.lines.join('\n'))
        wrong.push(
          `${who}: ${chat.type} ${chat.id} shows\n    ${lines.join('\n    ')}\n  instead of\n    ${view.lines.join('\n    ')}`,
        );
      const bare =
        chat.type === 'private'
          ? all.filter(
              ({ content, unreadable, withdrawn }) =>
                content.type === 'text' && !withdrawn && (!content.encrypted || unreadable),
            )
          : [];
      if (bare.length > 0)
        wrong.push(
          `${who}: not sealed, or not opened: ${bare.map(({ id, unreadable }) => `${id} ${unreadable ?? 'plain'}`).join()}`,
        );
      if (chat.type === 'private' && failed.length > 0)
        wrong.push(`${who}: failed in a private chat: ${failed.map(({ id, fault }) => `${id} ${fault}`).join()}`);
      const marked = all.filter(({ unread }) => unread).length;
      if (row?.unread !== marked) wrong.push(`${who}: ${chat.id} counts ${row?.unread} unread, ${marked} are`);
      if (marked < view.unreadLeast || marked > view.unreadMost)
        wrong.push(`${who}: ${chat.id} has ${marked} unread instead of ${view.unreadLeast} to ${view.unreadMost}`);
      if (chat.type !== 'group') continue;
      if (row?.name !== chat.name) wrong.push(`${who}: ${chat.id} is called '${row?.name}' instead of '${chat.name}'`);
      const [here, there] = [
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
      if (here !== there) wrong.push(`${who}: ${chat.id} has the members ${here} instead of ${there}`);
    }
    // Each would become a line that says so: a false alarm, since nothing is lost for good.
    const missing = await db.identity.where('key').startsWith('missing:').primaryKeys();
    if (missing.length > 0) wrong.push(`${who}: misses ${missing.join()}`);
    const known = new Set(chats.map(({ id }) => id));
    const strange = (await db.conversations.toArray()).filter(
      ({ conversionId, type, userInfo }) => !known.has(conversionId) && (type === 'group' || userInfo.length > 1),
    );
    if (strange.length > 0)
      wrong.push(`${who}: chats that are not there: ${strange.map(({ conversionId }) => conversionId).join()}`);
    return wrong;
  }

  /** The complaints of the engines. */
  const said = () =>
    devices.flatMap(({ person: { name, events } }, index) =>
      events.flatMap((event) =>
        (event.type === 'log' && event.level !== 'info') || event.type === 'refused'
          ? [`(${name}'s device ${index} said: ${event.type === 'log' ? event.text : event.code})`]
          : [],
      ),
    );

  async function waiting(): Promise<string[]> {
    const each = await Promise.all(
      devices.map(async ({ person: { db, engine, name } }, index) => {
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

  async function wrongs(): Promise<string[]> {
    const late = await waiting();
    if (late.length > 0) return late;
    const chats = await readChats(client, people);
    const unread = chats.flatMap((chat) =>
      chat.members.flatMap(({ identifier, readSeq, leftSeq, joinedSeq }) => {
        const marked = marks.get(`${chat.id} ${identifier}`) ?? 0;
        // What a returning member read before the return does not count.
        return leftSeq === null && marked > joinedSeq && readSeq !== marked
          ? [`${chat.id}: ${identifier} has read up to ${marked}, the gateway says ${readSeq}`]
          : [];
      }),
    );
    return [
      ...wrongsOf(chats, deeds),
      ...unread,
      ...(await Promise.all(devices.map((one, index) => differences(one, index, chats)))).flat(),
    ];
  }

  /** Until nothing is in flight and nothing is wrong. @throws Error that says what is. */
  async function settle(): Promise<void> {
    const end = Date.now() + agreeWithin;
    let left = await wrongs();
    while (left.length > 0 && Date.now() < end) {
      for (let count = 0; count < 3; count += 1) await beat();
      left = await wrongs();
    }
    if (left.length > 0) throw new Error([...left, ...said()].join('\n'));
  }

  /**
   * What a page does with a group whose people this device does not all know: an engine that died had no time to fetch
   * them.
   */
  async function openGroups(): Promise<void> {
    await Promise.all(
      devices.map(async ({ person: { db, engine } }) => {
        const owned = new Set(
          (await db.members.filter(({ role }) => role === 'owner').toArray()).map(({ conversionId }) => conversionId),
        );
        const groups = (await db.conversations.where({ type: 'group' }).toArray()).filter(
          ({ conversionId }) => !owned.has(conversionId),
        );
        await meanwhile(
          Promise.all(
            groups.map(({ conversionId }) =>
              engine.calls.refreshGroup({ conversationId: conversionId }).catch(() => {}),
            ),
          ),
        );
      }),
    );
  }

  const world: ModelWorld = {
    devices,
    async deed({ person }, deed, act) {
      const cursor = await person.db.cursors.get(deed.chat);
      const done = { ...deed, by: person.identifier, seenSeq: cursor?.seq ?? 0 };
      deeds.push(done);
      try {
        await act();
      } catch (thrown) {
        // The chat was left meanwhile: nothing was done, and the person sees an error.
        if (Fault.of(thrown).code !== 'NOT_MEMBER') throw thrown;
        deeds.splice(deeds.indexOf(done), 1);
      }
    },
    async read({ person }, chat, seq) {
      const key = `${chat} ${person.identifier}`;
      marks.set(key, Math.max(marks.get(key) ?? 0, seq));
      await begin(person.engine.calls.markRead({ conversationId: chat, seq }));
    },
    async forget({ person }, chat, id) {
      const cursor = await person.db.cursors.get(chat);
      const message = await person.db.messages.get(id);
      if (!message || message.loading || message.error || message.seq > (cursor?.seq ?? 0)) return;
      await person.engine.calls.forget({ conversationId: chat, ids: [id] });
      forgotten.set(person, (forgotten.get(person) ?? new Set()).add(id));
    },
    async loseCopy({ person: { identifier, engine } }) {
      await client.query(
        `delete from device_copy k using (
           select k.conversation, k.seq from device_copy k join message m on m.conversation = k.conversation and m.seq = k.seq
           where k.identifier = $1 and k.device = $2 and k.envelope is not null and m.cmd_id = '' order by m.ts desc limit 1
         ) l where k.identifier = $1 and k.device = $2 and k.conversation = l.conversation and k.seq = l.seq`,
        [identifier, engine.state$.value.session!.deviceId],
      );
    },
    async createGroup({ person }) {
      const others = people.filter((one) => one !== person.identifier);
      await begin(person.engine.calls.createGroup({ requestId: nextId(), name: 'A group', identifiers: others }));
    },
    restart: ({ person }) => meanwhile(person.restart()),
    crash: (one) => meanwhile(one.person.crash(() => one.line.die())),
    network({ person: { proxy } }, fault) {
      if (fault !== 'reset') proxy.set(networkFaults[fault]);
      // A connection that has lost something is useless.
      if (fault === 'reset' || fault === 'online') proxy.reset();
    },
    pass,
    async breathe() {
      for (let count = 0; count < 3; count += 1) await beat();
    },
    async agree() {
      for (const { person, line } of devices) {
        line.heal();
        world.network({ person } as ModelDevice, 'online');
        await person.engine.calls.reconnect({});
      }
      await openGroups();
      await settle();
      // Repeated and late messages must change nothing either.
      for (let passed = 0; passed < limits.reconnectEvery * 2; passed += turn.passes * 5) {
        await pass(turn.passes * 5);
        await pause(1);
      }
      const left = await wrongs();
      if (left.length > 0) throw new Error(`agreed, then:\n${left.join('\n')}`);
    },
    async close() {
      await meanwhile(Promise.all(devices.map(({ person }) => person.close())));
    },
  };

  // Starts with a private chat, a group, and everybody's keys at the gateway.
  const setUp = async () => {
    for (const {
      person: { db },
    } of devices) {
      while (!((await db.prekey.toArray()) as { pending?: string }[]).some(({ pending }) => !pending))
        await pause(turn.takes);
    }
    await approveDevice(alice.person, tablet.person);
    await alice.person.engine.calls.openPrivateChat({ identifier: bob.person.identifier });
    await alice.person.engine.calls.createGroup({
      requestId: nextId(),
      name: 'A group',
      identifiers: [bob.person.identifier],
    });
  };
  await meanwhile(setUp());
  await settle();
  return world;
}
