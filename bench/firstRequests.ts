// B2: requests until a sign-in code can be requested.
import { plainLoads } from './kit/pageLoads.ts';
import { median, type Row } from './kit/row.ts';

export const row: Row = {
  id: 'B2',
  description: 'requests until then',
  goal: '≤ 8',
  async measure() {
    const requests = median((await plainLoads()).amber.map((load) => load.requests));
    return { value: String(requests), met: requests <= 8, figures: { requests } };
  },
};
