import { version } from '../../package.json' with { type: 'json' };
import { commit } from './commit.ts';

/** The version of this build, such as `0.3.0`. */
export const VERSION: string = version;

/** The version with the commit that it was built from and its day, where they are known. */
export const FULL_VERSION: string = commit ? `${VERSION} (${commit.id}, ${commit.date})` : VERSION;
