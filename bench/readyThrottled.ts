// B3: ready, throttled.
import { throttledLoads } from './kit/pageLoads.ts';
import { median, ratio, type Row } from './kit/row.ts';

export const row: Row = {
  id: 'B3',
  description: 'ready, throttled',
  goal: '≤ 1.35 × floor',
  async measure() {
    const { amber, floor } = await throttledLoads();
    return ratio(median(amber.map((load) => load.ready)), median(floor.map((load) => load.ready)), 1.35, 'ms');
  },
};
