/** The shared links of a site, and how they change. */
import type { Static } from '@sinclair/typebox';
import type { PublicSection } from '../../../core/public-page.ts';
import type {
  CreatedSharedLink,
  SharedLink as SharedLinkModel,
} from '../../../features/shared-links/schema.ts';
import { call } from '../../api.ts';
import { invalidate, useApi } from '../../app/query-client.ts';

export type SharedLink = Static<typeof SharedLinkModel>;

/** What a form sends of a link. */
export interface LinkFields {
  readonly name: string;
  readonly sections: readonly PublicSection[];
  readonly segment_id: number | null;
  /** Absent: the one that it has stays. */
  readonly password?: string | null;
  readonly expires_at: string | null;
}

export function useSharedLinks(siteId: number) {
  const path = `/sites/${siteId}/shared_links`;
  const query = useApi<{ readonly shared_links: readonly SharedLink[] }>(path);
  const send = async (method: string, at: string, body?: unknown): Promise<void> => {
    await call(method, at, { body });
    await invalidate(path);
  };
  return {
    query,
    /** Adds a link and returns its address, which is not shown again. */
    async add(fields: LinkFields): Promise<string> {
      const { url } = await call<Static<typeof CreatedSharedLink>>('POST', path, { body: fields });
      await invalidate(path);
      return url;
    },
    change: (id: number, fields: Partial<LinkFields>) => send('PATCH', `${path}/${id}`, fields),
    remove: (id: number) => send('DELETE', `${path}/${id}`),
  };
}

export type SharedLinks = ReturnType<typeof useSharedLinks>;
