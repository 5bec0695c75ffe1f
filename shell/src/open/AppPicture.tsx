// A picture of the app, drawn with the app's own components.
import { Avatar } from '@amber/ui/Avatar';
import { BrandMark } from '@amber/ui/brandMark';
import { ChatsIcon, SendIcon, SmileIcon } from '@amber/ui/icons';
import { AiIcon, MomentsIcon, ReadIcon, SpacesIcon } from '@amber/ui/moreIcons';
import { words as landing } from '../words/gen/landing.ts';
import styles from './AppPicture.module.css';

const words = landing.app;

/** The index of the chat that has an avatar. */
const assistant = 3;

/** An image without interactive elements. */
export function AppPicture() {
  return (
    <div className={styles.stage} role="img" aria-label={landing.picture}>
      <div className={styles.window} aria-hidden="true">
        <div className={styles.rail}>
          <BrandMark size={28} />
          <span className={styles.here}>
            <ChatsIcon />
          </span>
          <span>
            <SpacesIcon />
          </span>
          <span>
            <AiIcon />
          </span>
          <span>
            <MomentsIcon />
          </span>
        </div>
        <div className={styles.list}>
          {words.chats.map(({ name, text, time }, place) => (
            <div key={name} className={styles.row} data-open={place === 0 || undefined}>
              <Avatar
                identifier={name}
                name={name}
                src={place === assistant ? '/chat/pictures/assistant.svg' : undefined}
                size={32}
              />
              <span className={styles.what}>
                <span className={styles.name}>{name}</span>
                <span className={styles.text}>{text}</span>
              </span>
              <span className={styles.time}>{time}</span>
            </div>
          ))}
        </div>
        <div className={styles.chat}>
          <div className={styles.head}>
            <Avatar identifier={words.name} name={words.name} size={32} />
            <span className={styles.what}>
              <span className={styles.name}>{words.name}</span>
              <span className={styles.state}>{words.state}</span>
            </span>
          </div>
          <div className={styles.log}>
            <span className={styles.other}>{words.first}</span>
            <span className={styles.other}>{words.second}</span>
            <span className={styles.mine}>
              {words.mine}
              <ReadIcon />
            </span>
            <span className={styles.other}>{words.last}</span>
            <span className={styles.typing}>
              <i />
              <i />
              <i />
            </span>
          </div>
          <div className={styles.composer}>
            <span className={styles.field}>
              {words.message}
              <SmileIcon />
            </span>
            <span className={styles.send}>
              <SendIcon />
            </span>
          </div>
        </div>
      </div>
    </div>
  );
}
