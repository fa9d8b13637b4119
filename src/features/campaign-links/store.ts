import { desc, eq } from 'drizzle-orm';
import type { AppDb } from '../../stores/sqlite/app-db.ts';
import { createItemsOfSite } from '../../stores/sqlite/items-of-site.ts';
import { listRows } from '../../stores/sqlite/rows.ts';
import { campaignLinks } from './tables.ts';

export type CampaignLinkRow = Omit<typeof campaignLinks.$inferSelect, 'importKey'>;
export type CampaignLinkChange = Partial<Omit<CampaignLinkRow, 'id' | 'siteId' | 'createdAt'>>;

/** The saved links of campaigns in the application database. */
export function createCampaignLinksStore(db: AppDb) {
  return {
    ...createItemsOfSite(db, campaignLinks),
    /** Every link of a site, the newest first. */
    list: (siteId: number): CampaignLinkRow[] =>
      listRows(db, campaignLinks, {
        where: eq(campaignLinks.siteId, siteId),
        orderBy: desc(campaignLinks.id),
      }),
    removeOfImport: (importKey: string): void => {
      db.delete(campaignLinks).where(eq(campaignLinks.importKey, importKey)).run();
    },
  };
}

export type CampaignLinksStore = ReturnType<typeof createCampaignLinksStore>;
