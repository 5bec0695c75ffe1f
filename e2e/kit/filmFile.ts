// A film for tests, which the browser itself records.
import type { Page } from '@playwright/test';

/** A film of half a second that a person could choose; the default size is that of an old phone. */
export async function filmFile(
  page: Page,
  name: string,
  { width, height } = { width: 320, height: 240 },
): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const base64 = await page.evaluate(
    async ({ width, height }) => {
      const canvas = Object.assign(document.createElement('canvas'), { width, height });
      const context = canvas.getContext('2d')!;
      const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/webm' });
      const parts: Blob[] = [];
      recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
      const ended = new Promise((resolve) => recorder.addEventListener('stop', resolve));
      recorder.start();
      for (let frame = 0; frame < 12; frame += 1) {
        context.fillStyle = `hsl(${200 + frame * 8} 60% 50%)`;
        context.fillRect(0, 0, width, height);
        await new Promise((resolve) => setTimeout(resolve, 40));
      }
      recorder.stop();
      await ended;
      const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
      return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
    },
    { width, height },
  );
  return { name, mimeType: 'video/webm', buffer: Buffer.from(base64, 'base64') };
}
