// The feature 'Moments', as the host sees it.
import type { Remote } from '@amber/client/remote';
import { MomentsIcon } from '@amber/ui/icons';
import { of } from 'rxjs';
import { Moments } from './Moments.tsx';
import { strings } from './strings.ts';

export default { title: strings.moments, icon: MomentsIcon, badge$: of(0), Routes: Moments } satisfies Remote;
