import { remoteContract } from '@amber/client/testing';
import manifest from '../package.json' with { type: 'json' };
import place from '../amber-remote.json' with { type: 'json' };
import remote from './remote.tsx';

remoteContract(remote, {
  manifest,
  place,
  paths: ['/moments', '/moments/by/somebody', '/moments/in/s1', '/moments/news', '/moments/b1'],
  publicPaths: ['/moments', '/moments/by/somebody', '/moments/b1'],
});
