/** After the first visit to a new site: what its owner may want to do next. */

import { Activity, EyeOff, type LucideIcon, Mail, X } from 'lucide-react';
import { Link } from 'wouter';
import { useView } from '../../app/use-view.ts';
import { useCanWrite } from '../../app/user.ts';
import * as labels from '../../labels/first-hit.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';

type Step = readonly [Icon: LucideIcon, href: string, name: string, hint: string];

export function NextSteps({ siteId }: { readonly siteId: number }) {
  const canWrite = useCanWrite();
  const { change } = useView();
  const steps: readonly Step[] = [
    ...(canWrite
      ? ([
          [EyeOff, `/sites/${siteId}/settings/ignoring`, labels.leaveOutVisits, labels.leaveOutVisitsHint],
          [Activity, `/sites/${siteId}/monitoring`, labels.turnOnMonitoring, labels.turnOnMonitoringHint],
        ] as const)
      : []),
    [Mail, '/settings/reports', labels.getWeeklyReport, labels.getWeeklyReportHint],
  ];
  return (
    <Panel
      title={labels.nextSteps}
      aside={
        <IconButton label={labels.hideNextSteps} isSmall onClick={() => change({})}>
          <X size={16} aria-hidden="true" />
        </IconButton>
      }
    >
      <ul className="next-steps">
        {steps.map(([Icon, href, name, hint]) => (
          <li key={href}>
            <Link href={href} className="next-step">
              <Icon size={18} aria-hidden="true" />
              <span>
                <b>{name}</b>
                <span className="soft">{hint}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
