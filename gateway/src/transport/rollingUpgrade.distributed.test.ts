import { cp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chatOf, connectAs, historyOf, newMessageId, type Person, sendText, signIn } from '../testing/client.ts';
import { type Fleet, startFleet } from '../testing/fleet.ts';
import { migratedDatabase, temporaryFolder } from '../testing/gateway.ts';

let fleet: Fleet;
let nextBuilds: string;
beforeAll(async () => {
  nextBuilds = await createNextBuilds();
  fleet = await startFleet({
    isQuick: false,
    databaseUrl: await migratedDatabase(),
    environment: { DRAIN_DELAY: '3' },
  });
});
afterAll(async () => {
  await fleet.close();
  await rm(nextBuilds, { recursive: true, force: true });
});

const root = join(import.meta.dirname, '../../..');

/** A copy of the built host in which every file with a hash in its name has another name. */
async function createNextBuilds(): Promise<string> {
  const folder = await temporaryFolder();
  const shell = join(folder, 'shell/dist');
  // Compressed files would have the content of the build that is copied.
  await cp(join(root, 'shell/dist'), shell, { recursive: true, filter: (path) => !path.endsWith('.br') });
  await symlink(join(root, 'remotes'), join(folder, 'remotes'));
  const paths = (await readdir(shell, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const hashed = paths.map((path) => basename(path)).filter((name) => /\.[0-9a-f]{8,}\.(js|css)$/.test(name));
  expect(hashed.length).toBeGreaterThan(1);
  const nameOf = (name: string): string => name.replace(/\.[0-9a-f]{4}([0-9a-f]+\.)/, '.0000$1');
  for (const path of paths) {
    if (/\.(js|css|html|json)$/.test(path)) {
      const text = await readFile(path, 'utf8');
      await writeFile(
        path,
        hashed.reduce((changed, name) => changed.replaceAll(name, nameOf(name)), text),
      );
    }
    if (hashed.includes(basename(path))) await rename(path, join(dirname(path), nameOf(basename(path))));
  }
  return folder;
}

/** The addresses of the files that a page names. */
const filesOf = (page: string): string[] => [
  ...new Set([...page.matchAll(/\/chat\/[\w./-]+\.(?:js|css|json|svg|webmanifest)\b/g)].map(([address]) => address)),
];

/** Replaces every gateway by one of the next release: one more is started while the oldest one leaves. */
async function replaceAll(): Promise<void> {
  const oldest = [...fleet.gateways];
  let nextOne = fleet.add(nextBuilds);
  for (const [at, gateway] of oldest.entries()) {
    await nextOne;
    await fleet.untilReady(oldest.length + 1);
    if (at < oldest.length - 1) nextOne = fleet.add(nextBuilds);
    expect(await fleet.remove(gateway, 'SIGTERM')).toBe(0);
  }
}

test('R241 no message, page or file fails while each gateway behind a balancer is replaced by one of another build', async () => {
  const [alice, bob] = [await signIn(fleet), await signIn(fleet)];
  const chat = await chatOf(alice, bob);
  const failures: unknown[] = [];
  const confirmed: string[] = [];
  const closeCodes: number[] = [];
  let pages = 0;
  let stopped = false;

  /** Sends each message once: nothing repeats what fails. */
  async function write(person: Person): Promise<void> {
    while (!stopped) {
      const id = newMessageId();
      await sendText(person, chat, id, { id }).then(
        () => confirmed.push(id),
        (error: unknown) => failures.push(error),
      );
      await sleep(50);
    }
  }

  async function stayConnected(person: Person): Promise<void> {
    while (!stopped) {
      const socket = await connectAs(person).catch((error: unknown) => failures.push(error));
      if (typeof socket === 'number') return;
      while (!stopped && socket.closed === null) await sleep(10);
      if (socket.closed) closeCodes.push(socket.closed.code);
      socket.close();
    }
  }

  async function load(address: string): Promise<string> {
    try {
      const response = await fetch(fleet.url + address);
      if (!response.ok) failures.push(`${address}: ${response.status}`);
      return await response.text();
    } catch (error) {
      failures.push(error);
      return '';
    }
  }

  async function openPages(): Promise<void> {
    while (!stopped) {
      const files = filesOf(await load('/chat/'));
      if (files.length === 0) failures.push('a page without files');
      await Promise.all(files.map(load));
      pages += 1;
      await sleep(300);
    }
  }

  const work = [
    openPages(),
    ...[alice, bob].flatMap((person) => [write(person), write(person), stayConnected(person)]),
  ];
  await replaceAll();
  stopped = true;
  await Promise.all(work);
  expect(failures).toEqual([]);
  expect(new Set(closeCodes)).toEqual(new Set([1012]));
  const rows = await historyOf(alice, chat);
  expect(rows.map(({ id }) => id).toSorted()).toEqual(confirmed.toSorted());
  expect(confirmed.length).toBeGreaterThan(50);
  expect(pages).toBeGreaterThan(3);
});
