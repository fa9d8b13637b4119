import { invalidBody } from '../../core/errors.ts';
import type { SharedLinksStore } from './store.ts';

/** Creates the check that throws 422 while links show a segment: without it they would show more. */
export const createUnusedCheck =
  (store: Pick<SharedLinksStore, 'listBySegment'>) =>
  (segmentId: number): void => {
    const links = store.listBySegment(segmentId);
    if (links.length === 0) return;
    const names = links.map(({ id, name }) => `${name} (${id})`).join(', ');
    throw invalidBody(
      `segment ${segmentId} is what shared links show: delete them or choose another for them first: ${names}`,
    );
  };
