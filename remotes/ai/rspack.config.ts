import { remote } from '../../tools/rspack/remote.ts';

export default remote(import.meta.dirname);
