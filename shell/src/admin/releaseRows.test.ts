import type { Release, RemoteHealth } from '@amber/proto';
import { expect, test } from 'vitest';
import { releaseRows } from './releaseRows.ts';

const release = (version: string): Release => ({
  version,
  contract: '^1',
  entry: '',
  files: [],
  notes: '',
  time: 7,
  place: null,
});
const health = (remote: string, version: string, accounts: number, failed: number): RemoteHealth => ({
  remote,
  version,
  loads: accounts + 1,
  errors: 7,
  crashes: failed,
  accounts,
  failed,
  judged: 40,
  doubt: '',
  visitorLoads: 3,
  visitorFailures: 2,
  testerLoads: 0,
  testerFailures: 0,
  repeatVisitP50: 0,
  repeatVisitP95: 0,
  slowerReason: '',
  hours: [{ loads: accounts + 1, failures: failed }],
  readyP50: 20,
  readyP95: 90,
  failures: [{ type: 'thrown', count: failed }],
});

test('R156 what is offered stands with its health, the candidate first, and no other feature’s figures', () => {
  const offer = {
    remote: 'chat',
    stable: release('1.0.0'),
    candidate: release('1.1.0'),
    share: 10,
    previous: [release('0.9.0')],
    beta: release('2.0.0'),
    betaShare: 5,
    requiresSecond: false,
  };
  const rows = releaseRows(offer, [health('chat', '1.1.0', 40, 4), health('ai', '1.0.0', 9, 9)]);
  expect(rows.map(({ role, version, accounts, failed, rate }) => [role, version, accounts, failed, rate])).toEqual([
    ['candidate', '1.1.0', 40, 4, 0.1],
    ['beta', '2.0.0', 0, 0, 0],
    ['stable', '1.0.0', 0, 0, 0],
    ['previous', '0.9.0', 0, 0, 0],
  ]);
  expect(rows[0]).toMatchObject({
    repeatVisitP50: 0,
    time: 7,
    failures: [{ type: 'thrown', count: 4 }],
    visitorFailures: 2,
  });
  expect(rows[1]!.failures).toEqual([]);
});
