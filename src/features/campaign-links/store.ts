import { and, desc, eq } from 'drizzle-orm';
import type { AppDb } from '../../stores/sqlite/app-db.ts';
import { campaignLinks } from './tables.ts';

export type CampaignLinkRow = Omit<typeof campaignLinks.$inferSelect, 'importKey'>;
export type NewCampaignLink = Omit<typeof campaignLinks.$inferSelect, 'id'>;
export type CampaignLinkChange = Partial<Omit<CampaignLinkRow, 'id' | 'siteId' | 'createdAt'>>;

/** The saved links of campaigns in the application database. */
export function createCampaignLinksStore(db: AppDb) {
  return {
    find: (siteId: number, id: number): CampaignLinkRow | undefined =>
      db
        .select()
        .from(campaignLinks)
        .where(and(eq(campaignLinks.id, id), eq(campaignLinks.siteId, siteId)))
        .get(),
    /** Every link of a site, the newest first. */
    list: (siteId: number): CampaignLinkRow[] =>
      db
        .select()
        .from(campaignLinks)
        .where(eq(campaignLinks.siteId, siteId))
        .orderBy(desc(campaignLinks.id))
        .all(),
    insert: (link: NewCampaignLink): CampaignLinkRow =>
      db.insert(campaignLinks).values(link).returning().get(),
    update: (id: number, change: CampaignLinkChange): CampaignLinkRow | undefined =>
      db.update(campaignLinks).set(change).where(eq(campaignLinks.id, id)).returning().get(),
    remove: (id: number): void => {
      db.delete(campaignLinks).where(eq(campaignLinks.id, id)).run();
    },
    removeOfImport: (importKey: string): void => {
      db.delete(campaignLinks).where(eq(campaignLinks.importKey, importKey)).run();
    },
    removeOfSite: (siteId: number): void => {
      db.delete(campaignLinks).where(eq(campaignLinks.siteId, siteId)).run();
    },
  };
}

export type CampaignLinksStore = ReturnType<typeof createCampaignLinksStore>;
