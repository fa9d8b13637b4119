/** Toggles of monitoring, insights and Webmentions; each is saved at once. */

import { call } from '../../api.ts';
import { NoMailBanner } from '../../app/no-mail-banner.tsx';
import { invalidate } from '../../app/query-client.ts';
import { ToggleField } from '../../forms/toggle-field.tsx';
import * as monitoring from '../../labels/monitoring.tsx';
import * as shared from '../../labels/shared.tsx';
import * as labels from '../../labels/site-settings.tsx';
import { Panel } from '../../ui/panel.tsx';
import { QueryContent } from '../../ui/query-content.tsx';
import { useFeatures } from '../monitoring/use-features.ts';
import type { PartProps } from './use-site-settings.ts';
import { saveSiteSettings } from './use-site-settings.ts';

export function MonitoringToggles({ site, settings }: PartProps) {
  const query = useFeatures(site.id);
  const change = async (name: string, isOn: boolean) => {
    await call('PATCH', `/sites/${site.id}/features`, { body: { [name]: isOn } });
    await invalidate('/sites');
  };
  return (
    <Panel title={labels.monitoringTitle}>
      <NoMailBanner>{monitoring.noMailAlerts}</NoMailBanner>
      <QueryContent query={query} loading={6}>
        {({ features }) => (
          <div className="choices">
            <ToggleField
              label={shared.uptime}
              hint={labels.uptimeMonitoringHint}
              isOn={features.uptime}
              save={isOn => change('uptime', isOn)}
            />
            <ToggleField
              label={labels.contentMonitoring}
              hint={labels.contentMonitoringHint}
              isOn={features.content_monitoring}
              save={isOn => change('content_monitoring', isOn)}
            />
            <div className="toggle-group">
              {features.content_monitoring && (
                <ToggleField
                  label={labels.mailIssues}
                  isOn={features.content_monitoring_emails}
                  save={isOn => change('content_monitoring_emails', isOn)}
                />
              )}
              <ToggleField
                label={labels.onlyInternalLinks}
                hint={labels.onlyInternalLinksHint}
                isOn={settings.restrict_to_site}
                save={isOn => saveSiteSettings(site.id, { restrict_to_site: isOn })}
              />
            </div>
            <ToggleField
              label={shared.insights}
              hint={labels.insightsHint}
              isOn={settings.insights_enabled}
              save={async isOn => {
                await saveSiteSettings(site.id, { insights_enabled: isOn });
                await invalidate(`/sites/${site.id}/insights`, `/sites/${site.id}/signals`);
              }}
            />
            <ToggleField
              label={labels.webmentions}
              hint={labels.webmentionsHint}
              isOn={settings.webmentions_enabled}
              save={isOn => saveSiteSettings(site.id, { webmentions_enabled: isOn })}
            />
          </div>
        )}
      </QueryContent>
    </Panel>
  );
}
