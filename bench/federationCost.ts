// B16: the cost of the federation, against the same app as one bundle.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { root } from '../tools/run.ts';
import { memberLoads } from './kit/memberLoads.ts';
import { median, type Row } from './kit/row.ts';

const goal = { time: 1.15, kiloBytes: 35, perRemote: 10 };

/** The size of a remote's entry, which is the fixed cost of a remote. */
function entryKiloBytes(): number {
  const dist = join(root, 'remotes', 'chat', 'dist');
  const entry = readdirSync(dist).find((name) => name.startsWith('remoteEntry'))!;
  return brotliCompressSync(readFileSync(join(dist, entry))).length / 1000;
}

export const row: Row = {
  id: 'B16',
  description: 'the federated app against one bundle: time to the list; bytes; per remote',
  goal: `≤ ${goal.time} ×; ≤ ${goal.kiloBytes} kB more; ≤ ${goal.perRemote} kB`,
  async measure() {
    const { federated, oneBundle } = await memberLoads();
    const time = median(federated.map((load) => load.ready)) / median(oneBundle.map((load) => load.ready));
    const more = median(federated.map((load) => load.kiloBytes)) - median(oneBundle.map((load) => load.kiloBytes));
    const perRemote = entryKiloBytes();
    return {
      value: `${time.toFixed(2)} ×; ${more.toFixed(1)} kB; ${perRemote.toFixed(1)} kB`,
      met: time <= goal.time && more <= goal.kiloBytes && perRemote <= goal.perRemote,
      figures: { time, more, perRemote },
    };
  },
};
