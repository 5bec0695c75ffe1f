// How far a device may lag behind the parts of an answer before it is sent no more of them.
import type { RobotAck, RobotMessage } from '@amber/proto';

/** Answers that one connection follows at a time; the oldest is forgotten. */
const answersMax = 32;

type Part = Pick<RobotMessage, 'id' | 'round' | 'number'>;

/** `ahead`: how many may be unacknowledged. */
export function createChunkWindow(ahead: number) {
  const acked = new Map<string, number>();
  const keyOf = ({ id, round }: Part) => `${round} ${id}`;
  return {
    allow(chunk: Part & { streamEnd: boolean }): boolean {
      const key = keyOf(chunk);
      if (chunk.streamEnd) {
        acked.delete(key);
        return true;
      }
      const from = acked.get(key) ?? chunk.number - 1;
      if (!acked.has(key)) acked.set(key, from);
      if (acked.size > answersMax) acked.delete(acked.keys().next().value!);
      return chunk.number - from <= ahead;
    },
    ack(part: RobotAck): void {
      const key = keyOf(part);
      const before = acked.get(key);
      if (before !== undefined && part.number > before) acked.set(key, part.number);
    },
  };
}
