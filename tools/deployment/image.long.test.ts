// The image of deploy/Containerfile: what it holds, and that it serves people as the user that it names.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, chownSync, globSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chatOf, historyOf, sendText, signIn } from '../../gateway/src/testing/client.ts';
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

/**
 * Starts the command of the image as its user, with its environment, on its files, of which only /data and /tmp can be
 * written.
 */
function start(environment: Record<string, string>, command = config.Cmd): ChildProcess {
  const data = join(folder, 'data');
  mkdirSync(data, { recursive: true });
  chownSync(data, 1000, 1000);
  const script = [
    `mount --bind ${files} ${files}`,
    `mount -o remount,bind,ro ${files}`,
    `mount --bind ${data} ${files}/data`,
    `mount -t tmpfs tmpfs ${files}/tmp`,
    `mount -t proc proc ${files}/proc`,
    `mount --rbind /dev ${files}/dev`,
    `exec chroot --userspec=1000:1000 ${files} /usr/bin/env -i "$@"`,
  ].join(' && ');
  const variables = [...config.Env, ...Object.entries(environment).map(([key, value]) => `${key}=${value}`)];
  const args = ['--chdir', config.WorkingDir, ...variables, ...command];
  return spawn('unshare', ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-ec', script, 'sh', ...args]);
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

  test('holds the built product and production packages only', () => {
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

  test('serves two people on a read-only file system, as its user, and writes a backup', async () => {
    const lines: string[] = [];
    // A trial, whose codes are printed; a public server has another provider.
    const gateway = start({ NODE_ENV: '', PORT: '0', SMS_PROVIDER: 'console' });
    const closed = once(gateway, 'close');
    for (const stream of [gateway.stdout!, gateway.stderr!])
      createInterface(stream).on('line', (line) => lines.push(line));
    try {
      const address = () => lines.map((line) => /^Amber is ready: http:\/\/[^:]+:(\d+)/.exec(line)?.[1]).find(Boolean);
      await expect.poll(() => address() ?? lines.join('\n')).toMatch(/^\d+$/);
      const target = {
        url: `http://127.0.0.1:${address()}`,
        async lastCode(phone: string) {
          const printed = () => lines.findLast((line) => line.startsWith('{') && line.includes(`"${phone}"`));
          await expect.poll(printed).toBeDefined();
          return (JSON.parse(printed()!) as { code: string }).code;
        },
      };
      const page = await (await fetch(`${target.url}/chat/`)).text();
      expect(page).toContain('<!doctype html>');
      const [alice, bob] = [await signIn(target, { name: 'Alice' }), await signIn(target, { name: 'Bob' })];
      const chat = await chatOf(alice, bob);
      await sendText(alice, chat, 'Hello');
      await sendText(bob, chat, 'Hello, too');
      for (const person of [alice, bob]) {
        const texts = (await historyOf(person, chat)).map(({ content }) => content?.message ?? '');
        expect(texts.join()).toMatch(/Hello".*Hello, too"/);
      }
      const pid = runProgram('pgrep', ['-P', String(gateway.pid)]);
      expect(runProgram('ps', ['-o', 'uid=', '-p', pid]).trim()).toBe('1000');
    } finally {
      // The first process of its namespace: with it end all others.
      for (const pid of runProgram('pgrep', ['-P', String(gateway.pid)]).split('\n'))
        process.kill(Number(pid), 'SIGTERM');
      await closed;
    }
    const backup = start({ NODE_ENV: '' }, ['node', 'tools/export.ts', '/data/backup']);
    expect(await once(backup, 'close')).toEqual([0, null]);
    expect(existsSync(join(folder, 'data/backup/manifest.json'))).toBe(true);
  });
});
