// B1: bytes until a sign-in code can be requested.
import { plainLoads } from './kit/pageLoads.ts';
import { median, ratio, type Row } from './kit/row.ts';

export const row: Row = {
  id: 'B1',
  description: 'bytes until a code can be requested',
  goal: '≤ 1.75 × floor',
  async measure() {
    const { amber, floor } = await plainLoads();
    return ratio(median(amber.map((load) => load.kiloBytes)), median(floor.map((load) => load.kiloBytes)), 1.75, 'kB');
  },
};
