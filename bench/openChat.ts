// B10: opening a chat of 10,000 local messages.
import { startGateway } from './kit/gateway.ts';
import { openMember } from './kit/member.ts';
import { measureOpenings } from './kit/openings.ts';
import { median, type Row } from './kit/row.ts';

const messages = 10_000;
const goal = { wall: 150, cpu: 140 };

export const row: Row = {
  id: 'B10',
  description: 'open a chat of 10,000 local messages: wall; CPU',
  goal: `≤ ${goal.wall} ms; ≤ ${goal.cpu} ms`,
  async measure() {
    const gateway = await startGateway();
    const member = await openMember(gateway);
    try {
      await member.fill(1, messages);
      await member.fill(1, 20, 1);
      const [openings] = await measureOpenings([member], messages);
      const [wall, cpu] = [median(openings!.map((one) => one.wall)), median(openings!.map((one) => one.cpu))];
      return {
        value: `${wall.toFixed(0)} ms; ${cpu.toFixed(0)} ms`,
        met: wall <= goal.wall && cpu <= goal.cpu,
        figures: { wall, cpu },
      };
    } finally {
      await member.close();
      await gateway.close();
    }
  },
};
