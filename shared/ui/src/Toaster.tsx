// Short notices at the edge of the screen.
import { Toast } from '@base-ui/react/toast';
import type { ComponentType } from 'react';
import { AlertIcon, CheckIcon, CloseIcon, InfoIcon } from './icons.tsx';
import { strings } from './strings.ts';
import styles from './Toaster.module.css';

export type ToastTone = 'info' | 'success' | 'error';

export interface ToastText {
  tone: ToastTone;
  text: string;
}

const icons: Record<ToastTone, ComponentType> = { info: InfoIcon, success: CheckIcon, error: AlertIcon };

/** Where toasts are handed in; one for each Toaster. */
export function createToasts() {
  const manager = Toast.createToastManager<{ tone: ToastTone }>();
  return {
    manager,
    /** Shows a toast; the same text twice is shown once and stays longer. */
    show({ tone, text }: ToastText) {
      manager.add({ id: `${tone} ${text}`, title: text, type: tone, data: { tone }, priority: tone === 'error' ? 'high' : 'low' });
    },
  };
}

interface ToasterProps {
  toasts: ReturnType<typeof createToasts>;
  /** How many may show at once; the oldest give way. */
  limit: number;
}

/** The region 'Notifications'. */
export function Toaster({ toasts, limit }: ToasterProps) {
  return (
    <Toast.Provider toastManager={toasts.manager} limit={limit}>
      <Toast.Portal>
        <Toast.Viewport className={styles.viewport}>
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList() {
  const { toasts } = Toast.useToastManager<{ tone: ToastTone }>();
  return toasts.filter((toast) => !toast.limited).map((toast) => {
    const tone = toast.data?.tone ?? 'info';
    const Icon = icons[tone];
    return (
      <Toast.Root key={toast.id} toast={toast} className={styles.toast} swipeDirection={['up', 'right']}>
        <Toast.Content className={styles.content}>
          <span className={styles[tone]}><Icon /></span>
          <Toast.Title className={styles.title} render={<p />} />
          <Toast.Close className={styles.close} aria-label={strings.dismiss}><CloseIcon /></Toast.Close>
        </Toast.Content>
      </Toast.Root>
    );
  });
}
