// The image of deploy/Containerfile: what it holds, and that it serves people as the user that it names.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, chownSync, globSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { apiOf, chatOf, historyOf, type Person, sendText, signIn } from '../../gateway/src/testing/client.ts';
import { printedCode, readyOrigin } from '../../gateway/src/testing/consoleOutput.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../run.ts';
import { canDeploy, createBase, extraCertificates, runProgram } from './prepareMachine.ts';

interface ImageConfig {
  User: string;
  Env: string[];
  Cmd: string[];
  WorkingDir: string;
}

const wanted = process.env['AMBER_DEPLOY'] === 'full' && (await canDeploy());
const folder = wanted ? mkdtempSync(join(tmpdir(), 'amber-image-')) : '';
const name = 'localhost/amber-test';
const buildah = (...args: string[]) => runProgram('buildah', args);

let container: string;
let files: string;
let config: ImageConfig;

/** Builds the base and the image, and mounts its files. */
function build(): void {
  const base = join(folder, 'base');
  createBase(base);
  const scratch = buildah('from', 'scratch');
  buildah('add', '--quiet', scratch, base, '/');
  buildah('config', '--env', 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', scratch);
  if (extraCertificates) buildah('config', '--env', 'NODE_EXTRA_CA_CERTS=/etc/ssl/certs/extra.crt', scratch);
  buildah('commit', '--quiet', scratch, `${name}-base`);
  buildah('rm', scratch);
  // Without the isolation of containers, which needs rights that a test does not have everywhere.
  runProgram(
    'buildah',
    ['bud', '--isolation', 'chroot', '--build-arg', `BASE=${name}-base`, '-f', 'deploy/Containerfile', '-t', name, '.'],
    { cwd: root },
  );
  container = buildah('from', name);
  files = buildah('mount', container);
  config = (JSON.parse(buildah('inspect', '--type', 'image', name)) as { OCIv1: { config: ImageConfig } }).OCIv1.config;
}

/** A folder of this machine that the image's user may write to: it stands for a volume. */
function volume(at: string): string {
  const path = join(folder, at);
  mkdirSync(path, { recursive: true });
  chownSync(path, 1000, 1000);
  return path;
}

/**
 * Starts the command of the image as its user, with its environment, on its files, of which only the volumes /data and
 * /backup, and /tmp, can be written.
 */
function start(environment: Record<string, string>, { data = 'data', command = config.Cmd } = {}): ChildProcess {
  const script = [
    `mount --bind ${files} ${files}`,
    `mount -o remount,bind,ro ${files}`,
    `mount --bind ${volume(data)} ${files}/data`,
    `mount --bind ${volume('backup')} ${files}/backup`,
    `mount -t tmpfs tmpfs ${files}/tmp`,
    `mount -t proc proc ${files}/proc`,
    `mount --rbind /dev ${files}/dev`,
    `exec chroot --userspec=1000:1000 ${files} /usr/bin/env -i "$@"`,
  ].join(' && ');
  const variables = [...config.Env, ...Object.entries(environment).map(([key, value]) => `${key}=${value}`)];
  const args = ['--chdir', config.WorkingDir, ...variables, ...command];
  return spawn('unshare', ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-ec', script, 'sh', ...args]);
}

/** Runs a command of the image to its end. @throws Error with its output when it fails. */
async function runInside(command: string[], data = 'data'): Promise<void> {
  const child = start({ NODE_ENV: '' }, { data, command });
  const output: string[] = [];
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (text) => output.push(String(text)));
  const [code] = (await once(child, 'close')) as [number];
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}:\n${output.join('')}`);
}

interface RunningGateway {
  url: string;
  lastCode(phone: string): Promise<string>;
  process: ChildProcess;
}

/** Runs the gateway of the image for the time of `use`. It is a trial, whose codes are printed. */
async function withGateway(data: string, use: (gateway: RunningGateway) => Promise<void>): Promise<void> {
  const lines: string[] = [];
  const child = start({ NODE_ENV: '', PORT: '0', SMS_PROVIDER: 'console' }, { data });
  const closed = once(child, 'close');
  for (const stream of [child.stdout!, child.stderr!]) createInterface(stream).on('line', (line) => lines.push(line));
  try {
    const address = () => lines.map(readyOrigin).find((origin) => origin !== undefined);
    await expect.poll(() => address() ?? lines.join('\n'), { timeout: 120_000 }).toMatch(/^http:/);
    await use({
      url: `http://127.0.0.1:${new URL(address()!).port}`,
      async lastCode(phone) {
        const printed = () => lines.map(printedCode).findLast((one) => one?.phone === phone);
        await expect.poll(printed).toBeDefined();
        return printed()!.code;
      },
      process: child,
    });
  } finally {
    // The first process of its namespace: with it end all others.
    for (const pid of runProgram('pgrep', ['-P', String(child.pid)]).split('\n')) process.kill(Number(pid), 'SIGTERM');
    await closed;
  }
}

