/** The pages about ways through a site: journeys, paths, funnels and returning visitors, by the address. */
import { lazy } from 'react';
import { useParams } from 'wouter';
import { addStyles } from '../../ui/add-styles.ts';
import journeyStyles from '../explore/journeys.css' with { type: 'text' };
import { JourneysPage } from '../explore/journeys.tsx';
import styles from './funnels.css' with { type: 'text' };

const PathsPage = lazy(async () => ({ default: (await import('./paths.tsx')).PathsPage }));
const FunnelsPage = lazy(async () => ({ default: (await import('./funnels.tsx')).FunnelsPage }));

addStyles(journeyStyles);
addStyles(styles);

const ReturningPage = lazy(async () => ({ default: (await import('./returning.tsx')).ReturningPage }));

const PAGES = { paths: PathsPage, funnels: FunnelsPage, returning: ReturningPage } as const;

export function WaysPage() {
  const { part = '' } = useParams<{ part?: string }>();
  const Page = Object.hasOwn(PAGES, part) ? PAGES[part as keyof typeof PAGES] : JourneysPage;
  return <Page />;
}
