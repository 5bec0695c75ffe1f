// A file's name on one line, of which the ending stays when room is short.
import { splitFileName } from './fileNames.ts';
import styles from './FileName.module.css';

/** Its letters cannot change the direction of the text around it. */
export function FileName({ name }: { name: string }) {
  const [beginning, ending] = splitFileName(name);
  return (
    <bdi className={styles.name} title={name}>
      <span className={styles.beginning}>{beginning}</span>
      <span>{ending}</span>
    </bdi>
  );
}
