// What can be done with the messages that are chosen.
import { Button } from '@amber/ui/Button';
import { IconButton } from '@amber/ui/IconButton';
import { CloseIcon } from '@amber/ui/icons';
import { useEffect } from 'react';
import { entryLooks } from './entryLooks.ts';
import type { Reader } from './reader.ts';
import { strings } from './strings.ts';
import type { GroupEntry } from './useSelection.ts';
import { useStable } from './useStable.ts';
import styles from './SelectionBar.module.css';

interface SelectionBarProps {
  count: number;
  can: readonly GroupEntry[];
  reader: Reader;
  onAct(entry: GroupEntry, reader: Reader): void;
  onCancel(): void;
}

/** A toolbar above the composer; Escape closes it wherever the focus is. */
export function SelectionBar({ count, can, reader, onAct, onCancel }: SelectionBarProps) {
  const cancel = useStable(onCancel);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector(':is([role="dialog"], [role="menu"]):not([data-closed])')) return;
      event.preventDefault();
      cancel();
    };
    document.addEventListener('keydown', press, true);
    return () => document.removeEventListener('keydown', press, true);
  }, [cancel]);
  return (
    <div className={styles.bar} role="toolbar" aria-label={strings.selected(count)}>
      <IconButton label={strings.cancel} Icon={CloseIcon} onClick={onCancel} />
      <span className={styles.count} role="status">{strings.selected(count)}</span>
      {can.map((entry) => {
        const { Icon, danger } = entryLooks[entry];
        return <Button key={entry} look="quiet" className={danger ? styles.danger : undefined} onClick={() => onAct(entry, reader)}><Icon />{strings.entries[entry]}</Button>;
      })}
    </div>
  );
}
