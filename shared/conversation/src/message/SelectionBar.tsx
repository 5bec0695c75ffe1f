// The toolbar with the actions for selected messages.
import { Button } from '@amber/ui/Button';
import { Confirm } from '@amber/ui/Confirm';
import { IconButton } from '@amber/ui/IconButton';
import { CloseIcon } from '@amber/ui/icons';
import { useLayer } from '@amber/ui/useLayer';
import { useState } from 'react';
import { entryAppearance } from './entryAppearance.ts';
import { formatTime } from '../kit/format.ts';
import { entriesFor, type MenuEntry, type MessageActions } from './messageActions.ts';
import { messageText } from './messageKinds.ts';
import type { Reader } from '../kit/reader.ts';
import { words as entryWords } from '../words/gen/entries.ts';
import { words as selectionWords } from '../words/gen/selection.ts';
import type { TimelineRow } from '../kit/timelineRow.ts';
import styles from './SelectionBar.module.css';

type BulkEntry = Extract<MenuEntry, 'copy' | 'forward' | 'saveFile' | 'delete'>;

const copyTextOf = (rows: readonly TimelineRow[], reader: Reader): string =>
  rows
    .map((row) => {
      const text = messageText(row.message);
      return rows.length === 1
        ? text
        : selectionWords.copiedLine({ author: reader.authorOf(row).name, time: formatTime(row.at), text });
    })
    .join('\n');

const handlers: Record<BulkEntry, (rows: readonly TimelineRow[], actions: MessageActions, reader: Reader) => void> = {
  forward: (rows, actions) => actions.onForward?.(rows.map(({ message }) => message)),
  copy: (rows, actions, reader) => actions.onCopy(copyTextOf(rows, reader)),
  saveFile: (rows, actions) => rows.forEach(({ message }) => actions.onSaveFile?.(message)),
  delete: (rows, actions) => actions.onDelete?.(rows.map(({ message }) => message)),
};

interface SelectionBarProps {
  chosen: readonly TimelineRow[];
  actions: MessageActions;
  reader: Reader;
  onClose(): void;
}

/**
 * A toolbar above the composer; Escape closes it wherever the focus is. Each action applies to those selected messages
 * that support it, and says how many if these are not all. The deletion of several has to be confirmed.
 */
export function SelectionBar({ chosen, actions, reader, onClose }: SelectionBarProps) {
  const layer = useLayer<HTMLDivElement>(onClose);
  const [isConfirming, setIsConfirming] = useState(false);
  const rowsFor = (entry: BulkEntry) => chosen.filter((row) => entriesFor(row, actions).includes(entry));
  const perform = (entry: BulkEntry) => {
    handlers[entry](rowsFor(entry), actions, reader);
    onClose();
  };
  return (
    <div
      {...layer}
      className={styles.bar}
      role="toolbar"
      aria-label={selectionWords.selected({ count: chosen.length })}
    >
      <IconButton label={selectionWords.cancel} Icon={CloseIcon} onClick={onClose} />
      <span className={styles.count} role="status">
        {selectionWords.selected({ count: chosen.length })}
      </span>
      {(Object.keys(handlers) as BulkEntry[]).map((entry) => {
        const { Icon, danger } = entryAppearance[entry];
        const rows = rowsFor(entry);
        // The menu deletes one message at once.
        const needsConfirmation = entry === 'delete' && rows.length > 1;
        const act = () => (needsConfirmation ? setIsConfirming(true) : perform(entry));
        return (
          rows.length > 0 && (
            <Button key={entry} variant="quiet" className={danger ? styles.danger : undefined} onClick={act}>
              <Icon />
              <span className={styles.label}>{entryWords[entry]}</span>
              {rows.length < chosen.length && (
                <span className={styles.some}>{selectionWords.some({ count: rows.length })}</span>
              )}
            </Button>
          )
        );
      })}
      <Confirm
        open={isConfirming}
        title={selectionWords.deleteTitle({ count: rowsFor('delete').length })}
        text={selectionWords.deleteText}
        action={entryWords.delete}
        onCancel={() => setIsConfirming(false)}
        onConfirm={() => perform('delete')}
      />
    </div>
  );
}
