// Which element a page is: the host's frame has the landmark `main`, and only those who are set up have the frame.
// By its door: in a remote this is the host's, a file beside this one would be a copy.
import { useSession } from '@amber/client/session';

/** 'main' where the page is shown without the frame. */
export const useLandmark = (): 'div' | 'main' => (useSession()?.avatar ? 'div' : 'main');
