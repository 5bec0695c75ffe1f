// A moment of mine that is not posted yet.
import { useAction } from '@amber/client/useAction';
import type { Session } from '@amber/client/bus';
import { engine } from '@amber/client/engine';
import type { PendingMoment } from '@amber/client/moments';
import { getErrorMessage } from '@amber/client/getErrorMessage';
import { Fault } from '@amber/proto/faults';
import { Avatar } from '@amber/ui/Avatar';
import { Button } from '@amber/ui/Button';
import { cx } from '@amber/ui/cx';
import { LocalPicture } from './LocalPicture.tsx';
import { MomentFrame } from './MomentCard.tsx';
import { PictureGrid } from './Pictures.tsx';
import { momentPaths } from '../momentPaths.ts';
import { words } from '../words/gen/moments.ts';
import { words as strings } from '../words/gen/pictures.ts';
import styles from '../feed/Feed.module.css';

/** Shows that the moment is pending. A refused one shows the reason, and can be posted again or discarded. */
export function WaitingCard({ moment, session }: { moment: PendingMoment; session: Session }) {
  const { blogId, text, error, pictures = [] } = moment;
  const done = pictures.filter(({ path }) => path !== '').length;
  const state = error
    ? words.failed
    : done < pictures.length
      ? strings.uploading({ done, count: pictures.length })
      : words.waiting;
  const { identifier, lastName, avatar } = session;
  const [busy, act] = useAction();
  return (
    <MomentFrame
      label={`${lastName}, ${error ? words.failed : words.waiting}`}
      name={lastName}
      face={<Avatar identifier={identifier} name={lastName} src={avatar} size={40} />}
      to={momentPaths.person({ identifier })}
      text={text}
      pictures={
        pictures.length > 0 && (
          <PictureGrid pictures={pictures}>
            {({ file, alt, path }) => (
              <LocalPicture file={file} alt={alt} className={cx(styles.picture, !path && styles.waits)} />
            )}
          </PictureGrid>
        )
      }
      note={<span role="status">{state}</span>}
    >
      <div className={styles.waiting}>
        {error && (
          <>
            <p className={styles.reason}>{getErrorMessage(new Fault(error))}</p>
            <Button busy={busy} onClick={() => void act(() => engine.moments({ what: 'retry', blogId }))}>
              {words.retry}
            </Button>
          </>
        )}
        <Button variant="quiet" busy={busy} onClick={() => void act(() => engine.moments({ what: 'discard', blogId }))}>
          {words.discard}
        </Button>
      </div>
    </MomentFrame>
  );
}
