// The process that decodes pictures, one at a time: what a hostile one breaks is not the gateway.
import { limits } from '@amber/proto/limits';
import { remake } from './remake.ts';

const memoryLookedAtEvery = 50;

process.on('message', (bytes: Uint8Array) => {
  // The library allocates outside the JavaScript heap, and on its own thread: this timer runs meanwhile.
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() > limits.pictureDecodeMemory) process.exit(1);
  }, memoryLookedAtEvery);
  void remake(bytes, limits).then((remade) => {
    clearInterval(watch);
    process.send!(remade);
  });
});
process.on('disconnect', () => process.exit());
