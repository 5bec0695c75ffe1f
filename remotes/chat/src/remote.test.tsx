import { remoteContract } from '@amber/client/testing';
import manifest from '../package.json' with { type: 'json' };
import place from '../amber-remote.json' with { type: 'json' };
import remote from './remote.tsx';

remoteContract(remote, { manifest, place, paths: ['/channels/me', '/channels/me/c1'] });
