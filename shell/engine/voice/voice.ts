// Voice messages: recordings that are not sent yet, and speech to text. A separate chunk.
import type { AccountCalls } from '@amber/client/bus';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import type { AccountContext } from '../kit/accountContext.ts';
import type { EnginePorts, TextSocketLike } from '../kit/ports.ts';
import type { Outbox } from '../out/outbox.ts';
import { createIat } from './iat.ts';
import { createMp3Encoder } from './mp3.ts';
import { createRecordings } from './recordings.ts';
import { createRelay } from './relay.ts';
import { createTranscriptions } from './transcriptions.ts';

export interface VoicePorts
  extends
    Pick<AccountContext, 'db' | 'api' | 'clock' | 'now' | 'emit'>,
    Pick<EnginePorts, 'loadMp3Wasm' | 'openTextSocket'> {
  outbox: Pick<Outbox, 'send'>;
}

/** See the calls of the same names in `AccountCalls`. */
export interface Voice {
  append: AccountCalls['appendVoice'];
  draft: AccountCalls['voiceDraft'];
  discard(conversationId: string, recording: string): Promise<void>;
  send: AccountCalls['sendVoice'];
  transcribe: AccountCalls['transcribe'];
  dictate: AccountCalls['dictate'];
  cancel(id: string): Promise<void>;
  close(): void;
}

const loadEmbeddedWasm = async () => (await import(/* webpackChunkName: "mp3" */ './mp3Wasm.ts')).mp3Wasm;
const openWebSocket = (url: string) => new WebSocket(url) as unknown as TextSocketLike;

/** Whether a text still fits into a message, however many of its characters JSON escapes. */
const fitsMessage = (text: string): boolean => JSON.stringify(text).length <= limits.textMax;

/**
 * Returns the text with which a voice message goes to a bot after this fault: none where speech to text is not set up
 * or the user does not want it, and an empty one if no words were heard. After other faults, another attempt may work.
 * @throws Fault any other one
 */
function textAfterFault(thrown: unknown): string | undefined {
  const { code } = Fault.of(thrown);
  if (code === 'SPEECH_EMPTY') return '';
  if (code === 'SPEECH_NOT_SET_UP' || code === 'CANCELLED') return undefined;
  throw thrown;
}

export function createVoice({
  outbox,
  loadMp3Wasm = loadEmbeddedWasm,
  openTextSocket = openWebSocket,
  ...ports
}: VoicePorts): Voice {
  const { db, now } = ports;
  const mp3 = createMp3Encoder(loadMp3Wasm);
  const recordings = createRecordings({ ...ports, outbox, mp3 });
  const services = { iat: createIat({ ...ports, openTextSocket }), relay: createRelay({ ...ports, mp3 }) };
  const transcriptions = createTranscriptions({ ...ports, services });

  const storeTranscript = (id: string) => (text: string) =>
    db.transaction('rw', db.messages, async () => {
      const message = await db.messages.get(id);
      // A message may be withdrawn or deleted meanwhile.
      if (message && !message.withdrawn) await db.messages.update(id, { transcript: { text, at: now() } });
    });

  return {
    ...recordings,

    send: ({ speech, ...message }) =>
      recordings.send(message, async () => {
        const conversation = await db.conversations.get(message.conversationId);
        if (!speech || conversation?.type !== 'robot') return undefined;
        const text = await transcriptions.run(message.id, speech).catch(textAfterFault);
        return text !== undefined && fitsMessage(text) ? text : undefined;
      }),

    async transcribe({ id, ...speech }) {
      const message = await db.messages.get(id);
      if (message?.content.type !== 'audio' || message.withdrawn) throw new Fault('NO_MESSAGE');
      if (message.transcript) return { text: message.transcript.text };
      return { text: await transcriptions.run(id, speech, storeTranscript(id)) };
    },

    dictate: async ({ recording, ...speech }) => ({ text: await transcriptions.run(recording, speech) }),

    cancel: async (id) => transcriptions.cancel(id),

    close() {
      recordings.close();
      transcriptions.close();
    },
  };
}
