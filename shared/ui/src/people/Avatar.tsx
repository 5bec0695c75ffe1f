// A person's picture, or their initials.
import { imageSources } from '@amber/proto/publicPictures';
import { type CSSProperties, useState } from 'react';
import { authorColour } from './authorColour.ts';
import { initials } from './initials.ts';
import styles from './Avatar.module.css';

interface AvatarProps {
  /** Determines the colour behind the initials. */
  identifier: string;
  name: string;
  /** Untrusted: only a public picture of this gateway is shown. */
  src?: string | undefined;
  size?: 24 | 32 | 40 | 72 | 96;
  /** A colour other than the identifier's. */
  colour?: string | undefined;
}

/** Renders an avatar. It is decorative: the name is always next to it. */
export function Avatar({ identifier, name, src, size = 40, colour = authorColour(identifier) }: AvatarProps) {
  const [failedSrc, setFailedSrc] = useState('');
  const sources = src && src !== failedSrc ? imageSources(src) : undefined;
  const style = { '--size': `${size}px`, '--colour': colour } as CSSProperties;
  return (
    <span className={styles.avatar} style={style} aria-hidden="true">
      {sources ? (
        <img
          className={styles.image}
          {...sources}
          sizes={`${size}px`}
          alt=""
          width={size}
          height={size}
          onError={() => setFailedSrc(src!)}
        />
      ) : (
        initials(name)
      )}
    </span>
  );
}
