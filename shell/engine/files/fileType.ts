// The type that a file is kept under: what a browser may run must not come out of another person's message.

const pictures: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']);

/** Of a MIME type as somebody's device told it: pictures, sound and film keep it, everything else is bytes. */
export function fileType(mime: string): string {
  const [type = ''] = mime.toLowerCase().split(';', 1);
  return pictures.has(type) || /^(audio|video)\/[\w.+-]+$/.test(type) ? type : 'application/octet-stream';
}
