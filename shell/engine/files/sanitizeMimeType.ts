// The type under which a file is stored: another person's message must not yield one that a browser would execute.

const imageTypes: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']);

/** From a MIME type claimed by the sender: images, audio and video keep it, everything else is bytes. */
export function sanitizeMimeType(mime: string): string {
  const [type = ''] = mime.toLowerCase().split(';', 1);
  return imageTypes.has(type) || /^(audio|video)\/[\w.+-]+$/.test(type) ? type : 'application/octet-stream';
}
