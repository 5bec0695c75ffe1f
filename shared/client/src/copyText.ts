// Copies text to the clipboard and shows a toast.
// This import uses the package name, so a remote gets the host's instance; a relative import would bundle a second
// copy.
import { showToast } from '@amber/client/engine';
import { words } from './words/gen/client.ts';

/** Copies `text` and shows a toast for success or failure: browsers reject the call on pages without HTTPS. */
export const copyText = (text: string, successText: string = words.copied): Promise<void> =>
  navigator.clipboard.writeText(text).then(
    () => showToast('success', successText),
    () => showToast('error', words.copyFailed),
  );
