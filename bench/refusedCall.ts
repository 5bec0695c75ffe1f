// B21: the gateway's cost of an unauthenticated call of 1 MB until it is rejected.
import { spawn } from 'node:child_process';
import { startGateway } from './kit/gateway.ts';
import { median, type Row } from './kit/row.ts';

const goal = 5;
const calls = 40;
const rounds = 7;
const megabyte = 1_048_576;

/**
 * Runs in a separate process, so that its work is not counted: this many calls, one after the other, with a megabyte of
 * empty
 * fields each.
 */
const callerScript = `
  const body = Buffer.alloc(${megabyte}, Buffer.from([10, 0]));
  for (let calls = 0; calls < ${calls}; calls += 1) {
    // Its connection is closed before it has sent all.
    await fetch(process.argv[1], { method: 'POST', body, headers: { 'content-type': 'application/x-protobuf' } }).then((answer) => answer.arrayBuffer(), () => undefined);
  }
`;

const runCaller = (url: string) =>
  new Promise<void>((resolve, reject) => {
    spawn(process.execPath, ['--input-type=module', '--eval', callerScript, url], { stdio: 'inherit' })
      .once('error', reject)
      .once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`the caller ended with ${code}`))));
  });

export const row: Row = {
  id: 'B21',
  description: "CPU of a refused stranger's call of 1 MB: where a session is needed, where none is",
  goal: `≤ ${goal} ms`,
  async measure() {
    const gateway = await startGateway();
    /** Milliseconds of CPU per call. */
    const cpuPerCall = async (path: string): Promise<number> => {
      const url = `http://127.0.0.1:${gateway.port}/gateway${path}`;
      await runCaller(url);
      const costs: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const before = process.cpuUsage();
        await runCaller(url);
        const { user, system } = process.cpuUsage(before);
        costs.push((user + system) / 1_000 / calls);
      }
      return median(costs);
    };
    try {
      const [closed, open] = [await cpuPerCall('/message/sync'), await cpuPerCall('/rollout/report')];
      return {
        value: `${closed.toFixed(2)} ms; ${open.toFixed(2)} ms`,
        met: Math.max(closed, open) <= goal,
        figures: { closed, open },
      };
    } finally {
      await gateway.close();
    }
  },
};
