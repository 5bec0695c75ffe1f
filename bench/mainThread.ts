// B6: main-thread work until ready, its longest task, and the blocking time.
import { plainLoads } from './kit/pageLoads.ts';
import { median, ratio, type Row } from './kit/row.ts';

export const row: Row = {
  id: 'B6',
  description: 'main-thread CPU until ready; longest task; blocking',
  goal: '≤ 1.5 × floor; ≤ 1.1 × floor; 0',
  async measure() {
    const { amber, floor } = await plainLoads();
    const cpu = ratio(median(amber.map((load) => load.cpu)), median(floor.map((load) => load.cpu)), 1.5, 'ms');
    const [longest, floorLongest] = [amber, floor].map((loads) => median(loads.map((load) => load.longestTask))) as [
      number,
      number,
    ];
    const [blocking, floorBlocking] = [amber, floor].map((loads) => median(loads.map((load) => load.blocking))) as [
      number,
      number,
    ];
    // Tasks under 50 ms are not reported: if neither page has one, it is a tie.
    const longestRatio = longest === floorLongest ? 1 : longest / floorLongest;
    return {
      value: `${cpu.value}; ${longest.toFixed(0)} against ${floorLongest.toFixed(0)} ms; ${blocking.toFixed(0)} against ${floorBlocking.toFixed(0)} ms`,
      met: cpu.met && longestRatio <= 1.1 && blocking <= floorBlocking,
      figures: { ...cpu.figures, longest, floorLongest, blocking, floorBlocking },
    };
  },
};
