// A note that I have hidden a person's posts, with a button to show them again.
import { useAction } from '@amber/client/useAction';
import { useQuery } from '@amber/client/useQuery';
import { api, engine } from '@amber/client/engine';
import { Button } from '@amber/ui/Button';
import { words } from '../words/gen/person.ts';
import { words as settings } from '../words/gen/settings.ts';
import styles from './PersonMoments.module.css';

/** Renders nothing until that is known, and if the person is not hidden. */
export function HiddenNote({ identifier }: { identifier: string }) {
  const [request, refetch] = useQuery(() => api.circle.getHidden({}), [identifier]);
  const [busy, act] = useAction();
  if (request.status !== 'ready' || !request.answer.list.some((one) => one.identifier === identifier)) return null;
  const show = async () => {
    if (await act(() => engine.moments({ what: 'hide', identifier, hidden: false }))) refetch();
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
