/** The routes of the dashboard. Each page is loaded when it is first opened, but for that of a site, which most visits begin with. */
import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { SitePage } from '../pages/site/site.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { NotFound } from './not-found.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import { Shell } from './shell.tsx';
import { SiteLayout } from './site-layout.tsx';

/** Loads a page's component by name, so that files need no default export. */
const page = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  lazy(async () => ({ default: (await load())[name] }));

/** Pages before signing in. The public page of a site is another document. */
const OPEN_PAGES = [
  ['/setup', page(() => import('../pages/sign-in/set-up.tsx'), 'SetUpPage')],
  ['/login', page(() => import('../pages/sign-in/sign-in.tsx'), 'SignInPage')],
  ['/reset', page(() => import('../pages/sign-in/reset.tsx'), 'ResetPage')],
  ['/join', page(() => import('../pages/sign-in/join.tsx'), 'JoinPage')],
  ['/activate', page(() => import('../pages/sign-in/activate.tsx'), 'ActivatePage')],
] as const;

const PAGES = [
  ['/', page(() => import('../pages/sites/sites.tsx'), 'SitesPage')],
  ['/groups/:id', page(() => import('../pages/sites/group.tsx'), 'GroupPage')],
  ['/groups/:id/status', page(() => import('../pages/status-page/status-page.tsx'), 'GroupStatusPage')],
  ['/sites/:id', SitePage],
  ['/sites/:id/live', page(() => import('../pages/explore/live.tsx'), 'LivePage')],
  ['/sites/:id/journeys/:part?/:item?', page(() => import('../pages/funnels/ways.tsx'), 'WaysPage')],
  ['/sites/:id/events', page(() => import('../pages/explore/events.tsx'), 'EventsPage')],
  ['/sites/:id/goals', page(() => import('../pages/goals/goals.tsx'), 'GoalsPage')],
  ['/sites/:id/hours', page(() => import('../pages/explore/hours.tsx'), 'HoursPage')],
  ['/sites/:id/monitoring', page(() => import('../pages/monitoring/monitoring.tsx'), 'MonitoringPage')],
  ['/sites/:id/monitoring/alerts', page(() => import('../pages/alerts/alerts.tsx'), 'AlertsPage')],
  ['/sites/:id/monitoring/monitors', page(() => import('../pages/monitors/monitors.tsx'), 'MonitorsPage')],
  [
    '/sites/:id/monitoring/status',
    page(() => import('../pages/status-page/status-page.tsx'), 'SiteStatusPage'),
  ],
  ['/sites/:id/log', page(() => import('../pages/server-log/server-log.tsx'), 'ServerLogPage')],
  ['/sites/:id/links', page(() => import('../pages/campaign-links/campaign-links.tsx'), 'CampaignLinksPage')],
  [
    '/sites/:id/signals/:signal',
    page(() => import('../pages/insights/signal-comparison.tsx'), 'SignalComparisonPage'),
  ],
  ['/sites/:id/insights', page(() => import('../pages/insights/insights.tsx'), 'InsightsPage')],
  [
    '/sites/:id/settings/:part?',
    page(() => import('../pages/site-settings/site-settings.tsx'), 'SiteSettingsPage'),
  ],
  ['/settings/account', page(() => import('../pages/settings/account.tsx'), 'AccountPage')],
  ['/settings/reports', page(() => import('../pages/settings/mail-reports.tsx'), 'ReportsPage')],
  ['/settings/keys', page(() => import('../pages/settings/api-keys.tsx'), 'KeysPage')],
  ['/settings/webhooks', page(() => import('../pages/settings/webhooks.tsx'), 'WebhooksPage')],
  ['/settings/webhooks/:id', page(() => import('../pages/settings/webhook.tsx'), 'WebhookPage')],
  ['/settings/notifications', page(() => import('../pages/alerts/channels.tsx'), 'NotificationChannelsPage')],
  ['/settings/team', page(() => import('../pages/settings/team.tsx'), 'TeamPage')],
  ['/operator', page(() => import('../pages/settings/operator.tsx'), 'OperatorPage')],
] as const;

/** Addresses that people shorten by hand, or have kept, and the pages they mean. */
const REDIRECTS = [
  ['/sites', '/'],
  ['/settings', '/settings/account'],
  ['/sites/:id/leaderboard', '/sites/:id?period=all'],
] as const;

export function Routes() {
  useTopOfPage();
  return (
    <>
      <ConnectionBanner />
      <Switch>
        {OPEN_PAGES.map(([path, Page]) => (
          <Route key={path} path={path}>
            <ErrorBoundary loading={null}>
              <Suspense fallback={null}>
                <Page />
              </Suspense>
            </ErrorBoundary>
          </Route>
        ))}
        <Route>
          <Shell>
            <ErrorBoundary loading={<LoadingPage />}>
              <Suspense fallback={<LoadingPage />}>
                <Switch>
                  {PAGES.map(([path, Page]) => (
                    <Route key={path} path={path}>
                      <Page />
                    </Route>
                  ))}
                  {REDIRECTS.map(([path, to]) => (
                    <Route key={path} path={path}>
                      {(params: Readonly<Record<string, string | undefined>>) => (
                        <Redirect to={to.replace(':id', params['id'] ?? '')} replace />
                      )}
                    </Route>
                  ))}
                  <Route>
                    <NotFound />
                  </Route>
                </Switch>
              </Suspense>
            </ErrorBoundary>
          </Shell>
        </Route>
      </Switch>
    </>
  );
}

/** The place of a page that is loading. A site's name and tabs stay, so that one can go on to another page. */
const LoadingPage = () => (
  <Switch>
    <Route path="/sites/:id/*?">
      <SiteLayout>{() => <PageSkeleton />}</SiteLayout>
    </Route>
    <Route>
      <PageSkeleton />
    </Route>
  </Switch>
);

/** Scrolls to the top when the path changes. */
function useTopOfPage(): void {
  const [path] = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change of the path that matters
  useEffect(() => {
    scrollTo(0, 0);
  }, [path]);
}
