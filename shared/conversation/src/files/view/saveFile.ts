// Hands a file to the browser's downloads.

/** The browser takes the address at once, and reads from it for a while. */
const revokeDelay = 60_000;

/** Nothing of it can be opened here: it is bytes to the browser, whatever its name says. */
export function saveFile(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([blob], { type: 'application/octet-stream' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), revokeDelay);
}
