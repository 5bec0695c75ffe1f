// Starts every command of the repository on a machine with only Node 20 and npm: installs packages, finds Node 24, and
// runs the command with it.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [command = 'start', ...rest] = process.argv.slice(2);
const say = (text) => console.log(`amber: ${text}`);

function stop(sentence) {
  console.error(`amber: ${sentence}`);
  process.exit(1);
}

function run(program, args, env = process.env) {
  const { status, error } = spawnSync(program, args, {
    cwd: root,
    stdio: 'inherit',
    env,
    shell: process.platform === 'win32' && program === 'npm',
  });
  if (error) stop(`${program} could not be started: ${error.message}`);
  return status ?? 1;
}

if (Number(process.versions.node.split('.')[0]) < 20) {
  stop(
    `Node ${process.version} is too old. Install Node 20 or newer from https://nodejs.org and run the command again.`,
  );
}

/** Installs the packages if the lockfile has changed since the last time. */
function install() {
  const stamp = join(root, 'node_modules', '.amber-installed');
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  say('installing packages (once; about a minute)…');
  // npm's engine warnings are about this Node, not the one that runs the packages.
  if (run('npm', ['ci', '--loglevel=error', '--no-audit', '--no-fund']) !== 0) {
    stop(
      'npm could not install the packages. Check the network and that this folder can be written to; the reason stands above.',
    );
  }
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, lock);
}

/** Returns Node 24: this one, or the one from the npm package. */
function node24() {
  if (process.versions.node.startsWith('24.')) return process.execPath;
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  const bundled = [`node-${platform}-${process.arch}`, 'node'].map((name) =>
    join(root, 'node_modules', name, 'bin', file),
  );
  const found = () => bundled.find((path) => existsSync(path));
  if (found()) return found();
  say('fetching Node 24…');
  // On other systems the package named node downloads the binary in its install script, which is allowed only for it.
  run('npm', ['install', '--no-save', '--ignore-scripts=false', '--loglevel=error', 'node@24']);
  return (
    found() ??
    stop(
      `Node 24 could not be fetched for ${process.platform} ${process.arch}. Install Node 24 and run the command again.`,
    )
  );
}

install();
const node = node24();
const path = `${dirname(node)}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH}`;
const child = spawn(node, ['--disable-warning=ExperimentalWarning', join(root, 'tools', `${command}.ts`), ...rest], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, PATH: path },
});
// A signal to this process is meant for the command: a gateway must not outlive it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
// npm sends a signal to its shell, which does not forward it. Only the change of the parent process reveals then that
// npm has ended.
const parent = process.ppid;
if (process.env.npm_lifecycle_event) {
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    child.kill('SIGTERM');
  }, 1_000).unref();
}
child.on('error', (error) => stop(`Node 24 could not be started: ${error.message}`));
child.on('exit', (status, signal) => process.exit(status ?? (signal ? 1 : 0)));
