// A file name on one line, whose ending stays visible when space is short.
import { splitFileName } from './fileNames.ts';
import styles from './FileName.module.css';

/** The name is isolated, so that it cannot change the direction of the surrounding text. */
export function FileName({ name }: { name: string }) {
  const [beginning, ending] = splitFileName(name);
  return (
    <bdi className={styles.name} title={name}>
      <span className={styles.beginning}>{beginning}</span>
      <span>{ending}</span>
    </bdi>
  );
}
