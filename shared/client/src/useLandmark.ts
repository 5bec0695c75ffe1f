// The landmark element of a page: the host's frame contains `main`, and only accounts with a complete profile see the
// frame.
// This import uses the package name, so a remote gets the host's instance; a relative import would bundle a second
// copy.
import { useSession } from '@amber/client/session';

/** Returns 'main' if the page is shown without the host's frame. */
export const useLandmark = (): 'div' | 'main' => (useSession()?.avatar ? 'div' : 'main');
