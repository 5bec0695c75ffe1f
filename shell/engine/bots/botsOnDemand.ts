// Loads the code for bots when the first chunk of an answer arrives or the list of bots is opened.
import type { RobotMessage } from '@amber/proto';
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
    ...forwardTo(bots.get, 'refresh', 'openChat'),
    close: (): void => bots.ifLoaded(({ close }) => close()),
  };
}
