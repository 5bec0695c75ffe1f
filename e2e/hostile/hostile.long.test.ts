// A lying gateway, and a thief with an SMS code: every known attack on two engines with a real gateway and PostgreSQL.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../gateway/src/db/postgres/postgres.ts';
import { approveDevice, waitUntil, createPair, type Pair, type TestDevice } from '../twoEngines/pair.ts';
import { createTamperedConnection, createOperator, type Operator } from './operator.ts';
import { attacks, systemLineIds } from './attacks.ts';
import type { Scene } from './scene.ts';

let folder: string;
let postgres: EmbeddedPostgres;
/** One gateway for the whole table. */
let home: Pair;
let operator: Operator;
let people: TestDevice[] = [];
const lines = { alice: createTamperedConnection(), bob: createTamperedConnection() };
/** Those of a device that obeys nobody. */
const ghostPorts = () => ({ ...createTamperedConnection().ports(undefined as never), skipsApproval: true });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'amber-hostile-'));
  chmodSync(folder, 0o755); // the server's own user must have access
  postgres = await startEmbeddedPostgres({ dataDir: folder });
  home = await createPair({ databaseUrl: postgres.databaseUrl });
  operator = await createOperator(postgres.databaseUrl);
});
afterAll(async () => {
  await operator?.[Symbol.asyncDispose]();
  await home?.close();
  await postgres?.close();
  rmSync(folder, { recursive: true, force: true });
});
afterEach(async () => {
  await Promise.all(people.splice(0).map((one) => one.close()));
  for (const line of Object.values(lines)) line.sentBodies.length = 0;
});

async function createScene(secrets: string[]): Promise<Scene> {
  const make = async (name: string, ...more: [string?, ReturnType<typeof createTamperedConnection>['ports']?]) => {
    const made = await home.person(name, ...more);
    people.push(made);
    return made;
  };
  const [alice, bob] = await Promise.all([
    make('Alice', undefined, lines.alice.ports),
    make('Bob', undefined, lines.bob.ports),
  ]);
  await Promise.all([alice.waitForKeys(), bob.waitForKeys()]);
  const { conversationId: chat } = await alice.engine.calls.openPrivateChat({ identifier: bob.identifier });
  await waitUntil("the chat at Bob's", async () => (await bob.db.conversations.get(chat)) !== undefined);
  const scene: Scene = {
    operator,
    alice,
    bob,
    connections: lines,
    chat,
    person: (name, phone) => make(name, phone, phone ? ghostPorts : undefined),
    async createGhostDevice(name, phone) {
      await operator.sql(`create or replace function hostile_approved() returns trigger language plpgsql as $$
        begin new.approved := true; return new; end $$`);
      await operator.sql(
        'create trigger hostile_approved before insert on device for each row execute function hostile_approved()',
      );
      const ghost = await make(name, phone, ghostPorts);
      await operator.sql('drop trigger hostile_approved on device');
      return ghost;
    },
    async createApprovedDevice(person) {
      const other = await make(person.name, person.phone);
      await approveDevice(person, other);
      return other;
    },
    async sendAndReceive(from, to, text) {
      const id = await from.sendMessage(chat, text);
      await waitUntil(`'${text}' at ${to.name}`, async () => (await to.db.messages.get(id))?.form === 1);
      return id;
    },
    deviceOf: ({ identifier, engine }) => ({ identifier, deviceId: engine.state$.value.session!.deviceId }),
    row: async (person, id) => (await person.db.messages.get(id))!,
    systemLines: async (person) => systemLineIds(await person.timeline(chat)),
    secretText(text) {
      const secret = `${text} ${'zq'.repeat(3)}`;
      if (!secrets.includes(secret)) secrets.push(secret);
      return secret;
    },
    waitUntilIdle: ({ db }) =>
      waitUntil('nothing on its way', async () => (await db.outbox.count()) === 0, 15_000).catch(() => undefined),
    goOffline: ({ proxy }) => proxy.set({ offline: true }),
    async goOnline({ proxy, engine }) {
      proxy.set({ offline: false });
      await engine.calls.reconnect({});
    },
  };
  return scene;
}

describe('R203 a gateway that lies', () => {
  it.each(attacks.filter(({ run }) => run))('R203 $name: $does', async ({ run, breaksChat }) => {
    const secrets: string[] = [];
    const scene = await createScene(secrets);
    await run!(scene);
    // Honest use still works.
    if (!breaksChat) {
      await scene.sendAndReceive(scene.alice, scene.bob, scene.secretText('and afterwards'));
      await scene.sendAndReceive(scene.bob, scene.alice, scene.secretText('so it does'));
    }
    // Only the two have the words.
    const passed = [...lines.alice.sentBodies, ...lines.bob.sentBodies].join('\n') + (await operator.storedText());
    expect(secrets.filter((secret) => passed.includes(secret))).toEqual([]);
  });

  for (const { name, does, blockedBy } of attacks) if (blockedBy) it.todo(`${name}: ${does}. Waits for ${blockedBy}`);

  it('every row of the table runs or says what it waits for', () => {
    expect(attacks.filter(({ run, blockedBy }) => !run === !blockedBy)).toEqual([]);
    const named = attacks.flatMap(({ name }) => name.match(/H\d+/g) ?? []);
    expect(new Set(named).size).toBe(30);
  });
});
