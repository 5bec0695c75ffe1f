// People in one Node process: an engine for each device and a real gateway, each connection through a fault proxy.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { asyncScheduler } from 'rxjs';
import { createGateway } from '@amber/gateway';
import { scaledTimeout } from '@amber/gateway/testing/machine';
import type { EngineEvent } from '@amber/client/bus';
import type { Limits } from '@amber/proto/limits';
import type { CommandBodies, MessageCommandId } from '@amber/proto/systemCommands';
import type { AccountDb, MessageRow } from '@amber/client/db';
import { openAccountDb } from '@amber/client/db';
import { createEngine, type Engine } from '../../shell/engine/engine.ts';
import type { EnginePorts, SocketLike } from '../../shell/engine/kit/ports.ts';
import { startFaultProxy, type FaultProxy } from '../kit/faultProxy.ts';
import { loadNodeStoreClient } from '../../tools/demo/nodeStoreClient.ts';

export interface TestDevice {
  name: string;
  identifier: string;
  phone: string;
  engine: Engine;
  /** Every event of this device's engine, oldest first, across restarts. */
  events: EngineEvent[];
  /** This device's database, as a page would read it. */
  db: AccountDb;
  proxy: FaultProxy;
  /** Everything in a conversation, in the timeline's order. */
  timeline(conversationId: string): Promise<MessageRow[]>;
  /** Resolves when the gateway has this device's keys. */
  waitForKeys(): Promise<void>;
  sendMessage(conversationId: string, text: string): Promise<string>;
  /** Sends a system command and returns its id. */
  sendCommand<Id extends MessageCommandId>(
    conversationId: string,
    cmdId: Id,
    body: CommandBodies[Id],
    targets?: string[],
  ): Promise<string>;
  /** Enters the phone's code and signs in, as a person does whose session has ended. */
  signIn(): Promise<void>;
  /** Restarts the device; its database stays. */
  restart(): Promise<void>;
  /** Stops without notice and starts again; `die` keeps the old engine from doing anything more. */
  crash(die: () => void): Promise<void>;
  close(): Promise<void>;
}

/** An engine's substitutes for this machine's time and network, created for each engine that a device starts. */
export type PairPorts = (proxy: FaultProxy) => Pick<EnginePorts, 'clock' | 'fetch' | 'openSocket' | 'skipsApproval'>;

const realPorts: PairPorts = () => ({
  clock: asyncScheduler,
  fetch,
  openSocket: (url) => new WebSocket(url) as unknown as SocketLike,
});

export interface Pair {
  alice: TestDevice;
  bob: TestDevice;
  conversationId: string;
  /** The gateway's address. */
  url: string;
  /** The gateway's folder of files. */
  dataDir: string;
  /** Makes the gateway remove expired data. */
  sweep(): Promise<void>;
  /** Stops the gateway and starts another one on this database and data folder, at the same address. */
  replaceGateway(databaseUrl: string, dataDir: string): Promise<void>;
  /** Adds a person or, with an existing person's phone, another device. */
  person(name: string, phone?: string, ports?: PairPorts): Promise<TestDevice>;
  close(): Promise<void>;
}

let serial = 0;

/** A message id that contains a serial number, to make failures readable. */
export const nextId = (): string => `m${String((serial += 1)).padStart(23, '0')}`;

export const textOf = (message: MessageRow): string =>
  (JSON.parse(message.content.message || '{}') as { text?: string }).text ?? '';

/**
 * Polls until the condition is true. @throws Error after `timeout` milliseconds of real time; its message names the condition.
 */
