import type { Capture } from '../../core/capture.ts';
import type { ExcludableNetwork } from '../../core/networks.ts';
import type { PublicPage } from '../../core/public-page.ts';
import type { Site, SumsState } from '../../core/site.ts';
import type { IgnoreRules } from '../../ingest/ignore-rules.ts';

/** A site, those of its settings that its row holds as JSON, and whether its sums are those of its zone. */
export interface SiteSettingsView {
  readonly site: Site;
  readonly hosts: readonly string[];
  readonly ignoreRules: IgnoreRules;
  readonly excludedNetworks: readonly ExcludableNetwork[];
  readonly spamHosts: readonly string[];
  readonly publicPage: PublicPage;
  readonly capture: Capture;
  readonly sums: SumsState;
}
