// The relay of deploy/turnserver.conf takes the gateway's credentials, and does not lead into the operator's network.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { BlockList, isIPv6 } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startRelayServer } from '../testing/relayServer.ts';
import { createRelayCredentials } from './relays.ts';

type RelayServer = Awaited<ReturnType<typeof startRelayServer>>;

/** What coturn's own client says of a relay to this peer; without one, of two allocations that send to each other. */
function tryRelay({ port, settings }: RelayServer, peer?: string, expiresAt = Date.now() + 60_000): Promise<string> {
  const { username, credential } = createRelayCredentials(settings.secret, expiresAt);
  const peers = peer === undefined ? ['-y'] : ['-e', peer];
  const options = ['-u', username, '-w', credential, '-p', String(port), '-n', '1', '-c', ...peers, '127.0.0.1'];
  return new Promise((resolve) => {
    // It goes on trying for long; its first answers say everything.
    execFile('turnutils_uclient', options, { timeout: 10_000 }, (_, output, errors) => resolve(output + errors));
  });
}

const notPublic = ['127.0.0.1', '10.1.2.3', '172.20.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'];

describe('a relay with the configuration of deploy/', () => {
  let relay: RelayServer;
  beforeAll(async () => {
    relay = await startRelayServer();
  });
  afterAll(() => relay.close());

  test('R142 refuses to relay to addresses that are not public', async () => {
    const answers = await Promise.all(notPublic.map((peer) => tryRelay(relay, peer)));
    expect(notPublic.filter((_, index) => !answers[index]!.includes('403 (Forbidden IP)'))).toEqual([]);
  });

  test('R142 refuses credentials that have expired', async () => {
    expect(await tryRelay(relay, '127.0.0.1', Date.now() - 60_000)).toContain('Cannot complete Allocation');
  });
});

test('R142 the gateway’s credentials open a relay between two devices', async () => {
  const relay = await startRelayServer({ permitsLoopback: true });
  expect(await tryRelay(relay)).toContain('tot_recv_msgs=2');
  await relay.close();
});

test('R142 the ranges that a relay refuses include IPv4 addresses inside IPv6 ones', () => {
  const denied = new BlockList();
  const text = readFileSync(new URL('../../../deploy/turnserver.conf', import.meta.url), 'utf8');
  for (const [, first, last] of text.matchAll(/^denied-peer-ip=(\S+)-(\S+)$/gm))
    denied.addRange(first!, last!, isIPv6(first!) ? 'ipv6' : 'ipv4');
  const isDenied = (address: string) => denied.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  const embedded = [
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::a00:1',
    '2002:7f00:1::',
    'fd00::1',
    'fe80::1',
  ];
  expect([...notPublic, ...embedded].filter((address) => !isDenied(address))).toEqual([]);
  expect(['8.8.8.8', '198.20.0.1', '2a00:1450::1', '2606:4700::1'].filter(isDenied)).toEqual([]);
});
