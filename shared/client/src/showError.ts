// A toast for an error.
import { Fault } from '@amber/proto/faults';
// This import uses the package name, so a remote gets the host's instance; a relative import would bundle a second
// copy.
import { showToast } from '@amber/client/engine';
import { getErrorMessage } from './getErrorMessage.ts';

/** Shows the message of any thrown value, unless the person has cancelled the action. */
export function showError(thrown: unknown): void {
  if (Fault.of(thrown).code !== 'CANCELLED') showToast('error', getErrorMessage(thrown));
}