export async function waitUntil(
  description: string,
  check: () => Promise<boolean> | boolean,
  timeout = 150_000,
): Promise<void> {
  const end = Date.now() + scaledTimeout(timeout);
  while (!(await check())) {
    if (Date.now() > end) throw new Error(`waited ${timeout} ms for ${description}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Approves the other device on `old`, and waits until the other device has received the approval. */
export async function approveDevice(old: TestDevice, other: TestDevice): Promise<void> {
  const { deviceId } = other.engine.state$.value.session!;
  const waiting = () => old.engine.state$.value.devices?.waiting.find((one) => one.deviceId === deviceId);
  await waitUntil(`${other.name}'s new device at the old one`, () => waiting() !== undefined);
  await old.engine.calls.approveDevice(waiting()!);
  await waitUntil(
    `the approval of ${other.name}'s new device`,
    () => other.engine.state$.value.devices?.standing === 'approved',
  );
}

/**
 * Two people who have signed in, completed the setup and opened a private chat with each other. `clock` is the
 * gateway's.
 */
export async function createPair({
  databaseUrl,
  seed = 1,
  limits = {},
  clock = Date.now,
}: {
  databaseUrl: string;
  seed?: number;
  limits?: Partial<Limits>;
  clock?: () => number;
}): Promise<Pair> {
  const codes = new Map<string, string>();
  const openDevices = new Set<TestDevice>();
  const dataDir = await mkdtemp(join(tmpdir(), 'amber-pair-'));
  const startGateway = (location: { databaseUrl: string; dataDir: string }) =>
    createGateway({
      // A soak test signs in tens of thousands of people within an hour.
      limits: { codeResendAfter: 0, codesPerNeighbours: 1e9, codesPerPrefix: 1e9, codesPerHour: 1e9, ...limits },
      clock,
      ...location,
      host: '127.0.0.1',
      port: 0,
      sms: { name: 'test', send: async (phone, code) => void codes.set(phone, code) },
    });
  let gateway = await startGateway({ databaseUrl, dataDir });

  async function person(name: string, knownPhone?: string, ports = realPorts): Promise<TestDevice> {
    const phone =
      knownPhone ?? `+4917${String(process.pid % 1_000).padStart(3, '0')}${String((serial += 1)).padStart(5, '0')}`;
    const proxy = await startFaultProxy(Number(new URL(gateway.url).port), seed);
    const databases = { indexedDB: new IDBFactory(), IDBKeyRange };
    const start = () =>
      createEngine({
        ...ports(proxy),
        databases,
        locks: { request: async (_name, _options, whileHeld) => whileHeld() },
        origin: `http://127.0.0.1:${proxy.port}`,
        deviceName: 'Node',
        preKeys: 20,
        loadStoreClient: loadNodeStoreClient,
      });
    let engine = await start();
    const events: EngineEvent[] = [];
    const listen = () => engine.events$.subscribe((event) => events.push(event));
    listen();
    async function signIn(): Promise<void> {
      await engine.calls.getSms({ phone });
      await engine.calls.signIn({ phone, code: codes.get(phone)! });
    }
    await signIn();
    // A further device finds the profile, and may not change it before it is approved.
    if (knownPhone === undefined) await engine.calls.saveProfile({ avatar: '', lastName: name });
    const { identifier } = engine.state$.value.session!;
    const db = openAccountDb(identifier, databases);
    const device: TestDevice = {
      name,
      identifier,
      phone,
      events,
      get engine() {
        return engine;
      },
      db,
      proxy,
      timeline: (conversationId) => db.messages.where({ conversationId }).sortBy('order'),
      waitForKeys: () =>
        waitUntil('keys', async () =>
          ((await db.prekey.toArray()) as { pending?: string }[]).some(({ pending }) => !pending),
        ),
      async sendMessage(conversationId, text) {
        const id = nextId();
        await engine.calls.send({ id, conversationId, type: 'text', body: { text } });
        return id;
      },
      async sendCommand(conversationId, cmdId, body, targets = []) {
        const id = nextId();
        await engine.calls.command({ id, conversationId, cmdId, body, targets });
        return id;
      },
      signIn,
      async restart() {
        await engine.close();
        engine = await start();
        listen();
      },
      async crash(die) {
        die();
        engine = await start();
        listen();
      },
      async close() {
        openDevices.delete(device);
        db.close();
        await engine.close();
        await proxy.close();
      },
    };
    openDevices.add(device);
    return device;
  }

  const [alice, bob] = [await person('Alice'), await person('Bob')];
  await Promise.all([alice.waitForKeys(), bob.waitForKeys()]);
  const { conversationId } = await alice.engine.calls.openPrivateChat({ identifier: bob.identifier });
  await waitUntil("the chat at Bob's", async () => (await bob.db.conversations.get(conversationId)) !== undefined);

  return {
    alice,
    bob,
    conversationId,
    person,
    get url() {
      return gateway.url;
    },
    dataDir,
    sweep: () => gateway.sweep(),
    async replaceGateway(on, folder) {
      await gateway.close();
      gateway = await startGateway({ databaseUrl: on, dataDir: folder });
      for (const { proxy } of openDevices) {
        proxy.redirectTo(Number(new URL(gateway.url).port));
        proxy.reset();
      }
    },
    async close() {
      await Promise.all([...openDevices].map((one) => one.close()));
      await gateway.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
