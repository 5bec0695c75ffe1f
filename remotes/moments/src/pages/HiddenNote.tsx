// Says that one has hidden a person's posts, and shows them again.
import { useAct } from '@amber/client/act';
import { useAsk } from '@amber/client/ask';
import { api, engine } from '@amber/client/engine';
import { Button } from '@amber/ui/Button';
import { words } from '../words/gen/person.ts';
import { words as settings } from '../words/gen/settings.ts';
import styles from './PersonMoments.module.css';

/** Nothing until it is known, and of whom one has not hidden. */
export function HiddenNote({ identifier }: { identifier: string }) {
  const [asked, again] = useAsk(() => api.circle.getHidden({}), [identifier]);
  const [busy, act] = useAct();
  if (asked.status !== 'ready' || !asked.answer.list.some((one) => one.identifier === identifier)) return null;
  const show = async () => {
    if (await act(() => engine.moments({ what: 'hide', identifier, hidden: false }))) again();
  };
  return (
    <div className={styles.hidden} role="status">
      <span>{words.hidden}</span>
      <Button busy={busy} onClick={() => void show()}>
        {settings.show}
      </Button>
    </div>
  );
}
