// A device that listens to spoken messages.
import type { AiVoiceChunk } from '@amber/proto';
import { newMessageId, type TestSocket } from './client.ts';

/** The chunks of one stream, in the order of their arrival. */
export const heardOn = (socket: TestSocket, id: string): AiVoiceChunk[] =>
  socket.notices.flatMap(({ type, aiVoice }) => (type === 'aiVoice' && aiVoice?.id === id ? [aiVoice] : []));

export const isOver = (socket: TestSocket, id: string): boolean => heardOn(socket, id).some(({ last }) => last);

export const samplesOf = (chunks: readonly { pcm: Uint8Array }[]): Int16Array =>
  new Int16Array(new Uint8Array(Buffer.concat(chunks.map(({ pcm }) => pcm))).buffer);

/** Starts to listen, and acknowledges all that arrives. */
export async function speak(
  socket: TestSocket,
  { conversationId, messageId, from = 0 }: { conversationId: string; messageId: string; from?: number },
) {
  const id = newMessageId();
  const { cloned } = await socket.ask('speak', { id, conversationId, messageId, from });
  let acknowledged = from;
  const acknowledge = () => {
    const next = from + heardOn(socket, id).length;
    if (next === acknowledged || socket.closed) return;
    acknowledged = next;
    void socket.ask('voiceAck', { id, next }).catch(() => undefined);
  };
  socket.ws.on('message', acknowledge);
  acknowledge();
  return {
    id,
    cloned,
    heard: () => heardOn(socket, id),
    /** Waits for the last chunk. */
    async end(): Promise<AiVoiceChunk[]> {
      await socket.until(() => isOver(socket, id));
      return heardOn(socket, id);
    },
  };
}
