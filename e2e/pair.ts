// Alice and Bob: two engines and a real gateway in one Node process, each line between them through a fault proxy.
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { asyncScheduler } from 'rxjs';
import { createGateway } from '@amber/gateway';
import type { AccountDb, MessageRow } from '@amber/client/db';
import { openAccountDb } from '@amber/client/db';
import { createEngine, type Engine } from '../shell/engine/engine.ts';
import type { EnginePorts, SocketLike } from '../shell/engine/ports.ts';
import { startFaultProxy, type FaultProxy } from './faultProxy.ts';

export interface PairPerson {
  name: string;
  identifier: string;
  engine: Engine;
  /** What this device has stored, as a page would read it. */
  db: AccountDb;
  proxy: FaultProxy;
  /** Everything in a conversation, as the timeline sorts it. */
  timeline(conversationId: string): Promise<MessageRow[]>;
  say(conversationId: string, text: string): Promise<string>;
  /** The device is switched off and on again: what is in its database stays. */
  restart(): Promise<void>;
}

export interface Pair {
  alice: PairPerson;
  bob: PairPerson;
  conversationId: string;
  close(): Promise<void>;
}

let serial = 0;

/** A message id that also says which it was, to read a failure by. */
const nextId = (): string => `m${String(serial += 1).padStart(23, '0')}`;

export const textOf = (message: MessageRow): string => (JSON.parse(message.content.message || '{}') as { text?: string }).text ?? '';

/** Polls until it is true. @throws Error after `within` milliseconds, with what was waited for. */
export async function eventually(what: string, look: () => Promise<boolean> | boolean, within = 15_000): Promise<void> {
  const end = Date.now() + within;
  while (!await look()) {
    if (Date.now() > end) throw new Error(`waited ${within} ms for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Two people who have signed in, set up and opened a private chat with each other. */
export async function pair({ databaseUrl, seed = 1 }: { databaseUrl: string; seed?: number }): Promise<Pair> {
  const codes = new Map<string, string>();
  const gateway = await createGateway({
    databaseUrl, host: '127.0.0.1', port: 0, sms: { name: 'test', send: async (phone, code) => void codes.set(phone, code) },
  });

  async function person(name: string, phone: string): Promise<PairPerson> {
    const proxy = await startFaultProxy(Number(new URL(gateway.url).port), seed);
    const databases = { indexedDB: new IDBFactory(), IDBKeyRange };
    const ports: EnginePorts = {
      clock: asyncScheduler,
      fetch,
      openSocket: (url) => new WebSocket(url) as unknown as SocketLike,
      databases,
      locks: { request: async (_name, whileHeld) => whileHeld() },
      origin: `http://127.0.0.1:${proxy.port}`,
      deviceName: 'Node',
    };
    let engine = await createEngine(ports);
    await engine.calls.getSms({ phone });
    await engine.calls.signIn({ phone, code: codes.get(phone)! });
    await engine.calls.saveProfile({ avatar: '', lastName: name });
    const { identifier } = engine.state$.value.session!;
    const db = openAccountDb(identifier, databases);
    return {
      name,
      identifier,
      get engine() { return engine; },
      db,
      proxy,
      timeline: (conversationId) => db.messages.where({ conversationId }).sortBy('order'),
      async say(conversationId, text) {
        const id = nextId();
        await engine.calls.send({ id, conversationId, type: 'text', body: { text } });
        return id;
      },
      async restart() {
        await engine.close();
        engine = await createEngine(ports);
      },
    };
  }

  serial += 1;
  const stamp = `${process.pid % 10_000}${serial}`.padStart(8, '0');
  const [alice, bob] = [await person('Alice', `+491${stamp}1`), await person('Bob', `+491${stamp}2`)];
  const { conversationId } = await alice.engine.calls.openPrivateChat({ identifier: bob.identifier });
  await eventually('the chat at Bob\'s', async () => await bob.db.conversations.get(conversationId) !== undefined);

  return {
    alice,
    bob,
    conversationId,
    async close() {
      await Promise.all([alice, bob].map(async ({ engine, db, proxy }) => {
        db.close();
        await engine.close();
        await proxy.close();
      }));
      await gateway.close();
    },
  };
}
