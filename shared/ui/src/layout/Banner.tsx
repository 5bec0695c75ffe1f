// The wide picture at the top of a card; without one, a colour that depends on the identifier.
import { imageSources } from '@amber/proto/publicPictures';
import { type CSSProperties, useState } from 'react';
import { authorColour } from '../people/authorColour.ts';
import { cx } from '../cx.ts';
import styles from './Banner.module.css';

interface BannerProps {
  /** Determines the colour if there is no picture. */
  identifier: string;
  /** Untrusted: only a public picture of this gateway is shown. */
  src: string;
  tall?: boolean;
}

/** Renders a banner, which is decorative. */
export function Banner({ identifier, src, tall }: BannerProps) {
  const [failedSrc, setFailedSrc] = useState('');
  const sources = src && src !== failedSrc ? imageSources(src) : undefined;
  const style = { '--colour': authorColour(identifier) } as CSSProperties;
  return (
    <span className={cx(styles.banner, tall && styles.tall)} style={style} aria-hidden="true">
      {sources && (
        <img
          className={styles.image}
          {...sources}
          sizes="(max-width: 639px) 100vw, 720px"
          alt=""
          onError={() => setFailedSrc(src)}
        />
      )}
    </span>
  );
}
