import type { Release, RemoteHealth } from '@amber/proto';
import { expect, test } from 'vitest';
import { statusTable } from './statusTable.ts';

const release = (version: string): Release => ({
  version,
  contract: '^1',
  entry: '',
  files: [],
  notes: '',
  time: 0,
  place: null,
});
const health: RemoteHealth = {
  remote: 'chat',
  version: '1.1.0',
  loads: 44,
  errors: 3,
  crashes: 1,
  accounts: 40,
  failed: 4,
  judged: 40,
  doubt: '',
  visitorLoads: 7,
  visitorFailures: 7,
  testerLoads: 0,
  testerFailures: 0,
  repeatVisitP50: 0,
  repeatVisitP95: 0,
  slowerReason: 'it is ready after 300 ms of the stable release',
  hours: [],
  readyP50: 120,
  readyP95: 900,
  failures: [
    { type: 'timeout', count: 2 },
    { type: 'error', count: 1 },
    { type: 'thrown', count: 1 },
    { type: 'hung', count: 0 },
  ],
};

test('R156 R157 the status says who gets which, what a rollback leads to, how often each fails and why', () => {
  const offer = {
    remote: 'chat',
    stable: release('1.0.0'),
    candidate: release('1.1.0'),
    share: 25,
    previous: [release('0.9.0'), release('0.8.0')],
    beta: release('2.0.0'),
    betaShare: 50,
    requiresSecond: false,
  };
  const audit = [
    {
      time: Date.UTC(2026, 0, 2, 3, 4),
      who: 'chat-ci',
      remote: 'chat',
      what: 'rolled 1.1.0 out to 25 %',
      why: 'in time\nfor spring',
      kind: 'rolledOut' as const,
      arguments: ['1.1.0', '25'],
    },
  ];
  const lines = statusTable({
    registry: { revision: 1, offers: [offer], words: [] },
    health: [health],
    audit,
    tokens: [],
    leftOut: [],
    testerLinks: [{ id: 'k3', remote: 'chat', version: '2.1.0', who: 'chat-ci', expires: Date.UTC(2026, 0, 9, 3, 4) }],
  })
    .split('\n')
    .map((line) => line.replaceAll(/ {2,}/g, ' | '));
  expect(lines).toEqual([
    'remote | release | share of users | accounts | failed | p50 | p95 | reasons',
    'chat | 1.0.0 | stable | ███████████████░░░░░ | 75 % | 0 | – | – | – | –',
    ' | 1.1.0 | candidate | █████░░░░░░░░░░░░░░░ | 25 % | 40 | 4 (10 %) | 120 ms | 900 ms | timeout 2, error 1, thrown 1',
    ' | 2.0.0 | beta | ██████████░░░░░░░░░░ | 50 % | 0 | – | – | – | –',
    ' | 0.9.0 | previous | 0 | – | – | – | –',
    '',
    'chat 1.1.0 is slower: it is ready after 300 ms of the stable release',
    '',
    'Tester’s link k3 | chat 2.1.0 | until 2026-01-09 03:04',
    '',
    '2026-01-02 03:04 | chat-ci | rolled 1.1.0 out to 25 %: in time',
  ]);
});

test('R156 a remote that has never been released says so', () => {
  expect(
    statusTable({
      registry: { revision: 1, offers: [], words: [] },
      health: [],
      audit: [],
      tokens: [],
      leftOut: [],
      testerLinks: [],
    }),
  ).toBe('Nothing has been released yet.');
});
