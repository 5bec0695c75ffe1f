// A moment of mine that is not posted yet.
import { useAct } from '@amber/client/act';
import type { Session } from '@amber/client/bus';
import { engine } from '@amber/client/engine';
import type { WaitingMoment } from '@amber/client/moments';
import { sentenceOf } from '@amber/client/sentenceOf';
import { Fault } from '@amber/proto/faults';
import { Avatar } from '@amber/ui/Avatar';
import { Button } from '@amber/ui/Button';
import { cx } from '@amber/ui/cx';
import { LocalPicture } from './LocalPicture.tsx';
import { MomentShape } from './MomentCard.tsx';
import { PictureGrid } from './Pictures.tsx';
import { places } from '../places.ts';
import { words } from '../words/gen/moments.ts';
import { words as strings } from '../words/gen/pictures.ts';
import styles from '../feed/Feed.module.css';

/** It says that it waits; one that was refused says why, and can be posted again or dropped. */
export function WaitingCard({ moment, session }: { moment: WaitingMoment; session: Session }) {
  const { blogId, text, error, pictures = [] } = moment;
  const done = pictures.filter(({ path }) => path !== '').length;
  const state = error
    ? words.failed
    : done < pictures.length
      ? strings.uploading({ done, count: pictures.length })
      : words.waiting;
  const { identifier, lastName, avatar } = session;
  const [busy, act] = useAct();
  return (
    <MomentShape
      label={`${lastName}, ${error ? words.failed : words.waiting}`}
      name={lastName}
      face={<Avatar identifier={identifier} name={lastName} src={avatar} size={40} />}
      to={places.person({ identifier })}
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
            <p className={styles.reason}>{sentenceOf(new Fault(error))}</p>
            <Button busy={busy} onClick={() => void act(() => engine.moments({ what: 'retry', blogId }))}>
              {words.retry}
            </Button>
          </>
        )}
        <Button look="quiet" busy={busy} onClick={() => void act(() => engine.moments({ what: 'discard', blogId }))}>
          {words.discard}
        </Button>
      </div>
    </MomentShape>
  );
}
