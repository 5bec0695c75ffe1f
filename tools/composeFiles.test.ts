import { existsSync, globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from './run.ts';

interface Service {
  environment?: Record<string, string | number>;
  env_file?: string;
  volumes?: string[];
  depends_on?: string[] | Record<string, object>;
  build?: { dockerfile: string };
}

interface ComposeFile {
  services: Record<string, Service>;
  volumes: Record<string, null>;
}

/** The parser that knip brings along: the project itself needs none. */
const knip = createRequire(createRequire(import.meta.url).resolve('knip'));
const { parse } = knip('yaml') as { parse(text: string): ComposeFile };

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const namesIn = (text: string, pattern: RegExp): string[] => [
  ...new Set([...text.matchAll(pattern)].map(([, name]) => name!)),
];

/** Variables that a person sets, also those that the example leaves out at first. */
const exampleVariables = new Set(namesIn(read('deploy/amber.env.example'), /^(?:# )?([A-Z_\d]+)=/gm));
/** Variables that the gateway reads. */
const gatewayVariables = new Set(namesIn(read('gateway/src/config.ts'), /^ {2}([A-Z_\d]+):/gm));
/** Variables that the images of other programs read themselves. */
const imageVariables = /^POSTGRES_/;

const composeFiles = globSync('deploy/compose*.yaml', { cwd: root });

describe.each(composeFiles)('%s', (path) => {
  const text = read(path);
  const { services, volumes } = parse(text);
  const gateways = Object.entries(services).filter(([, { build }]) => build !== undefined);

  test('each variable that it takes from the settings is in the example of the settings', () => {
    const taken = namesIn(text, /\$\{([A-Z_]+)/g);
    expect(taken.filter((name) => !exampleVariables.has(name))).toEqual([]);
    expect(taken.length).toBeGreaterThan(1);
  });

  test('the gateway knows each variable that it gets', () => {
    expect(gateways.length).toBeGreaterThan(0);
    for (const [, { environment = {}, env_file }] of gateways) {
      expect(Object.keys(environment).filter((name) => !gatewayVariables.has(name))).toEqual([]);
      expect(env_file).toBe('amber.env');
    }
  });

  test('each file that it mounts exists, and uses only variables that its service gets', () => {
    for (const { environment = {}, volumes: mounts = [] } of Object.values(services))
      for (const source of mounts.map((mount) => mount.split(':')[0]!)) {
        if (!source.startsWith('./')) expect(Object.keys(volumes)).toContain(source);
        else if (source !== './backup') {
          expect(existsSync(join(root, 'deploy', source)), source).toBe(true);
          const used = namesIn(read(join('deploy', source)), /\$([A-Z_]+)/g);
          expect(used.filter((name) => !(name in environment) && name !== 'AMBER_UPSTREAM')).toEqual([]);
        }
      }
  });

  test('each service that another one names exists', () => {
    const names = Object.keys(services);
    const upstreams = Object.values(services).flatMap(({ environment = {} }) =>
      String(environment['AMBER_UPSTREAMS'] ?? environment['AMBER_UPSTREAM'] ?? '')
        .split(' ')
        .filter(Boolean),
    );
    expect(upstreams.map((one) => one.split(':')[0]).toSorted()).toEqual(gateways.map(([name]) => name).toSorted());
    const hosts = gateways.flatMap(([, { environment = {} }]) =>
      namesIn(Object.values(environment).join(' '), /:\/\/amber:[^@]*@([a-z]+):/g),
    );
    const needed = Object.values(services).flatMap(({ depends_on = [] }) =>
      Array.isArray(depends_on) ? depends_on : Object.keys(depends_on),
    );
    expect([...hosts, ...needed].filter((name) => !names.includes(name))).toEqual([]);
    expect(hosts.length).toBeGreaterThan(0);
  });

  test('what other images get are variables that they read', () => {
    const others = Object.values(services).filter(({ build }) => build === undefined);
    const own = others.flatMap(({ environment = {} }) =>
      Object.keys(environment).filter((name) => !imageVariables.test(name)),
    );
    const files = ['deploy/Caddyfile', 'deploy/Caddyfile.distributed', 'deploy/nats.conf'].map(read).join('\n');
    const bridge = new Set(
      namesIn(/^const \{(.*)\} = process\.env;$/m.exec(read('deploy/smsBridge.mjs'))![1]!, /\b([A-Z_]+)\b/g),
    );
    expect(own.filter((name) => !files.includes(`$${name}`) && !bridge.has(name))).toEqual([]);
  });
});

test('the example of the settings has exactly the variables of the table in README, besides those of compose', () => {
  const table = read('README.md').split('## Configuration')[1]!.split('\n## ')[0]!;
  const rows = table.split('\n').filter((line) => line.startsWith('| `'));
  const documented = rows.flatMap((row) => namesIn(row.split(' | ')[0]!, /`([A-Z_\d]+)`/g));
  expect(documented.filter((name) => !exampleVariables.has(name))).toEqual([]);
  const ofCompose = ['AMBER_DOMAIN', 'AMBER_DB_PASSWORD', 'AMBER_NATS_PASSWORD'];
  expect([...exampleVariables].filter((name) => !documented.includes(name))).toEqual(ofCompose);
  // What the gateway reads is documented, and nothing else is.
  expect(documented.toSorted()).toEqual([...gatewayVariables].toSorted());
});

test.each(composeFiles)(
  'the gateways of %s can write to the volume of the backups and read the service for codes',
  (path) => {
    const { services, volumes } = parse(read(path));
    const gateways = Object.values(services).filter(({ build }) => build !== undefined);
    const port = /PORT = '(\d+)'/.exec(read('deploy/smsBridge.mjs'))![1];
    expect(Object.keys(volumes)).toContain('backup');
    for (const { volumes: mounts, environment } of gateways) {
      expect(mounts).toContain('backup:/backup');
      expect(environment!['SMS_WEBHOOK_URL']).toBe(`\${SMS_WEBHOOK_URL:-http://sms:${port}/}`);
    }
    expect(services['sms']!.environment!['HOST']).toBe('0.0.0.0');
    expect(read('deploy/Containerfile')).toContain('chown node:node /data /backup');
  },
);

test('the gateways of compose.distributed.yaml are equal', () => {
  const { services } = parse(read('deploy/compose.distributed.yaml'));
  const { gateway1, gateway2, gateway3 } = services;
  expect(gateway1).toBeDefined();
  expect([gateway2, gateway3]).toEqual([gateway1, gateway1]);
  expect(Object.keys(gateway1!.environment!)).toEqual(
    expect.arrayContaining(['DATABASE_URL', 'NATS_URL', 'TRUST_PROXY', 'DRAIN_DELAY']),
  );
});
