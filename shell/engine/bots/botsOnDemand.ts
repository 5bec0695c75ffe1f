// Loads the code for bots when the first chunk of an answer arrives, the list of bots is opened, or a message is read
// aloud.
import type { AiVoiceChunk, RobotMessage } from '@amber/proto';
import { forwardTo, onDemand } from '../kit/lazyImport.ts';
import type { BotsPorts } from './bots.ts';

/** Each call loads the code first. @throws Fault REQUEST_FAILED when that fails; the next call tries again. */
export function createBotsOnDemand(ports: BotsPorts) {
  const bots = onDemand(
    () => import(/* webpackChunkName: "bots" */ './bots.ts'),
    ({ createBots }) => createBots(ports),
  );
  return {
    /** Chunks that are lost because the code does not load are in the answer's final row. */
    receiveChunk: (chunk: RobotMessage): void =>
      void bots.get().then(({ receiveChunk }) => receiveChunk(chunk), ports.warn('bots')),
    // Without the code there is no voice that a chunk could belong to.
    receiveVoice: (chunk: AiVoiceChunk): void => bots.ifLoaded(({ receiveVoice }) => receiveVoice(chunk)),
    ...forwardTo(bots.get, 'refresh', 'openChat', 'speak', 'stopSpeaking'),
    close: (): void => bots.ifLoaded(({ close }) => close()),
  };
}
