// The feature 'Moments', as the host sees it.
import { loadWords } from '@amber/words';
import { translations as client } from '@amber/client/translations';
import { translations as ui } from '@amber/ui/translations';
import type { Remote } from '@amber/client/remote';
import { of } from 'rxjs';
import { Moments } from './Moments.tsx';
import { translations as own } from './words/gen/translations.ts';

export default {
  badge$: of(0),
  Routes: Moments,
  loadWords: () => loadWords(own, client, ui),
} satisfies Remote;
