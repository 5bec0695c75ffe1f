// The wide picture at the top of a card; without one, a colour that is the thing's own.
import { type CSSProperties, useState } from 'react';
import { authorColour } from '../people/authorColour.ts';
import { cx } from '../cx.ts';
import styles from './Banner.module.css';

interface BannerProps {
  /** Decides the colour where there is no picture. */
  identifier: string;
  src: string;
  tall?: boolean;
}

/** A banner. It is decoration. */
export function Banner({ identifier, src, tall }: BannerProps) {
  const [failed, setFailed] = useState('');
  const style = { '--colour': authorColour(identifier) } as CSSProperties;
  return (
    <span className={cx(styles.banner, tall && styles.tall)} style={style} aria-hidden="true">
      {src && src !== failed && <img className={styles.image} src={src} alt="" onError={() => setFailed(src)} />}
    </span>
  );
}
