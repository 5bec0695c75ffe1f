// A toast for an error.
// This import uses the package name, so a remote gets the host's instance; a relative import would bundle a second
// copy.
import { showToast } from '@amber/client/engine';
import { getErrorMessage } from './getErrorMessage.ts';

/** Shows the message of any thrown value. */
export const showError = (thrown: unknown): void => showToast('error', getErrorMessage(thrown));
