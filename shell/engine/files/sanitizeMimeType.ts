// The MIME type under which a file is stored: a message from another person must not yield a type that a browser
// executes.

const imageTypes: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']);

/** Returns the sender's MIME type for images, audio and video, and `application/octet-stream` for everything else. */
export function sanitizeMimeType(mime: string): string {
  const [type = ''] = mime.toLowerCase().split(';', 1);
  return imageTypes.has(type) || /^(audio|video)\/[\w.+-]+$/.test(type) ? type : 'application/octet-stream';
}
