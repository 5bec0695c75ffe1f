// Puts text on the clipboard, and says so.
import { showToast } from '@amber/client/engine';
import { strings } from '../strings.ts';

/** With a toast either way: browsers refuse it on pages that are not served securely. */
export const copyText = (text: string): Promise<void> => navigator.clipboard.writeText(text).then(
  () => showToast('success', strings.settings.copied),
  () => showToast('error', strings.settings.copyFailed),
);
