// Stands for systemctl in the test of docs/operations.md, where systemd cannot run: starts and stops what units name.
import { spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

const [command, ...rest] = process.argv.slice(2);
const units = rest.filter((word) => !word.startsWith('--'));
const logOf = (name) => `/run/${name}.log`;
const pidFileOf = (name) => `/run/${name}.pid`;

/** The settings of a unit; a setting that stands there several times has all of its values. */
function readUnit(name) {
  const settings = {};
  for (const line of readFileSync(`/etc/systemd/system/${name}.service`, 'utf8').split('\n')) {
    const [, key, value] = /^([A-Za-z]+)=(.*)$/.exec(line) ?? [];
    if (key) (settings[key] ??= []).push(value);
  }
  return settings;
}

/** As systemd reads them: no shell, empty values are empty. */
const variablesIn = (text) =>
  Object.fromEntries([...text.matchAll(/^([A-Z_][A-Z_\d]*)=(.*)$/gm)].map(([, key, value]) => [key, value.trim()]));

function idOf(user, option) {
  return Number(spawnSync('id', [option, user], { encoding: 'utf8' }).stdout);
}

function start(name) {
  const unit = readUnit(name);
  const [user] = unit.User;
  const [uid, gid] = [idOf(user, '-u'), idOf(user, '-g')];
  for (const other of unit.Conflicts ?? []) stop(other.replace(/\.service$/, ''));
  for (const folder of (unit.StateDirectory ?? []).join(' ').split(' ').filter(Boolean)) {
    mkdirSync(`/var/lib/${folder}`, { recursive: true });
    chownSync(`/var/lib/${folder}`, uid, gid);
  }
  const own = Object.fromEntries(
    (unit.Environment ?? []).flatMap((line) => line.split(' ')).map((one) => one.split(/=(.*)/s)),
  );
  const env = {
    PATH: process.env.PATH,
    ...own,
    ...variablesIn(unit.EnvironmentFile.map((file) => readFileSync(file, 'utf8')).join('\n')),
  };
  const [program, ...args] = unit.ExecStart[0].split(' ');
  const options = { cwd: unit.WorkingDirectory[0], env, uid, gid };
  if (unit.Type?.[0] === 'oneshot') {
    const { status } = spawnSync(program, args, { ...options, stdio: 'inherit' });
    if (status !== 0) process.exit(1);
    return;
  }
  const log = openSync(logOf(name), 'a');
  const child = spawn(program, args, { ...options, detached: true, stdio: ['ignore', log, log] });
  writeFileSync(pidFileOf(name), String(child.pid));
  child.unref();
}

function isAlive(pid) {
  try {
    // A zombie has an empty command line.
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== '';
  } catch {
    return false;
  }
}

function stop(name) {
  if (!existsSync(pidFileOf(name))) return;
  const pid = Number(readFileSync(pidFileOf(name), 'utf8'));
  if (isAlive(pid)) process.kill(pid, 'SIGTERM');
  while (isAlive(pid)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
  rmSync(pidFileOf(name));
}

const actions = {
  'daemon-reload': () => undefined,
  enable: (unit) => rest.includes('--now') && !unit.endsWith('.timer') && start(unit),
  start,
  stop,
  restart(unit) {
    stop(unit);
    start(unit);
  },
  status: (unit) => console.log(readFileSync(logOf(unit), 'utf8')),
};

if (command === 'daemon-reload') actions[command]();
for (const unit of units) actions[command](unit);
