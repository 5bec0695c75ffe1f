// A row of small choices above the entries of a menu, such as quick reactions.
import { Menu as Base } from '@base-ui/react/menu';
import type { KeyboardEvent, ReactNode } from 'react';
import { cx } from '../cx.ts';
import { arrowStep } from '../direction.ts';
import { closeAndRun, type MenuClosing } from './MenuItems.tsx';
import styles from './MenuChoices.module.css';

export interface MenuChoice {
  key: string;
  label: string;
  content: ReactNode;
  /** Whether it is chosen; absent for a choice that only opens something. */
  checked?: boolean;
  onSelect(): void;
}

interface MenuChoicesProps extends MenuClosing {
  /** The accessible name of the row. */
  label: string;
  choices: readonly MenuChoice[];
}

const entries = '[role^="menuitem"]';

/** The arrow keys across move within the row; those along the menu leave it. */
function moveInRow(event: KeyboardEvent<HTMLElement>): void {
  const row = event.currentTarget;
  const choices = [...row.querySelectorAll<HTMLElement>(entries)];
  const others = [...row.parentElement!.querySelectorAll<HTMLElement>(entries)].filter((one) => !row.contains(one));
  const step = arrowStep(event.key);
  const target =
    step !== 0
      ? choices.at((choices.indexOf(document.activeElement as HTMLElement) + step) % choices.length)
      : event.key === 'ArrowDown'
        ? others[0]
        : event.key === 'ArrowUp'
          ? others.at(-1)
          : undefined;
  if (!target) return;
  event.preventDefault();
  event.stopPropagation(); // the menu's own handler knows no rows
  target.focus();
}

/** Renders a group of entries side by side; those that can be chosen are checkboxes. */
export function MenuChoices({ label, choices, onClose, returnFocusTo }: MenuChoicesProps) {
  return (
    <Base.Group className={styles.choices} aria-label={label} onKeyDown={moveInRow}>
      {choices.map(({ key, label: name, content, checked, onSelect }) => {
        const props = {
          className: cx(styles.choice, checked && styles.checked),
          'aria-label': name,
          title: name,
          onClick: (event: Parameters<typeof closeAndRun>[0]) =>
            closeAndRun(event, { onClose, returnFocusTo }, onSelect),
        };
        return checked === undefined ? (
          <Base.Item {...props} key={key}>
            {content}
          </Base.Item>
        ) : (
          <Base.CheckboxItem {...props} key={key} checked={checked}>
            {content}
          </Base.CheckboxItem>
        );
      })}
    </Base.Group>
  );
}
