// The sheet of all keyboard shortcuts, by where they work.
import { Dialog } from '@amber/ui/Dialog';
import { useId } from 'react';
import { words } from '../../words/gen/shortcuts.ts';
import styles from './ShortcutSheet.module.css';

/** Keys that are pressed together, and other keys with the same effect. */
type Keys = readonly (readonly string[])[];

/** On a Mac, Cmd takes the place of Ctrl. */
const control = /^(?:Mac|iP)/.test(navigator.platform) ? '⌘' : 'Ctrl';

const shortcuts = {
  everywhere: {
    sheet: [[control, '/']],
    landmark: [['F6'], ['Shift', 'F6']],
    controls: [['←', '→', '↑', '↓']],
    close: [['Esc']],
    space: [
      ['Alt', '1'],
      ['Alt', '9'],
    ],
    searchAll: [[control, 'Shift', 'F']],
  },
  chats: {
    neighbour: [
      ['Alt', '↑'],
      ['Alt', '↓'],
    ],
    unread: [
      ['Alt', 'Shift', '↑'],
      ['Alt', 'Shift', '↓'],
    ],
    rowMenu: [['Shift', 'F10']],
  },
  chat: {
    search: [[control, 'F']],
    scroll: [['PgUp'], ['PgDn']],
    ends: [['Home'], ['End']],
    oldestUnread: [['Shift', 'PgUp']],
    newest: [['Esc']],
  },
  message: {
    menu: [['Enter']],
    reply: [['R']],
    edit: [['E']],
    withdraw: [['Del']],
  },
  writing: {
    send: [['Enter']],
    newLine: [['Shift', 'Enter']],
    lastMessage: [['↑']],
    bold: [[control, 'B']],
    italic: [[control, 'I']],
    strike: [[control, 'Shift', 'X']],
    code: [[control, 'E']],
    link: [[control, 'Shift', 'L']],
    complete: [['@'], [':']],
  },
} satisfies Record<string, Record<string, Keys>>;

type Group = keyof typeof shortcuts;

function ShortcutGroup({ group }: { group: Group }) {
  const id = useId();
  const rows: Record<string, Keys> = shortcuts[group];
  const texts: Record<string, string> = words.groups[group];
  return (
    <section className={styles.group} aria-labelledby={id}>
      <h3 id={id} className={styles.heading}>
        {words.titles[group]}
      </h3>
      <dl className={styles.rows}>
        {Object.entries(rows).map(([name, keys]) => (
          <div key={name} className={styles.row}>
            <dt>{texts[name]}</dt>
            <dd className={styles.keys} dir="ltr">
              {keys.map((combination) => (
                <span key={combination.join()} className={styles.combination}>
                  {combination.map((key) => (
                    <kbd key={key} className={styles.key}>
                      {key}
                    </kbd>
                  ))}
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

export const ShortcutSheet = ({ open, onClose }: { open: boolean; onClose(): void }) => (
  <Dialog title={words.title} open={open} onOpenChange={(next) => !next && onClose()}>
    <div className={styles.groups}>
      {(Object.keys(shortcuts) as Group[]).map((group) => (
        <ShortcutGroup key={group} group={group} />
      ))}
    </div>
  </Dialog>
);
