// A button whose action has to be confirmed.
import { useState } from 'react';
import { Button, type ButtonProps } from '../form/Button.tsx';
import { Confirm, type ConfirmProps } from './Confirm.tsx';

interface ConfirmButtonProps
  extends
    Pick<ButtonProps, 'variant' | 'className' | 'busy'>,
    Pick<ConfirmProps, 'title' | 'text' | 'action' | 'onConfirm'> {}

/** `action` is the label of both buttons. */
export function ConfirmButton({ title, text, action, onConfirm, ...button }: ConfirmButtonProps) {
  const [isConfirming, setIsConfirming] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setIsConfirming(true)}>
        {action}
      </Button>
      <Confirm
        open={isConfirming}
        title={title}
        text={text}
        action={action}
        onCancel={() => setIsConfirming(false)}
        onConfirm={onConfirm}
      />
    </>
  );
}
