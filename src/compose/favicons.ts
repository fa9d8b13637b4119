import { createFavicons } from '../features/favicons/service.ts';
import type { Context } from './context.ts';

export const composeFavicons = ({ clock, log, outbound, config }: Context) =>
  createFavicons({ fetchPublic: outbound.fetchPublic, clock, log, isEnabled: config.favicons === 'on' });
