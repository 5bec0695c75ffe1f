// What stands in the place of a screen of the host that cannot be shown.
import { Fallback } from './Fallback.tsx';
import { strings } from '../strings.ts';

const words = strings.remote;

/** An alert; the page begins anew. */
export const ScreenFallback = () => (
  <Fallback name={strings.app} title={words.screenFailed} text={words.screenText} action={words.reload} onAction={() => location.reload()} />
);
