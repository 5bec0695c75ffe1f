// Alt+1 to Alt+9 open the first nine spaces of the rail; in an installed app Ctrl does, too, which in a browser changes tabs.
import { paths } from '@amber/client/paths';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';

type Keys = Pick<KeyboardEvent, 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

/** Which of the spaces is meant, from 0; -1 for any other key. */
export function spaceIndexOf({ code, altKey, ctrlKey, metaKey, shiftKey }: Keys, isInstalled: boolean): number {
  const isShortcut = !shiftKey && !metaKey && (altKey ? !ctrlKey : ctrlKey && isInstalled);
  return isShortcut && /^Digit[1-9]$/.test(code) ? Number(code.at(-1)) - 1 : -1;
}

/** Listens in the whole page. */
export function useSpaceKeys(spaces: readonly { id: string }[]): void {
  const navigate = useNavigate();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const space = spaces[spaceIndexOf(event, matchMedia('(display-mode: standalone)').matches)];
      if (!space) return;
      event.preventDefault();
      void navigate(paths.space({ sid: space.id }));
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [spaces, navigate]);
}
