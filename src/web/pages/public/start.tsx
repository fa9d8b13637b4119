/** Entry of the public page: it loads nothing of the dashboard. */
import { createRoot } from 'react-dom/client';
import { currentPath } from '../../base-path.ts';
import { PublicPage } from './public-page.tsx';
import { parsePublicUrl } from './public-params.ts';

const { theme, isEmbedded } = parsePublicUrl({ pathname: currentPath(), search: location.search });
if (theme) document.documentElement.dataset['theme'] = theme;
if (isEmbedded) document.documentElement.dataset['embedded'] = '';

const root = document.getElementById('root');
if (root) createRoot(root).render(<PublicPage />);
