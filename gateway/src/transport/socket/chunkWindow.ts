// Flow control for chunks of answers: how many a device may leave unacknowledged before it gets no more.
import type { RobotAck, RobotMessage } from '@amber/proto';

/** The number of answers that one connection follows at a time; the oldest is dropped. */
const answersMax = 32;

type ChunkRef = Pick<RobotMessage, 'id' | 'round' | 'number'>;

/** `unackedMax`: how many chunks may be unacknowledged. */
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
