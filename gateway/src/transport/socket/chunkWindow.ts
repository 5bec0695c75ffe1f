// How far a device may lag behind the parts of an answer before it is sent no more of them.
import type { RobotAck, RobotMessage } from '@amber/proto';

/** Answers that one connection follows at a time; the oldest is forgotten. */
const answersMax = 32;

type ChunkRef = Pick<RobotMessage, 'id' | 'round' | 'number'>;

/** `ahead`: how many may be unacknowledged. */
export function createChunkWindow(unackedMax: number) {
  const ackedNumbers = new Map<string, number>();
  const keyOf = ({ id, round }: ChunkRef) => `${round} ${id}`;
  return {
    allow(chunk: ChunkRef & { streamEnd: boolean }): boolean {
      const key = keyOf(chunk);
      if (chunk.streamEnd) {
        ackedNumbers.delete(key);
        return true;
      }
      const ackedNumber = ackedNumbers.get(key) ?? chunk.number - 1;
      if (!ackedNumbers.has(key)) ackedNumbers.set(key, ackedNumber);
      if (ackedNumbers.size > answersMax) ackedNumbers.delete(ackedNumbers.keys().next().value!);
      return chunk.number - ackedNumber <= unackedMax;
    },
    ack(part: RobotAck): void {
      const key = keyOf(part);
      const before = ackedNumbers.get(key);
      if (before !== undefined && part.number > before) ackedNumbers.set(key, part.number);
    },
  };
}
