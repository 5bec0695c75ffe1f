// B8: bytes until the conversation list is usable, with everything included.
import { memberLoads } from './kit/memberLoads.ts';
import { median, type Row } from './kit/row.ts';

const goal = 290;

export const row: Row = {
  id: 'B8',
  description: 'bytes to a usable conversation list, everything in',
  goal: `≤ ${goal} kB`,
  async measure() {
    const kiloBytes = median((await memberLoads()).federated.map((load) => load.kiloBytes));
    return { value: `${kiloBytes.toFixed(1)} kB`, met: kiloBytes <= goal, figures: { kiloBytes } };
  },
};
