// B4: ready, plain.
import { plainLoads } from './kit/pageLoads.ts';
import { median, ratio, type Row } from './kit/row.ts';

export const row: Row = {
  id: 'B4',
  description: 'ready, plain',
  goal: '≤ 1.5 × floor',
  async measure() {
    const { amber, floor } = await plainLoads();
    return ratio(median(amber.map((load) => load.ready)), median(floor.map((load) => load.ready)), 1.5, 'ms');
  },
};
