// A window above the page that wants an answer.
import type { ReactNode } from 'react';
import { onDemand } from './onDemand.tsx';

export interface DialogProps {
  title: string;
  open: boolean;
  onOpenChange(open: boolean): void;
  /** Whether a press beside it leaves it open: for what cannot be shown again. */
  stays?: boolean;
  children: ReactNode;
  /** Buttons at the foot, the way out first. */
  actions?: ReactNode;
}

/** A modal dialog named by its title. Escape, the backdrop and its button close it. */
export const Dialog = onDemand<DialogProps>(
  async () => (await import(/* webpackChunkName: "dialogs" */ './DialogWindow.tsx')).DialogWindow, ({ onOpenChange }) => onOpenChange(false),
);
