// What one can do about a system line: call the person of a missed call.
import { showError } from '@amber/client/showError';
import { hostSound } from '@amber/client/sound';
import type { SystemBody } from '@amber/proto/bodies';
import type { TimelineRow } from '../kit/timelineRow.ts';
import { words } from '../words/gen/system.ts';
import styles from './SystemMessage.module.css';

interface LineActionProps {
  row: TimelineRow;
  origin: SystemBody['originMessage'];
  me: string;
  tabIndex: number;
}

/** Renders nothing for other lines, and with a host that has no calls. */
export function LineAction({ row, origin: { cmdId, actor, body }, me, tabIndex }: LineActionProps) {
  const calls = hostSound()?.calls;
  const isMissedCall = cmdId === 'callOffer' && body['outcome'] === 'missed' && actor !== me;
  if (!calls || !isMissedCall) return null;
  const { conversationId } = row.message;
  const video = body['video'] === true;
  return (
    <button
      type="button"
      className={styles.again}
      tabIndex={tabIndex}
      onClick={() => void calls.start({ conversationId, identifier: actor, video }).catch(showError)}
    >
      {words.callBack}
    </button>
  );
}
