// The process that decodes pictures one at a time, so that a hostile picture cannot harm the gateway.
import { limits } from '@amber/proto/limits';
import { reencodePicture } from './reencodePicture.ts';

const memoryCheckInterval = 50;

process.on('message', (bytes: Uint8Array) => {
  // The library allocates outside the JavaScript heap and works on its own thread, so this timer measures meanwhile.
  const timer = setInterval(() => {
    if (process.memoryUsage.rss() > limits.pictureDecodeMemory) process.exit(1);
  }, memoryCheckInterval);
  void reencodePicture(bytes, limits).then((result) => {
    clearInterval(timer);
    process.send!(result);
  });
});
process.on('disconnect', () => process.exit());