describe.runIf(wanted)('the image', () => {
  // It installs all packages twice, and builds everything.
  beforeAll(build, 3_600_000);
  afterAll(() => {
    if (container) {
      buildah('umount', container);
      buildah('rm', container);
      buildah('rmi', '--force', name, `${name}-base`);
    }
    rmSync(folder, { recursive: true, force: true });
  });

  test('R260 holds the built product and production packages only', () => {
    const inside = (path: string) => existsSync(join(files, 'amber', path));
    expect(config.User).toBe('node');
    for (const path of [
      'shell/dist/index.html',
      'remotes/chat/dist/amber-remote.json',
      'proto/gen/routes.ts',
      'LICENSE',
    ])
      expect(inside(path), path).toBe(true);
    for (const path of ['shell/src', 'remotes/chat/src', 'e2e', 'gateway/src/testing', 'deploy', '.git', '.npmrc'])
      expect(inside(path), path).toBe(false);
    for (const name of ['vitest', 'typescript', 'react', '@rspack', '@playwright', 'puppeteer-core', 'oxlint'])
      expect(inside(`node_modules/${name}`), name).toBe(false);
    expect(globSync('amber/{gateway,proto}/**/*.test.ts', { cwd: files, exclude: ['**/node_modules/**'] })).toEqual([]);
    expect(readdirSync(join(files, 'backup'))).toEqual([]);
  });

  test('R260 serves two people on a read-only file system, as its user; the next container and a restored backup go on', async () => {
    const people: Person[] = [];
    let chat = '';
    const expectHistory = async (url: string) => {
      for (const person of people) {
        const history = await historyOf({ ...person, api: apiOf(url, person.tokens.token) }, chat);
        expect(history.map(({ content }) => content?.message ?? '').join()).toMatch(/Hello".*Hello, too"/);
      }
    };
    await withGateway('data', async (gateway) => {
      const page = await (await fetch(`${gateway.url}/chat/`)).text();
      expect(page).toMatch(/^<!doctype html>/i);
      const [alice, bob] = [await signIn(gateway, { name: 'Alice' }), await signIn(gateway, { name: 'Bob' })];
      people.push(alice, bob);
      chat = await chatOf(alice, bob);
      await sendText(alice, chat, 'Hello');
      await sendText(bob, chat, 'Hello, too');
      await expectHistory(gateway.url);
      const pid = runProgram('pgrep', ['-P', String(gateway.process.pid)]);
      expect(runProgram('ps', ['-o', 'uid=', '-p', pid]).trim()).toBe('1000');
    });
    // An upgrade starts another container on the same volumes.
    await withGateway('data', ({ url }) => expectHistory(url));
    await runInside(['node', 'tools/export.ts', '/backup/amber']);
    expect(existsSync(join(folder, 'backup/amber/manifest.json'))).toBe(true);
    await runInside(['node', 'tools/import.ts', '/backup/amber'], 'restored');
    await withGateway('restored', ({ url }) => expectHistory(url));
  });
});
