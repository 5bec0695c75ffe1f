// Puts text on the clipboard, and says so.
// By its door: in a remote this is the host's, a file beside this one would be a copy.
import { showToast } from '@amber/client/engine';
import { words } from './words/gen/client.ts';

/** With a toast either way: browsers refuse it on pages that are not served securely. */
export const copyText = (text: string, successText: string = words.copied): Promise<void> =>
  navigator.clipboard.writeText(text).then(
    () => showToast('success', successText),
    () => showToast('error', words.copyFailed),
  );
