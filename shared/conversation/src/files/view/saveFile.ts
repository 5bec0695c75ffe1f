// Saves a file through the browser's downloads.

/** In milliseconds. The browser starts the download at once but may read from the URL for a while. */
const revokeDelay = 60_000;

/**
 * The MIME type is always that of bytes, so that the browser opens nothing on this origin, whatever the file is named.
 */
export function saveFile(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([blob], { type: 'application/octet-stream' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), revokeDelay);
}
