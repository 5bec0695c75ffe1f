// Ends, gives up or declines the call.
import { EndCallIcon } from '@amber/ui/callIcons';
import { words } from '../words/gen/call.ts';
import { calls } from './pageCalls.ts';
import styles from './CallButtons.module.css';

export const EndCallButton = ({ isIncoming = false }: { isIncoming?: boolean }) => (
  <button
    type="button"
    className={styles.end}
    onClick={() => {
      calls.hangUp();
      // The button disappears.
      document.getElementById('content')?.focus({ preventScroll: true });
    }}
  >
    <EndCallIcon />
    <span>{isIncoming ? words.decline : words.end}</span>
  </button>
);
