// This build opens the data of earlier ones: their data folder under the gateway, their browsers under the engines.
import { rmSync } from 'node:fs';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { asyncScheduler, type SchedulerLike } from 'rxjs';
import { afterEach, expect, it } from 'vitest';
import { createGateway, type Gateway } from '@amber/gateway';
import { createDatabase, temporaryFolder, testDatabaseVariable } from '@amber/gateway/testing';
import { type AccountDb, openAccountDb } from '@amber/client/db';
import { exportBackup } from '../../gateway/src/backup/exportBackup.ts';
import { importBackup } from '../../gateway/src/backup/importBackup.ts';
import { createEngine, type Engine } from '../../shell/engine/engine.ts';
import type { SocketLike } from '../../shell/engine/kit/ports.ts';
import { loadNodeStoreClient } from '../../tools/demo/nodeStoreClient.ts';
import { waitUntil, nextId, textOf } from '../twoEngines/pair.ts';
import { restoreDatabases, type SavedDatabase } from './browserDatabases.ts';
import { oldBrowsers, oldBuilds, oldDataFolder } from './oldData.ts';

interface OldPerson {
  engine: Engine;
  db: AccountDb;
}

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const closer of cleanups.splice(0).reverse()) await closer();
});

/** Time continues where the old build stopped, so that its sessions have not expired. */
function clockFrom(start: number): SchedulerLike {
  const began = Date.now();
  return {
    now: () => start + Date.now() - began,
    schedule: asyncScheduler.schedule.bind(asyncScheduler) as SchedulerLike['schedule'],
  };
}

/** Where this build finds a build's data: as it was left, or restored from a backup of it into another database. */
const dataSources = {
  opened: async (dataDir: string) => ({ dataDir }),
  async restored(old: string) {
    const [backup, dataDir] = [await temporaryFolder(), await temporaryFolder()];
    for (const folder of [backup, dataDir]) cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
    const databaseUrl = await createDatabase(process.env[testDatabaseVariable]!);
    const say = () => undefined;
    await exportBackup(backup, { databaseUrl: undefined, dataDir: old, say });
    await importBackup(backup, { databaseUrl, dataDir, say });
    return { databaseUrl, dataDir };
  },
};

async function startGateway(build: string, source: keyof typeof dataSources, clock: SchedulerLike): Promise<Gateway> {
  const old = await oldDataFolder(build);
  cleanups.push(() => rmSync(old, { recursive: true, force: true }));
  const gateway = await createGateway({
    ...(await dataSources[source](old)),
    clock: () => clock.now(),
    host: '127.0.0.1',
    port: 0,
    sms: { name: 'test', send: async () => {} },
  });
  cleanups.push(gateway.close);
  return gateway;
}

async function startPerson(saved: SavedDatabase[], gateway: Gateway, clock: SchedulerLike): Promise<OldPerson> {
  const databases = { indexedDB: new IDBFactory(), IDBKeyRange };
  await restoreDatabases(databases.indexedDB, saved);
  const engine = await createEngine({
    clock,
    databases,
    fetch,
    openSocket: (url) => new WebSocket(url) as unknown as SocketLike,
    locks: { request: async (_name, _options, whileHeld) => whileHeld() },
    origin: gateway.url,
    deviceName: 'Node',
    loadStoreClient: loadNodeStoreClient,
  });
  cleanups.push(engine.close);
  const db = openAccountDb(engine.state$.value.session!.identifier, databases);
  cleanups.push(() => db.close());
  return { engine, db };
}

const rowsOf = ({ db }: OldPerson) => db.messages.toArray();
const find = async (person: OldPerson, text: string) => (await rowsOf(person)).find((row) => textOf(row) === text);
const waitForText = (person: OldPerson, text: string) =>
  waitUntil(text, async () => (await find(person, text)) !== undefined);
const chatNamed = async ({ db }: OldPerson, name: string) =>
  (await db.conversations.filter((row) => row.name === name).first())!.conversionId;

it.each(oldBuilds().flatMap((build) => [[build, 'opened'] as const, [build, 'restored'] as const]))(
  'R148 R150 R174 the data of build %s, %s: nothing is lost, what waited is sent, and all goes on',
  async (build, source) => {
    const { madeAt, people } = oldBrowsers(build);
    const clock = clockFrom(madeAt + 60_000);
    const gateway = await startGateway(build, source, clock);
    const alice = await startPerson(people['Alice Old']!.databases, gateway, clock);
    const bob = await startPerson(people['Bob Old']!.databases, gateway, clock);

    // Both devices had keys before devices were approved: they count as approved.
    for (const { engine } of [alice, bob])
      await waitUntil('its standing', () => engine.state$.value.devices?.standing === 'approved');
    expect((await bob.db.drafts.toArray()).map(({ text }) => text)).toEqual(['draft: not said yet']);

    // Sealed with the old sessions: what waited, and what is written now.
    await waitForText(bob, 'waits: written while nobody answered');
    const { conversationId } = (await find(bob, 'sealed: the first word'))!;
    await bob.engine.calls.send({ id: nextId(), conversationId, type: 'text', body: { text: 'sealed: said today' } });
    await waitForText(alice, 'sealed: said today');
    for (const person of [alice, bob]) {
      const sealed = (await rowsOf(person))
        .filter((row) => /^(sealed|waits):/.test(textOf(row)))
        .sort((one, other) => one.order - other.order);
      expect(sealed.map((row) => [textOf(row), row.content.encrypted, row.unreadable, row.error])).toEqual(
        [
          'sealed: the first word',
          ...[1, 2, 3].flatMap((turn) => [`sealed: answer ${turn}`, `sealed: question ${turn}`]),
          'waits: written while nobody answered',
          'sealed: said today',
        ].map((text) => [text, true, undefined, '']),
      );
    }

    // The file is where it was, with the key that its message carries.
    const picture = (await rowsOf(bob)).find((row) => row.content.type === 'image')!;
    await bob.db.files.delete(picture.id);
    await bob.engine.calls.fetchFile({ id: picture.id });
    expect((await bob.db.files.get(picture.id))!.blob.type).toBe('image/png');

    const group = await chatNamed(alice, 'Old Group');
    await alice.engine.calls.send({ id: nextId(), conversationId: group, type: 'text', body: { text: 'open: today' } });
    await waitForText(bob, 'open: today');
    expect(await find(bob, 'open: in the group')).toMatchObject({ conversationId: group });
    expect((await alice.db.spaces.toArray()).map(({ spaceName }) => spaceName)).toEqual(['Old Space']);
  },
);
