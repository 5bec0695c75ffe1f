// A lying gateway, and a thief with an SMS code: every known attack on two engines with a real gateway and PostgreSQL.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../gateway/src/db/postgres/postgres.ts';
import { approveDevice, eventually, pair, type Pair, type PairPerson } from '../twoEngines/pair.ts';
import { createLine, createOperator, type Operator } from './operator.ts';
import { attacks, linesIn, type Scene } from './rows.ts';

let folder: string;
let postgres: EmbeddedPostgres;
/** One gateway for the whole table. */
let home: Pair;
let operator: Operator;
let people: PairPerson[] = [];
const lines = { alice: createLine(), bob: createLine() };
/** Those of a device that obeys nobody. */
const ghostPorts = () => ({ ...createLine().ports(undefined as never), ghost: true });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'amber-hostile-'));
  chmodSync(folder, 0o755); // the server's own user must have access
  postgres = await startEmbeddedPostgres({ dataDir: folder });
  home = await pair({ databaseUrl: postgres.databaseUrl });
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
  for (const line of Object.values(lines)) line.left.length = 0;
});

async function setTheScene(secrets: string[]): Promise<Scene> {
  const make = async (name: string, ...more: [string?, ReturnType<typeof createLine>['ports']?]) => {
    const made = await home.person(name, ...more);
    people.push(made);
    return made;
  };
  const [alice, bob] = await Promise.all([
    make('Alice', undefined, lines.alice.ports),
    make('Bob', undefined, lines.bob.ports),
  ]);
  await Promise.all([alice.keys(), bob.keys()]);
  const { conversationId: chat } = await alice.engine.calls.openPrivateChat({ identifier: bob.identifier });
  await eventually("the chat at Bob's", async () => (await bob.db.conversations.get(chat)) !== undefined);
  const scene: Scene = {
    operator,
    alice,
    bob,
    line: lines,
    chat,
    person: (name, phone) => make(name, phone, phone ? ghostPorts : undefined),
    async ghost(name, phone) {
      await operator.sql(`create or replace function hostile_approved() returns trigger language plpgsql as $$
        begin new.approved := true; return new; end $$`);
      await operator.sql(
        'create trigger hostile_approved before insert on device for each row execute function hostile_approved()',
      );
      const ghost = await make(name, phone, ghostPorts);
      await operator.sql('drop trigger hostile_approved on device');
      return ghost;
    },
    async approved(person) {
      const other = await make(person.name, person.phone);
      await approveDevice(person, other);
      return other;
    },
    async tells(from, to, text) {
      const id = await from.say(chat, text);
      await eventually(`'${text}' at ${to.name}`, async () => (await to.db.messages.get(id))?.form === 1);
      return id;
    },
    deviceOf: ({ identifier, engine }) => ({ identifier, deviceId: engine.state$.value.session!.deviceId }),
    row: async (person, id) => (await person.db.messages.get(id))!,
    lines: async (person) => linesIn(await person.timeline(chat)),
    secret(text) {
      const secret = `${text} ${'zq'.repeat(3)}`;
      if (!secrets.includes(secret)) secrets.push(secret);
      return secret;
    },
    idle: ({ db }) =>
      eventually('nothing on its way', async () => (await db.outbox.count()) === 0, 15_000).catch(() => undefined),
    off: ({ proxy }) => proxy.set({ offline: true }),
    async on({ proxy, engine }) {
      proxy.set({ offline: false });
      await engine.calls.reconnect({});
    },
  };
  return scene;
}

describe('R203 a gateway that lies', () => {
  it.each(attacks.filter(({ run }) => run))('R203 $name: $does', async ({ run, ends }) => {
    const secrets: string[] = [];
    const scene = await setTheScene(secrets);
    await run!(scene);
    // Honest use still works.
    if (!ends) {
      await scene.tells(scene.alice, scene.bob, scene.secret('and afterwards'));
      await scene.tells(scene.bob, scene.alice, scene.secret('so it does'));
    }
    // Only the two have the words.
    const passed = [...lines.alice.left, ...lines.bob.left].join('\n') + (await operator.stored());
    expect(secrets.filter((secret) => passed.includes(secret))).toEqual([]);
  });

  for (const { name, does, waits } of attacks) if (waits) it.todo(`${name}: ${does}. Waits for ${waits}`);

  it('every row of the table runs or says what it waits for', () => {
    expect(attacks.filter(({ run, waits }) => !run === !waits)).toEqual([]);
    const named = attacks.flatMap(({ name }) => name.match(/H\d+/g) ?? []);
    expect(new Set(named).size).toBe(30);
  });
});
