// B11: opening a chat of 10,000 messages in a database of a million messages, against a database with little else.
import { printStatus } from '../tools/run.ts';
import { startGateway } from './kit/gateway.ts';
import { openMember } from './kit/member.ts';
import { measureOpenings } from './kit/openings.ts';
import { median, type Row } from './kit/row.ts';

const messages = 10_000;
const chats = 200;
/** The total is a million: these 10,000, and 20 messages in each other chat. AMBER_MESSAGES sets another total. */
const all = Number(process.env['AMBER_MESSAGES'] ?? 1_000_000);
const goal = 1.1;

export const row: Row = {
  id: 'B11',
  description: 'the same in a database of 1,000,000: time; heap',
  goal: `≤ ${goal} ×; ≤ ${goal} ×`,
  async measure() {
    const gateway = await startGateway();
    const [small, large] = [await openMember(gateway), await openMember(gateway)];
    try {
      await small.fill(chats, 0);
      await large.fill(chats, 0);
      for (const member of [small, large]) {
        await member.fill(1, messages);
        await member.fill(1, 20, 1);
      }
      printStatus(`generating ${all.toLocaleString('en')} messages; this takes minutes…`);
      await large.fill(chats - 2, Math.ceil((all - messages) / (chats - 2)), 2);
      const [few, many] = await measureOpenings([small, large], messages);
      const of = (pick: 'wall' | 'cpu' | 'heap') =>
        median(many!.map((one) => one[pick])) / median(few!.map((one) => one[pick]));
      const [wall, cpu, heap] = [of('wall'), of('cpu'), of('heap')];
      const [fewWall, manyWall] = [median(few!.map((one) => one.wall)), median(many!.map((one) => one.wall))];
      return {
        value: `${wall.toFixed(2)} × (${manyWall.toFixed(0)} against ${fewWall.toFixed(0)} ms; CPU ${cpu.toFixed(2)} ×); ${heap.toFixed(2)} ×`,
        met: wall <= goal && heap <= goal,
        figures: { wall, cpu, heap, fewWall, manyWall },
      };
    } finally {
      await small.close();
      await large.close();
      await gateway.close();
    }
  },
};
