// The commands of docs/operations.md, executed one after the other in a copy of this machine with empty folders.
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { chatOf, historyOf, sendText, signIn, type Person } from '../../gateway/src/testing/client.ts';
import { root } from '../run.ts';
import { runProgram } from './prepareMachine.ts';

const page = readFileSync(join(root, 'docs/operations.md'), 'utf8');

/** The blocks of commands, each with the heading that it stands below. */
const blocks = page.split(/^(?=##+ )/m).flatMap((section) => {
  const heading = section.split('\n')[0]!.replace(/^#+ /, '');
  return [...section.matchAll(/^ *```sh\n([\s\S]*?)^ *```$/gm)].map(([, text]) => ({
    heading,
    commands: text!.replaceAll(/^ {3}/gm, ''),
  }));
});

/** The blocks that are not executed, by their beginning. */
const notExecuted: Readonly<Record<string, string>> = {
  'git clone ADDRESS-OF-THE-SOURCE amber':
    'It needs a registry of images; image.long.test.ts builds and runs the image.',
  "alias dc='docker compose": 'It needs the containers of the block above.',
  'dc stop gateway && dc rm': 'It needs the containers of the block above.',
  'sudo apt install caddy': 'It needs a domain.',
  'sudo -u postgres createuser': 'It needs a PostgreSQL and a NATS server of the system.',
  'sudo systemctl stop amber\nsudo systemctl start amber-backup\nsudo mv /var/lib/amber /var/lib/amber.before   # the way back':
    'It needs a database of the block above.',
  'sudo systemctl start amber\ncurl http://10': 'It needs three machines.',
  'sudo cp deploy/Caddyfile.distributed': 'It needs three machines.',
  'docker compose --env-file deploy/amber.env -f deploy/compose.distributed.yaml': 'It needs a registry of images.',
};

const isExecuted = ({ commands }: { commands: string }): boolean =>
  !Object.keys(notExecuted).some((beginning) => commands.startsWith(beginning));

/** In the order in which an operator needs them. */
const executed = ['With systemd', 'Backup and restore', 'Upgrading', 'PostgreSQL: the next major version'];

test('each block of commands in docs/operations.md is executed, or there is a reason why not', () => {
  expect([...new Set(blocks.filter(isExecuted).map(({ heading }) => heading))]).toEqual(executed);
  const unused = Object.keys(notExecuted).filter(
    (beginning) => !blocks.some(({ commands }) => commands.startsWith(beginning)),
  );
  expect(unused).toEqual([]);
});

/** The commands below this heading that begin so. */
const block = (heading: string, beginning = ''): string =>
  blocks.find((one) => one.heading === heading && isExecuted(one) && one.commands.startsWith(beginning))!.commands;

const wanted = process.env['AMBER_DEPLOY'] === 'full' && process.getuid?.() === 0;

describe.runIf(wanted)('an operator who follows docs/operations.md', () => {
  const folder = mkdtempSync(join(tmpdir(), 'amber-operations-'));
  const [machine, source] = [join(folder, 'machine'), join(folder, 'source')];
  const codes = new Map<string, string>();
  /** The operator's own service for codes. */
  const bridge = createServer(async (request, response) => {
    const { phone, code } = JSON.parse((await request.toArray()).join('')) as { phone: string; code: string };
    codes.set(phone, code);
    response.end('{"accepted":true}');
  });
  const port = 20_000 + (process.pid % 10_000);
  const target = { url: `http://127.0.0.1:${port}`, lastCode: (phone: string) => codes.get(phone)! };
  let shell: ChildProcess;
  let output = '';

  /** Types these lines into the shell of the machine. @throws Error with the output when the last one fails. */
  async function type(commands: string): Promise<string> {
    const from = output.length;
    const end = randomBytes(8).toString('hex');
    shell.stdin!.write(`${commands}\necho "${end} $?"\n`);
    const isDone = () => expect(output.slice(from)).toMatch(new RegExp(`${end} \\d+\\n`));
    await vi.waitFor(isDone, { timeout: 3_600_000, interval: 200 });
    const [text, status] = output.slice(from).split(`${end} `);
    if (status!.trim() !== '0') throw new Error(`${commands}\n${text}`);
    return text!;
  }

  const isReady = () =>
    fetch(`${target.url}/gateway/ready`).then(
      ({ status }) => status,
      () => 0,
    );

  beforeAll(async () => {
    bridge.listen(0, '127.0.0.1');
    for (const name of ['upper', 'work', 'machine']) mkdirSync(join(folder, name));
    runProgram('git', ['clone', '--quiet', '--bare', root, source]);
    const start = [
      `mount -t tmpfs tmpfs ${folder}/work`,
      `mkdir ${folder}/work/upper ${folder}/work/work`,
      `mount -t overlay overlay -o lowerdir=/,upperdir=${folder}/work/upper,workdir=${folder}/work/work ${machine}`,
      `mount -t proc proc ${machine}/proc`,
      `mount --rbind /dev ${machine}/dev`,
      `mkdir -p ${machine}${source} && mount --bind ${source} ${machine}${source}`,
      `rm -rf ${machine}/opt/amber ${machine}/var/lib/amber* ${machine}/etc/amber.env`,
      `exec chroot ${machine} /bin/bash`,
    ].join(' && ');
    shell = spawn('unshare', ['--mount', '--pid', '--fork', '--kill-child', 'bash', '-ec', start], {
      env: { ...process.env, PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', NODE_ENV: '' },
    });
    for (const stream of [shell.stdout!, shell.stderr!])
      stream.on('data', (chunk: Buffer) => {
        output += String(chunk);
      });
    const systemctl = readFileSync(join(import.meta.dirname, 'systemctl.mjs'), 'utf8');
    await type(
      `mkdir -p /usr/local/lib/test && cat > /usr/local/lib/test/systemctl.mjs <<'END_OF_FILE'\n${systemctl}\nEND_OF_FILE`,
    );
    await type(
      [
        `printf '#!/bin/sh\\nexec node /usr/local/lib/test/systemctl.mjs "$@"\\n' > /usr/local/bin/systemctl`,
        `printf '#!/bin/sh\\nexec "$@"\\n' > /usr/local/bin/sudo`,
        'chmod 755 /usr/local/bin/systemctl /usr/local/bin/sudo',
        'git config --system --add safe.directory "*"',
      ].join(' && '),
    );
  });
  afterAll(() => {
    shell.kill('SIGKILL');
    bridge.close();
    rmSync(folder, { recursive: true, force: true });
  });

  let alice: Person;
  let bob: Person;
  let chat: string;
  const texts = async () =>
    (await historyOf(alice, chat))
      .map(({ content }) => (JSON.parse(content!.message) as { text?: string }).text)
      .filter(Boolean);

  test('sets the server up, and two people write to each other', async () => {
    const commands = block('With systemd').replace('ADDRESS-OF-THE-SOURCE', source);
    const { port: codesPort } = bridge.address() as AddressInfo;
    // The comment '# then edit it': what a person types into the file.
    const edits = [
      `sed -i 's|^SMS_WEBHOOK_URL=.*|SMS_WEBHOOK_URL=http://127.0.0.1:${codesPort}/|; s|^SMS_WEBHOOK_SECRET=.*|SMS_WEBHOOK_SECRET=0123456789abcdef|' /etc/amber.env`,
      `echo PORT=${port} >> /etc/amber.env`,
    ].join('\n');
    expect(commands).toContain('# then edit it\n');
    await type(commands.replace(/# then edit it\n/, `\n${edits}\n`));
    await expect.poll(isReady).toBe(200);
    [alice, bob] = [await signIn(target, { name: 'Alice' }), await signIn(target, { name: 'Bob' })];
    chat = await chatOf(alice, bob);
    await sendText(alice, chat, 'before the backup');
    expect(await texts()).toEqual(['before the backup']);
  });

  test('writes a backup while the server runs, and restores it', async () => {
    await type(block('Backup and restore', 'sudo systemctl start amber-backup'));
    await sendText(bob, chat, 'after the backup');
    await type(block('Backup and restore', 'sudo systemctl stop amber'));
    await expect.poll(isReady).toBe(200);
    expect(await texts()).toEqual(['before the backup']);
    await type('rm -r /var/lib/amber.before');
  });

  test('upgrades the server', async () => {
    await sendText(bob, chat, 'before the upgrade');
    await type(block('Upgrading'));
    await expect.poll(isReady).toBe(200);
    expect(await texts()).toEqual(['before the backup', 'before the upgrade']);
  });

  test('moves to the next major version of PostgreSQL with everything that was sent', async () => {
    await sendText(alice, chat, 'the last one');
    await type(block('PostgreSQL: the next major version'));
    await expect.poll(isReady).toBe(200);
    expect(await texts()).toEqual(['before the backup', 'before the upgrade', 'the last one']);
  });
});
