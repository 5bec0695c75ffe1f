// Puts a link on the clipboard, and says so.
import { showToast } from '@amber/client/engine';
import { strings } from '../strings.ts';

/** With a toast either way: browsers refuse it on pages that are not served securely. */
export const copyLink = (link: string): Promise<void> => navigator.clipboard.writeText(link).then(
  () => showToast('success', strings.copied),
  () => showToast('error', strings.copyFailed),
);
