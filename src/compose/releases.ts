import { VERSION } from '../core/version.ts';
import { createReleasesService, type ReleasesService } from '../features/releases/service.ts';
import type { Context } from './context.ts';

export const composeReleases = ({ config, outbound }: Context): ReleasesService =>
  createReleasesService({ url: config.releasesUrl, version: VERSION, fetchPublic: outbound.fetchPublic });
