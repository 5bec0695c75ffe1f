// Which element a page is: the host's frame has the landmark `main`, and only those who are set up have the frame.
import { useSession } from './session.ts';

/** 'main' for whoever sees the page without the frame. */
export const useLandmark = (): 'div' | 'main' => (useSession()?.avatar ? 'div' : 'main');
