// A test device with real keys and an in-memory database, and messages between such devices.
import { type AccountDb, type DatabasePorts, openAccountDb } from '@amber/client/db';
import type { Content, Device } from '@amber/proto';
import type { Fault } from '@amber/proto/faults';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { Table } from 'dexie';
import { asyncScheduler, type SchedulerAction, type SchedulerLike } from 'rxjs';
import { newContent } from '../../rows/newContent.ts';
import { keyTables } from '../../keys/tables.ts';
import type { EnvelopeContext } from '../../rows/envelopeContext.ts';
import type { OpenedContent } from '../../rows/messageOfRow.ts';
import type { SealedCopies } from '../sealer.ts';
import { createSealer, type SignalSealer } from '../createSealer.ts';
import type { IdentityEvent } from '../../keys/pins.ts';
import { createKeyServer, type KeyServer } from './keyServer.ts';

/** The conversation of all messages. */
const chat = 'c1';

export interface TestDevice extends Omit<SignalSealer, 'sealAll' | 'openAll'> {
  sealAll(content: Content, devices: readonly Device[], within?: Partial<EnvelopeContext>): Promise<SealedCopies>;
  openAll<T>(
    contents: readonly (Content | null)[],
    store: (opened: (OpenedContent | null)[], commit: () => Promise<void>) => Promise<T>,
  ): Promise<T>;
  me: Device;
  db: AccountDb;
  databases: DatabasePorts;
  server: KeyServer;
  events: IdentityEvent[];
  logged: string[];
  tables: Table[];
  /** Encrypts a content, and returns only the copies. */
  seal(content: Content, devices: readonly Device[]): Promise<Content[]>;
  /** Returns the same device after its process has died and restarted. */
  restart(): TestDevice;
  /** Encrypts a text for this device, and returns the copy as it arrives there. */
  write(text: string, to: TestDevice, sentAt?: number): Promise<Content>;
  /** Decrypts a received content and stores it. */
  read(content: Content): Promise<OpenedContent>;
  /** Returns its text, or the reason why there is none. */
  text(content: Content): Promise<string>;
}

/** A clock whose `now` a test sets, and whose timers do not wait. */
export class TestClock implements SchedulerLike {
  time = Date.UTC(2026, 0);
  waited = 0;
  now = () => this.time;
  schedule<T>(work: (this: SchedulerAction<T>, state?: T) => void, delay = 0, state?: T) {
    this.waited += delay;
    return asyncScheduler.schedule(work as (this: SchedulerAction<T>, state: T | undefined) => void, 0, state);
  }
}

let serial = 0;

interface Options {
  server?: KeyServer;
  clock?: SchedulerLike;
  databases?: DatabasePorts;
  preKeys?: number;
  isOwner?: () => Promise<boolean>;
}

/** Creates a device without keys. */
export function bareDevice(
  identifier: string,
  deviceId: string,
  {
    server = createKeyServer(),
    clock = new TestClock(),
    databases = { indexedDB: new IDBFactory(), IDBKeyRange },
    preKeys = 10,
    isOwner = async () => true,
  }: Options = {},
): TestDevice {
  const me = { identifier, deviceId };
  const db = openAccountDb(`${identifier}-${deviceId}`, databases);
  const [events, logged]: [IdentityEvent[], string[]] = [[], []];
  const sealer = createSealer({
    db,
    api: server.apiOf(me),
    me,
    clock,
    preKeys,
    isOwner,
    onChanged: (item) => events.push(item),
    log: (_, { code }: Fault) => logged.push(code),
  });
  const device: TestDevice = {
    ...sealer,
    sealAll: async (content, devices, within) =>
      (await sealer.sealAll({ conversationId: chat, ...within }, [content], devices))[0]!,
    openAll: (contents, store) => sealer.openAll(chat, contents, store),
    me,
    db,
    databases,
    server,
    events,
    logged,
    tables: keyTables(db),
    seal: async (content, devices) => (await device.sealAll(content, devices)).copies,
    restart() {
      db.close();
      return bareDevice(identifier, deviceId, { server, clock, databases, preKeys });
    },
    async write(text, to, sentAt = clock.now()) {
      const content = newContent({ id: `m${(serial += 1)}`, type: 'text', message: JSON.stringify({ text }) });
      const [copy] = await device.seal(content, [to.me]);
      return { ...copy!, sender: me, timestamp: sentAt };
    },
    read: (content) =>
      device.openAll([content], async ([opened], commit) => {
        await db.transaction('rw', [db.messages, ...device.tables], async () => {
          if (!opened!.fault) await db.messages.add({ id: content.id, content: opened!.content } as never);
          await commit();
        });
        return opened!;
      }),
    async text(content) {
      const {
        content: { message },
        fault,
      } = await device.read(content);
      return fault ? fault.code : (JSON.parse(message) as { text: string }).text;
    },
  };
  return device;
}

/** Creates a device with keys. */
export async function newDevice(identifier: string, deviceId: string, options: Options = {}): Promise<TestDevice> {
  const device = bareDevice(identifier, deviceId, options);
  await device.makeOrRestore();
  return device;
}

/** Lets a device approve others of its account, as pressing the approval button does. */
export async function approve({ ownKeys: own, me }: TestDevice, ...others: TestDevice[]): Promise<void> {
  const ids = others.flatMap((other) =>
    other.me.identifier === me.identifier && other.me.deviceId !== me.deviceId ? other.me.deviceId : [],
  );
  for (const { deviceId, code } of await own.listKnown(ids))
    if (ids.includes(deviceId)) await own.approve(deviceId, code);
}

/** Lets each of an account's devices approve the others. */
export async function approveEachOther(...devices: TestDevice[]): Promise<void> {
  for (const device of devices) await approve(device, ...devices);
}

/** Creates two people with a device each. */
export async function pair(options: Options = {}) {
  const clock = new TestClock();
  const server = createKeyServer();
  const [alice, bob] = await Promise.all([
    newDevice('alice', 'a1', { clock, server, ...options }),
    newDevice('bob', 'b1', { clock, server, ...options }),
  ]);
  return { alice, bob, server, clock };
}
