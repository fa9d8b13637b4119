/** The public page of a site by itself: whoever looks at it loads nothing of the dashboard. */
import { createRoot } from 'react-dom/client';
import { readAddress } from './address.ts';
import { PublicPage } from './public.tsx';

const { theme, isEmbedded } = readAddress(location);
if (theme) document.documentElement.dataset['theme'] = theme;
if (isEmbedded) document.documentElement.dataset['embedded'] = '';

const root = document.getElementById('root');
if (root) createRoot(root).render(<PublicPage />);
