// B5: first paint, throttled.
import { throttledLoads } from './kit/pageLoads.ts';
import { median, ratio, type Row } from './kit/row.ts';

export const row: Row = {
  id: 'B5',
  description: 'first paint, throttled',
  goal: '≤ 0.6 × floor',
  async measure() {
    const { amber, floor } = await throttledLoads();
    return ratio(median(amber.map((load) => load.firstPaint)), median(floor.map((load) => load.firstPaint)), 0.6, 'ms');
  },
};
