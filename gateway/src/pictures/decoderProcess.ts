// The process that decodes pictures, one at a time: what a hostile one breaks is not the gateway.
import { limits } from '@amber/proto/limits';
import { reencodePicture } from './reencodePicture.ts';

const memoryCheckInterval = 50;

process.on('message', (bytes: Uint8Array) => {
  // The library allocates outside the JavaScript heap, and on its own thread: this timer runs meanwhile.
  const timer = setInterval(() => {
    if (process.memoryUsage.rss() > limits.pictureDecodeMemory) process.exit(1);
  }, memoryCheckInterval);
  void reencodePicture(bytes, limits).then((result) => {
    clearInterval(timer);
    process.send!(result);
  });
});
process.on('disconnect', () => process.exit());
